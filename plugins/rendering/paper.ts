const MM = 1 / 25.4;
/** Inches, upright. */
export const FORMATS = { A4: [210 * MM, 297 * MM], Letter: [8.5, 11], Legal: [8.5, 14] } as const;
/** CSS pixels to the inch. */
export const PX = 96;
/** How many make an inch; a division keeps 12.7mm exactly half an inch. */
export const UNITS: Readonly<Record<string, number>> = { px: PX, in: 1, cm: 2.54, mm: 25.4, pt: 72 };
/** What Chromium uses for a margin that is left out: 1 cm. */
export const ENGINE_MARGIN = 10 * MM;
/** In the order of CSS. */
export const SIDES = ['top', 'right', 'bottom', 'left'] as const;

export type Orientation = 'portrait' | 'landscape';

/** Paper with its longer side upright or across. */
export function oriented([width, height]: readonly [number, number], orientation: Orientation): readonly [number, number] {
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  return orientation === 'landscape' ? [long, short] : [short, long];
}
