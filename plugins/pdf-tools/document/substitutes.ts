import { readFileSync } from 'node:fs';
import type { WrappedPdfiumModule } from '@embedpdf/pdfium';
import { fontkit } from './fontkit.ts';
import type { FontFile, FontLibrary } from './fonts.ts';
import { familyOf, metricFont, STYLED_FAMILIES } from './metric-fonts.ts';
import { memoryOf } from './wasm-memory.ts';

const BOLD = 600;
/** FPDF_SYSFONTINFO of fpdf_sysfontinfo.h: a version and eight functions, of which some may be missing. */
const [STRUCT_BYTES, VERSION] = [36, 1];
const [FIXED_PITCH, ROMAN] = [1, 16];
const ANSI_CHARSET = 0;
const TTC = 0x74746366;
const [TTC_COUNT, TTC_OFFSETS] = [8, 12];

/** A character of the script that a charset (of Windows' LOGFONT) stands for; the others are Latin, Greek and Cyrillic. */
const SCRIPTS: Readonly<Record<number, string>> = {
  128: 'の',
  129: '한',
  130: '한',
  134: '这',
  136: '這',
  177: 'ש',
  178: 'ش',
  222: 'ก',
};

interface Face {
  readonly bytes: Uint8Array;
  /** Where the face begins in a collection; 0 in a file of one face. */
  readonly offset: number;
  readonly isCollection: boolean;
}

/**
 * Gives pdfium fonts for text whose font is not in the file, as a viewer does: of the same family and widths where the
 * font is a usual one, of the script otherwise. Without it such text is not drawn at all.
 */
export function provideFonts(module: WrappedPdfiumModule, library: FontLibrary): void {
  const memory = memoryOf(module);
  const faces: FontFile[] = [];
  const handleOf = (file: FontFile): number => {
    const known = faces.indexOf(file);
    return known === -1 ? faces.push(file) : known + 1;
  };
  const byStyle = new Map<string, FontFile>();

  const mapFont = (_ = 0, weight = 0, italic = 0, charset = 0, pitch = 0, face = 0): number => {
    const script = SCRIPTS[charset];
    if (script !== undefined) {
      const code = script.codePointAt(0) ?? 0;
      const found = library.files.find((file) => library.faceOf(file)?.has(code) === true);
      return found === undefined ? 0 : handleOf(found);
    }
    const name = memory.UTF8ToString(face);
    if (/symbol|dingbat|wingding/i.test(name)) return 0; // pdfium has these
    const style = [
      familyOf(name, { isFixed: (pitch & FIXED_PITCH) !== 0, isSerif: (pitch & ROMAN) !== 0 }),
      weight >= BOLD || /bold|black|heavy/i.test(name),
      italic !== 0 || /italic|oblique/i.test(name),
    ] as const;
    const key = style.join(' ');
    const file = byStyle.get(key) ?? metricFont(...style);
    byStyle.set(key, file);
    return handleOf(file);
  };
  const listFonts = (_ = 0, mapper = 0): undefined => {
    for (const family of STYLED_FAMILIES) {
      const bytes = Buffer.from(`${family}\0`, 'latin1');
      const text = module.pdfium.wasmExports.malloc(bytes.length);
      memory.HEAPU8.set(bytes, text);
      module.FPDF_AddInstalledFont(mapper, text, ANSI_CHARSET);
      module.pdfium.wasmExports.free(text);
    }
  };
  const getFontData = (_ = 0, handle = 0, table = 0, buffer = 0, size = 0): number => {
    const file = faces[handle - 1];
    const face = file === undefined ? undefined : readFace(file);
    if (face === undefined) return 0;
    if (table === TTC ? !face.isCollection : table !== 0) return 0;
    const data = table === TTC ? face.bytes : face.bytes.subarray(face.offset);
    if (buffer !== 0 && size >= data.length) memory.HEAPU8.set(data, buffer);
    return data.length;
  };
  const nothing = memory.addFunction(() => undefined, 'vi');
  const functions = [
    nothing,
    memory.addFunction(listFonts, 'vii'),
    memory.addFunction(mapFont, 'iiiiiiii'),
    memory.addFunction(() => 0, 'iii'),
    memory.addFunction(getFontData, 'iiiiii'),
    memory.addFunction(() => 0, 'iiiii'),
    memory.addFunction(() => 1, 'iii'),
    memory.addFunction(() => undefined, 'vii'),
  ];
  const at = module.pdfium.wasmExports.malloc(STRUCT_BYTES);
  const view = new DataView(memory.HEAPU8.buffer, at, STRUCT_BYTES);
  for (const [i, value] of [VERSION, ...functions].entries()) view.setInt32(i * 4, value, true);
  module.FPDF_SetSystemFontInfo(at);
}

const read = new Map<FontFile, Face | undefined>();

function readFace(file: FontFile): Face | undefined {
  if (!read.has(file)) read.set(file, loadFace(file));
  return read.get(file);
}

function loadFace({ path, postscriptName }: FontFile): Face {
  const bytes = readFileSync(path);
  const isCollection = bytes.toString('latin1', 0, 4) === 'ttcf';
  if (!isCollection) return { bytes, offset: 0, isCollection };
  const collection = fontkit().create(bytes);
  const names = 'fonts' in collection ? collection.fonts.map((font) => font.postscriptName) : [];
  const index = Math.max(0, names.indexOf(postscriptName ?? ''));
  if (index >= bytes.readUInt32BE(TTC_COUNT)) throw new Error(`${path} has no font ${String(index)}`);
  return { bytes, offset: bytes.readUInt32BE(TTC_OFFSETS + index * 4), isCollection };
}
