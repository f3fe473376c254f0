import type { WrappedPdfiumModule } from '@embedpdf/pdfium';
import { fontkit } from './fontkit.ts';
import { memoryOf } from './wasm-memory.ts';

const MAX_CHARACTERS = 60_000;
const MAX_NAME = 256;
/** Text rendering modes that show nothing: invisible, and clipping only. */
const HIDDEN_MODES = new Set([3, 7]);
const SIZE = 100;
/** The upper six bits of a half of a character beyond U+FFFF. */
const [HIGH_SURROGATE, LOW_SURROGATE] = [0x36, 0x37];
const BLANK = /[\p{Z}\p{Cc}\p{Cf}\p{M}]/u;

/** Text that a page shows in a font which is not in the file, and which no font here can draw. */
export interface UnseenText {
  readonly font: string;
  readonly characters: ReadonlySet<string>;
}

interface Substitute {
  readonly name: string;
  /** Undefined for a face that cannot be read. */
  readonly has: ((code: number) => boolean) | undefined;
  readonly known: Map<number, boolean>;
}

/**
 * Whether what stands in for each font that is not embedded has the characters that the page shows: one that it lacks would
 * be blank, or a box.
 * @param page handle of a loaded page
 */
export function findUnseenText(module: WrappedPdfiumModule, page: number): UnseenText[] {
  const text = module.FPDFText_LoadPage(page);
  const substitutes = new Map<number, Substitute | undefined>();
  const unseen = new Map<string, Set<string>>();
  try {
    const count = Math.min(module.FPDFText_CountChars(text), MAX_CHARACTERS);
    for (let i = 0; i < count; i++) {
      const object = module.FPDFText_GetTextObject(text, i);
      if (object === 0 || module.FPDFText_IsGenerated(text, i) !== 0) continue;
      const font = module.FPDFTextObj_GetFont(object);
      if (!substitutes.has(font)) substitutes.set(font, substituteOf(module, font));
      const substitute = substitutes.get(font);
      if (substitute === undefined || HIDDEN_MODES.has(module.FPDFTextObj_GetTextRenderMode(object))) continue;
      const first = module.FPDFText_GetUnicode(text, i);
      const second = first >> 10 === HIGH_SURROGATE ? module.FPDFText_GetUnicode(text, i + 1) : 0;
      const code = second >> 10 === LOW_SURROGATE ? 0x10000 + ((first & 0x3ff) << 10) + (second & 0x3ff) : first;
      if (code !== first) i++;
      const character = code === 0 || code > 0x10ffff ? '\ufffd' : String.fromCodePoint(code);
      if (BLANK.test(character)) continue;
      let isSeen = substitute.known.get(code);
      if (isSeen === undefined) substitute.known.set(code, (isSeen = hasOutline(module, font, code) && substitute.has?.(code) !== false));
      if (isSeen) continue;
      const characters = unseen.get(substitute.name) ?? new Set<string>();
      unseen.set(substitute.name, characters.add(character));
    }
  } finally {
    module.FPDFText_ClosePage(text);
  }
  return [...unseen].map(([font, characters]) => ({ font, characters }));
}

function hasOutline(module: WrappedPdfiumModule, font: number, code: number): boolean {
  const path = module.FPDFFont_GetGlyphPath(font, code, SIZE);
  return path !== 0 && module.FPDFGlyphPath_CountGlyphSegments(path) > 0;
}

/** What a font that is not embedded is drawn with; undefined for one that is. */
function substituteOf(module: WrappedPdfiumModule, font: number): Substitute | undefined {
  if (font === 0 || module.FPDFFont_GetIsEmbedded(font) !== 0) return undefined;
  const { malloc, free } = module.pdfium.wasmExports;
  const memory = memoryOf(module);
  const sizeAt = malloc(4 + MAX_NAME);
  module.FPDFFont_GetBaseFontName(font, sizeAt + 4, MAX_NAME);
  const name = memory.UTF8ToString(sizeAt + 4);
  module.FPDFFont_GetFontData(font, 0, 0, sizeAt);
  const size = new DataView(memory.HEAPU8.buffer).getUint32(sizeAt, true);
  const at = malloc(size);
  module.FPDFFont_GetFontData(font, at, size, sizeAt);
  const data = Buffer.from(memory.HEAPU8.slice(at, at + size));
  free(at);
  free(sizeAt);
  return { name, has: charactersOf(data), known: new Map() };
}

function charactersOf(data: Buffer): ((code: number) => boolean) | undefined {
  try {
    const font = fontkit().create(data);
    return 'hasGlyphForCodePoint' in font ? (code) => font.hasGlyphForCodePoint(code) : undefined;
  } catch {
    return undefined; // one of pdfium's own, whose outlines tell enough
  }
}
