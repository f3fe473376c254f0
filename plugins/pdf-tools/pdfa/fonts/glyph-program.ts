/** What a font program of named glyphs (Type 1, or CFF) holds. */
export interface GlyphProgram {
  /** Names of all glyphs, in their order; of a CID-keyed font their CIDs as text. */
  readonly glyphs: readonly string[];
  /** Names by code, as the program has them itself. */
  readonly encoding: ReadonlyMap<number, string>;
  readonly isCidKeyed: boolean;
  /** Advance in thousandths of the font's size; undefined where it cannot be read. */
  advance(glyph: string): number | undefined;
}

/** A font program that cannot be read. */
export class UnreadableProgram extends Error {}
