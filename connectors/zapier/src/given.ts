/** With `cleanInputData` off, a field that a person emptied arrives as '' or null. */
export const isGiven = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.every((one) => !isGiven(one)));

/** Those of the named fields that hold something: what is empty is left out of a request. */
export const given = <K extends string>(input: Readonly<Record<string, unknown>>, ...names: readonly K[]): Partial<Record<K, unknown>> =>
  Object.fromEntries(names.filter((name) => isGiven(input[name])).map((name) => [name, input[name]])) as Partial<Record<K, unknown>>;

/** Other steps give text where a number or a yes is meant. */
export const asNumber = (value: unknown): number | undefined => (isGiven(value) ? Number(value) : undefined);
export const asBoolean = (value: unknown): boolean => value === true || /^(true|yes|1)$/i.test(String(value));
