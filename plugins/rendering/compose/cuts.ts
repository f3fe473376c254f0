/** A part of a text that is replaced. */
export interface Cut {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The text with its parts replaced; of those that overlap, the first and longest. */
export function applyCuts(source: string, cuts: readonly Cut[]): string {
  let result = '';
  let at = 0;
  for (const { start, end, text } of [...cuts].sort((a, b) => a.start - b.start || b.end - a.end)) {
    if (start < at) continue;
    result += source.slice(at, start) + text;
    at = end;
  }
  return result + source.slice(at);
}
