import { ENCODINGS } from './glyph-names.ts';
import { type GlyphProgram, UnreadableProgram } from './glyph-program.ts';
import { CALLOTHERSUBR, CALLSUBR, DIV, HSBW, POP, SBW, tokensOf } from './type1-charstrings.ts';
import { CHARSTRING_KEY, decrypt, EEXEC_KEY } from './type1-cipher.ts';

const RANDOM_BYTES = 4;
const MAX_GLYPHS = 20_000;
const MAX_STEPS = 10_000;
const MAX_DEPTH = 10;

const latin1 = (bytes: Uint8Array): string => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');

/** The bytes of a PFB without the headers of its segments. */
function withoutSegments(bytes: Uint8Array): Uint8Array {
  if (bytes[0] !== 0x80) return bytes;
  const parts: Uint8Array[] = [];
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at + 6 <= bytes.length && bytes[at] === 0x80 && (bytes[at + 1] ?? 3) < 3;) {
    const size = view.getUint32(at + 2, true);
    parts.push(bytes.subarray(at + 6, at + 6 + size));
    at += 6 + size;
  }
  return Buffer.concat(parts);
}

/** A glyph with its place in the encrypted part: from its name on, from its code on, and to its end. */
interface StoredGlyph {
  readonly code: Uint8Array;
  readonly from: number;
  readonly data: number;
  readonly end: number;
}

export interface Type1Parts {
  readonly clear: string;
  /** Where the encrypted part begins. */
  readonly start: number;
  /** The encrypted part as it is decrypted, with the bytes that it begins with and whatever follows it. */
  readonly secret: Uint8Array;
  /** How many bytes are before the code of each glyph. */
  readonly skipped: number;
  readonly subroutines: ReadonlyMap<number, Uint8Array>;
  /** By name, in the order of their places. */
  readonly glyphs: ReadonlyMap<string, StoredGlyph>;
  readonly isHexadecimal: boolean;
}

/** @throws UnreadableProgram */
export function partsOfType1(bytes: Uint8Array): Type1Parts {
  const text = latin1(bytes);
  const mark = text.indexOf('eexec');
  if (mark === -1) throw new UnreadableProgram('there is no encrypted part');
  let start = mark + 'eexec'.length;
  while (/\s/.test(text[start] ?? '')) start++;
  const isHexadecimal = /^[0-9a-fA-F\s]{8}/.test(text.slice(start, start + 8));
  const cipher = isHexadecimal ? Buffer.from(text.slice(start).replace(/[^0-9a-fA-F]/g, ''), 'hex') : bytes.subarray(start);
  const secret = decrypt(cipher, EEXEC_KEY, 0);
  const secretText = latin1(secret);
  const skipped = Number(/\/lenIV\s+(\d+)/.exec(secretText)?.[1] ?? RANDOM_BYTES);

  const subroutines = new Map<number, Uint8Array>();
  const glyphs = new Map<string, StoredGlyph>();
  const glyphsAt = secretText.indexOf('/CharStrings');
  if (glyphsAt === -1) throw new UnreadableProgram('there are no glyphs');
  const entry = /dup\s+(\d+)\s+(\d+)\s+(?:RD|-\||\S+)\s|\/([^\s/{}[\]()<>]+)\s+(\d+)\s+(?:RD|-\||\S+)\s/y;
  for (const pattern = /dup\s+\d|\/[^\s/{}[\]()<>]+\s+\d+\s+(?:RD|-\|)/g; ;) {
    const found = pattern.exec(secretText);
    if (found === null || glyphs.size > MAX_GLYPHS) break;
    entry.lastIndex = found.index;
    const match = entry.exec(secretText);
    if (match === null) continue;
    const [head, index, subroutineSize, name, glyphSize] = match;
    const data = match.index + head.length;
    const end = data + Number(subroutineSize ?? glyphSize);
    const code = (): Uint8Array => decrypt(secret.subarray(data, end), CHARSTRING_KEY, skipped);
    if (index !== undefined && found.index < glyphsAt) subroutines.set(Number(index), code());
    else if (name !== undefined && found.index > glyphsAt) glyphs.set(name, { code: code(), from: match.index, data, end });
    else continue;
    // What follows is binary, which may look like an entry.
    pattern.lastIndex = end;
  }
  if (glyphs.size === 0) throw new UnreadableProgram('there are no glyphs');
  return { clear: text.slice(0, mark), start, secret, skipped, subroutines, glyphs, isHexadecimal };
}

/**
 * Reads a Type 1 font program as it is embedded in a PDF.
 * @throws UnreadableProgram
 */
export function readType1(file: Uint8Array): GlyphProgram {
  const { clear, subroutines, glyphs } = partsOfType1(withoutSegments(file));
  const scale = Number(/\/FontMatrix\s*\[\s*([-\d.eE]+)/.exec(clear)?.[1] ?? 0.001) * 1000;
  return {
    glyphs: [...glyphs.keys()],
    encoding: encodingOf(clear),
    isCidKeyed: false,
    hasFractions: false,
    advance(glyph) {
      const code = glyphs.get(glyph)?.code;
      const width = code === undefined ? undefined : widthOf(code, subroutines);
      return width === undefined ? undefined : { exact: width * scale, whole: width * scale };
    },
  };
}

function encodingOf(clear: string): ReadonlyMap<number, string> {
  if (/\/Encoding\s+StandardEncoding/.test(clear)) return ENCODINGS['StandardEncoding'] ?? new Map();
  return new Map([...clear.matchAll(/dup\s+(\d+)\s*\/([^\s/{}[\]()<>]+)\s+put/g)].map(([, code, name = '']) => [Number(code), name]));
}

/** The first thing a glyph says is its width. */
function widthOf(code: Uint8Array, subroutines: ReadonlyMap<number, Uint8Array>): number | undefined {
  const stack: number[] = [];
  let steps = 0;
  /** @returns the width, or undefined where the subroutine returns without one */
  const run = (bytes: Uint8Array, depth: number): number | undefined => {
    for (const { kind, value } of tokensOf(bytes)) {
      if (steps++ > MAX_STEPS || depth > MAX_DEPTH) return undefined;
      if (kind === 'number') stack.push(value);
      else if (value === HSBW) return stack.at(-1);
      else if (value === SBW) return stack.at(-2);
      else if (value === CALLSUBR) {
        const called = subroutines.get(stack.pop() ?? -1);
        const width = called === undefined ? undefined : run(called, depth + 1);
        if (called === undefined || width !== undefined) return width;
      } else if (value === DIV) {
        const [b = 1, a = 0] = [stack.pop(), stack.pop()];
        stack.push(a / b);
      } else if (value !== CALLOTHERSUBR && value !== POP) return undefined;
    }
    return undefined;
  };
  return run(code, 0);
}
