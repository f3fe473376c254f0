import { TemplateOptions } from './contract.ts';

const NAMES = Object.keys(TemplateOptions.shape) as (keyof TemplateOptions)[];
const SIDES = ['top', 'right', 'bottom', 'left'] as const;

/** What a header that is empty says is said by leaving it out. */
const isAbsent = (value: unknown): boolean => value === undefined || value === null || value === '';

/** Options as JSON text, the same for the same options; null where all have their defaults. */
export function writeOptions(options: TemplateOptions): string | null {
  const { margin } = options;
  const sides =
    typeof margin === 'object'
      ? SIDES.filter((side) => margin[side] !== undefined).map((side) => [side, margin[side]] as const)
      : undefined;
  const tidy = { ...options, margin: sides === undefined ? margin : sides.length === 0 ? undefined : Object.fromEntries(sides) };
  const given = NAMES.filter((name) => !isAbsent(tidy[name]));
  return given.length === 0 ? null : JSON.stringify(Object.fromEntries(given.map((name) => [name, tidy[name]])));
}

export const readOptions = (stored: string | null | undefined): TemplateOptions =>
  stored === null || stored === undefined ? {} : (JSON.parse(stored) as TemplateOptions);
