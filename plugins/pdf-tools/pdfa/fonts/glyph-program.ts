/** How wide a glyph is, in thousandths of the font's size. */
export interface Advance {
  readonly exact: number;
  /** For readers that cut off fractions of a CFF program's usual and nominal width, as veraPDF does. */
  readonly whole: number;
}

/** What a font program of named glyphs (Type 1, or CFF) holds. */
export interface GlyphProgram {
  /** Names of all glyphs, in their order; of a CID-keyed font their CIDs as text. */
  readonly glyphs: readonly string[];
  /** Names by code, as the program has them itself. */
  readonly encoding: ReadonlyMap<number, string>;
  readonly isCidKeyed: boolean;
  /** Whether readers differ about advances, as a usual or nominal width is no whole number. */
  readonly hasFractions: boolean;
  /** Undefined where it cannot be read. */
  advance(glyph: string): Advance | undefined;
}

/** A font program that cannot be read. */
export class UnreadableProgram extends Error {}
