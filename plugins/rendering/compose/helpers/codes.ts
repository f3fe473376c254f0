import { createRequire } from 'node:module';
import Handlebars from 'handlebars';
import encodeQR, { type ErrorCorrection } from 'qr';

const require = createRequire(import.meta.url);
const MAX_CODE_LENGTH = 2000;
/** Modules that ISO/IEC 18004 leaves free around a QR code. */
const QR_QUIET = 4;

interface BarcodeKind {
  /** As bwip-js calls it. */
  readonly bcid: string;
  /** Modules that its standard leaves free at the left and the right; a square one has as many above and below. */
  readonly quiet: readonly [left: number, right: number];
  readonly isSquare?: boolean;
  /** Units of the drawing to a module, 2 when absent. */
  readonly module?: number;
}

/** Quiet zones: ISO/IEC 15417, 16388, 15420, 15438, 16022. */
export const BARCODES: Readonly<Record<string, BarcodeKind>> = {
  code128: { bcid: 'code128', quiet: [10, 10] },
  code39: { bcid: 'code39', quiet: [10, 10] },
  ean13: { bcid: 'ean13', quiet: [11, 7] },
  ean8: { bcid: 'ean8', quiet: [7, 7] },
  upca: { bcid: 'upca', quiet: [9, 9] },
  // Its bearer bars are drawn around its quiet zone.
  itf14: { bcid: 'itf14', quiet: [0, 0] },
  pdf417: { bcid: 'pdf417', quiet: [2, 2], isSquare: true },
  datamatrix: { bcid: 'datamatrix', quiet: [1, 1], isSquare: true, module: 4 },
  gs1128: { bcid: 'gs1-128', quiet: [10, 10] },
};

/** How much of a QR code may be missing, by the letters of its standard. */
const LEVELS = { L: 'low', M: 'medium', Q: 'quartile', H: 'high' } as const satisfies Record<string, ErrorCorrection>;
export type QrLevel = keyof typeof LEVELS;

interface BarcodeLibrary {
  toSVG(options: Record<string, unknown>): string;
}

export interface CodeOptions {
  readonly quiet: boolean;
  /** Attributes of the `svg` element. */
  readonly attributes: string;
}

/** A text cannot be written as this kind of code. */
export class NoCode extends Error {}

interface Drawing {
  readonly width: number;
  readonly height: number;
  /** Units left free at the left, at the right, and both above and below. */
  readonly quiet: readonly [left: number, right: number, above: number];
  readonly content: string;
}

/** An inline SVG that scales to its box, with a light ground and the quiet zone that scanners need. */
function svgOf({ width, height, quiet, content }: Drawing, { quiet: hasQuiet, attributes }: CodeOptions): Handlebars.SafeString {
  const [left, right, above] = hasQuiet ? quiet : [0, 0, 0];
  const [across, down] = [width + left + right, height + 2 * above];
  const box = `${String(-left)} ${String(-above)} ${String(across)} ${String(down)}`;
  const ground = `<path fill="#ffffff" d="M${String(-left)} ${String(-above)}h${String(across)}v${String(down)}h-${String(across)}z"/>`;
  return new Handlebars.SafeString(`<svg${attributes} viewBox="${box}" xmlns="http://www.w3.org/2000/svg">${ground}${content}</svg>`);
}

function checkLength(text: string): void {
  if (text.length > MAX_CODE_LENGTH) throw new NoCode(`may hold at most ${String(MAX_CODE_LENGTH)} characters`);
}

/** @throws NoCode for a text that cannot be encoded: a symbol that nobody can read is worse than none */
export function drawQrCode(text: string, level: QrLevel, options: CodeOptions): Handlebars.SafeString {
  if (text === '') return new Handlebars.SafeString('');
  checkLength(text);
  if (!text.isWellFormed()) throw new NoCode('cannot hold this text: half of a surrogate pair is missing');
  let rows: boolean[][];
  try {
    // The library draws no code without a border, which does not count here.
    rows = encodeQR(text, 'raw', { ecc: LEVELS[level], border: 1 });
  } catch (cause) {
    throw new NoCode(`cannot hold this text: it is too long for level ${level}`, { cause });
  }
  const size = rows.length - 2;
  const quiet = [QR_QUIET, QR_QUIET, QR_QUIET] as const;
  return svgOf({ width: size, height: size, quiet, content: `<path d="${pathOf(rows)}"/>` }, options);
}

/** One path, so that no hairlines are left between its rows. */
function pathOf(rows: readonly (readonly boolean[])[]): string {
  let path = '';
  for (const [y, row] of rows.entries()) {
    for (let x = row.indexOf(true); x !== -1;) {
      const end = row.indexOf(false, x);
      path += `M${String(x - 1)} ${String(y - 1)}h${String(end - x)}v1h-${String(end - x)}z`;
      x = row.indexOf(true, end);
    }
  }
  return path;
}

/** @throws NoCode as `drawQrCode` */
export function drawBarcode(
  { bcid, quiet: [left, right], isSquare = false, module = 2 }: BarcodeKind,
  text: string,
  { withText, ...options }: CodeOptions & { readonly withText: boolean },
): Handlebars.SafeString {
  if (text === '') return new Handlebars.SafeString('');
  checkLength(text);
  // Loaded when first asked for: it is large, and most documents have no barcode.
  const { toSVG } = require('bwip-js') as BarcodeLibrary;
  let svg: string;
  try {
    // `withText` draws the text in letters below.
    svg = toSVG({ bcid, text, includetext: withText, textxalign: 'center', height: 12 });
  } catch (error) {
    const reason = (error instanceof Error ? error.message : String(error)).replace(/^.*?: /, '');
    throw new NoCode(`cannot hold this text: ${reason.slice(0, 150)}`, { cause: error });
  }
  const parts = /^<svg viewBox="0 0 ([\d.]+) ([\d.]+)"[^>]*>(.*)<\/svg>$/s.exec(svg.trim());
  if (parts === null) throw new Error(`bwip-js drew ${svg.slice(0, 200)}`);
  const [, width, height, content = ''] = parts;
  const quiet = [left * module, right * module, isSquare ? left * module : 0] as const;
  return svgOf({ width: Number(width), height: Number(height), quiet, content }, options);
}
