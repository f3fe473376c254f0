import type { ZObject } from 'zapier-platform-core';

/** With `cleanInputData` off, a field that a person emptied arrives as '' or null. */
export const isGiven = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.every((one) => !isGiven(one)));

/** Those of the named fields that hold something: what is empty is left out of a request. */
export const given = <K extends string>(input: Readonly<Record<string, unknown>>, ...names: readonly K[]): Partial<Record<K, unknown>> =>
  Object.fromEntries(names.filter((name) => isGiven(input[name])).map((name) => [name, input[name]])) as Partial<Record<K, unknown>>;

/** What the field of a required ID or file holds. */
export function required(z: ZObject, input: Readonly<Record<string, unknown>>, name: string, label: string): string {
  if (!isGiven(input[name])) throw new z.errors.Error(`${label} is empty.`, 'InvalidData', 400);
  return String(input[name]);
}

/** Other steps give text where a number or a yes is meant. */
export const numbers = (input: Readonly<Record<string, unknown>>, ...names: readonly string[]): Record<string, number> =>
  Object.fromEntries(names.filter((name) => isGiven(input[name])).map((name) => [name, Number(input[name])]));
/** Only what was chosen: an emptied field means what the API does without it. */
export const booleans = (input: Readonly<Record<string, unknown>>, ...names: readonly string[]): Record<string, boolean> =>
  Object.fromEntries(names.filter((name) => isGiven(input[name])).map((name) => [name, asBoolean(input[name])]));
export const asBoolean = (value: unknown): boolean => value === true || /^(true|yes|1)$/i.test(String(value));
