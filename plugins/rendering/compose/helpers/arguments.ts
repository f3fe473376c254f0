import type { Check } from './checks.ts';
import type { HelperSpec } from './helper.ts';
import { isAbsent } from './values.ts';

/** The arguments of a call: in order, and by name. Undefined where only the data tells. */
export interface GivenArguments {
  readonly inOrder: readonly unknown[];
  readonly byName: readonly (readonly [name: string, value: unknown])[];
}

/** What a helper takes, for a person. */
function signatureOf(name: string, { args, named = {} }: HelperSpec): string {
  return `${name} takes ${[args, ...Object.keys(named).map((key) => `${key}=`)].join(', ')}`;
}

/** What is wrong with the arguments of a call, as far as they are known. */
export function argumentProblem(name: string, spec: HelperSpec, { inOrder, byName }: GivenArguments): string | undefined {
  const { count, named = {} } = spec;
  const unknown = byName.find(([key]) => !Object.hasOwn(named, key));
  if (unknown !== undefined) return `there is no argument ${short(unknown[0])}=; ${signatureOf(name, spec)}`;
  const [least, most] = count;
  if (inOrder.length < least || inOrder.length > most) {
    const wanted = least === most ? String(least) : `${String(least)} to ${String(most)}`;
    return `has ${String(inOrder.length)} argument${inOrder.length === 1 ? '' : 's'} where it takes ${wanted}; ${signatureOf(name, spec)}`;
  }
  return valueProblem(spec, inOrder, byName);
}

/** What is wrong with the values of a call. */
export function valueProblem(
  { checks = [], named = {} }: HelperSpec,
  inOrder: readonly unknown[],
  byName: readonly (readonly [name: string, value: unknown])[],
): string | undefined {
  const failing = (check: Check | undefined, value: unknown): string | undefined => (isAbsent(value) ? undefined : check?.(value));
  for (const [index, check] of checks.entries()) {
    const problem = failing(check, inOrder[index]);
    if (problem !== undefined) return `argument ${String(index + 1)} ${problem}`;
  }
  for (const [key, value] of byName) {
    const problem = failing(named[key], value);
    if (problem !== undefined) return `${key}= ${problem}`;
  }
  return undefined;
}

const short = (name: string): string => (name.length > 60 ? `${name.slice(0, 60)}…` : name);
