import { createRequire } from 'node:module';
import Handlebars from 'handlebars';

const require = createRequire(import.meta.url);
const MAX_CODE_LENGTH = 2000;

interface CodeKind {
  /** As bwip-js calls it. */
  readonly bcid: string;
  /** Modules that its standard leaves free at the left and the right; a square one has as many above and below. */
  readonly quiet: readonly [left: number, right: number];
  readonly isSquare?: boolean;
  /** Units of the drawing to a module, 2 when absent. */
  readonly module?: number;
}

/** Quiet zones: ISO/IEC 18004, 15417, 16388, 15420, 15438, 16022. */
export const QR_CODE: CodeKind = { bcid: 'qrcode', quiet: [4, 4], isSquare: true, module: 4 };
export const BARCODES: Readonly<Record<string, CodeKind>> = {
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

interface BarcodeLibrary {
  toSVG(options: Record<string, unknown>): string;
}

export interface CodeOptions {
  readonly level?: string;
  /** The text in letters below. */
  readonly withText?: boolean;
  readonly quiet: boolean;
  /** Attributes of the `svg` element. */
  readonly attributes: string;
}

/** A text cannot be written as this kind of code. */
export class NoCode extends Error {}

/**
 * An inline SVG that scales to its box, with a light ground and the quiet zone that scanners need.
 * @throws NoCode for a text that cannot be encoded: a symbol that nobody can read is worse than none
 */
export function drawCode(
  { bcid, quiet, isSquare = false, module = 2 }: CodeKind,
  text: string,
  options: CodeOptions,
): Handlebars.SafeString {
  if (text === '') return new Handlebars.SafeString('');
  if (text.length > MAX_CODE_LENGTH) throw new NoCode(`may hold at most ${String(MAX_CODE_LENGTH)} characters`);
  // Loaded when first asked for: it is large, and most documents have no code.
  const { toSVG } = require('bwip-js') as BarcodeLibrary;
  const { level, withText = false } = options;
  let svg: string;
  try {
    svg = toSVG({
      bcid,
      text,
      ...(level === undefined ? { includetext: withText, textxalign: 'center', height: 12 } : { eclevel: level }),
    });
  } catch (error) {
    const reason = (error instanceof Error ? error.message : String(error)).replace(/^.*?: /, '');
    throw new NoCode(`cannot hold this text: ${reason.slice(0, 150)}`, { cause: error });
  }
  const [left, right] = options.quiet ? [quiet[0] * module, quiet[1] * module] : [0, 0];
  const above = isSquare ? left : 0;
  return new Handlebars.SafeString(
    svg.trim().replace(/^<svg viewBox="0 0 ([\d.]+) ([\d.]+)"([^>]*)>/, (_, width: string, height: string, rest: string) => {
      const [across, down] = [Number(width) + left + right, Number(height) + 2 * above];
      const box = `${String(-left)} ${String(-above)} ${String(across)} ${String(down)}`;
      const ground = `<path fill="#ffffff" d="M${String(-left)} ${String(-above)}h${String(across)}v${String(down)}h-${String(across)}z"/>`;
      return `<svg${options.attributes} viewBox="${box}"${rest}>${ground}`;
    }),
  );
}
