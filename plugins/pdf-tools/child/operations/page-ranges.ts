/** `[page]` or `[first, last]`, from 1. */
type PageRange = readonly number[];

export const rangeMessage = (pages: number): string => `must be [page] or [first, last] within 1 to ${String(pages)}`;

export function isRange(range: PageRange, pages: number): boolean {
  const [first = 0, last = first] = range;
  return range.length >= 1 && range.length <= 2 && range.every(Number.isInteger) && first >= 1 && last >= first && last <= pages;
}

/** The pages of a range, as indices from 0. */
export const pagesOf = ([first = 1, last = first]: PageRange): number[] =>
  Array.from({ length: last - first + 1 }, (_, i) => first - 1 + i);
