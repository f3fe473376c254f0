import { ENCODINGS } from './glyph-names.ts';
import { type GlyphProgram, UnreadableProgram } from './glyph-program.ts';

const [EEXEC_KEY, CHARSTRING_KEY] = [55_665, 4330];
const RANDOM_BYTES = 4;
const MAX_GLYPHS = 20_000;
const MAX_STEPS = 10_000;
const MAX_DEPTH = 10;
const [HSBW, CALLSUBR, RETURN, ESCAPE, ENDCHAR] = [13, 10, 11, 12, 14];
/** After an escape. */
const [SBW, DIV, CALLOTHERSUBR, POP] = [7, 12, 16, 17];

/** Adobe's stream cipher, without the random bytes it begins with (Adobe Type 1 Font Format, 7.1). */
function decrypt(data: Uint8Array, key: number, skipped: number): Uint8Array {
  const out = new Uint8Array(data.length);
  let state = key;
  for (const [i, cipher] of data.entries()) {
    out[i] = cipher ^ (state >> 8);
    state = ((cipher + state) * 52_845 + 22_719) & 0xffff;
  }
  return out.subarray(skipped);
}

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

/**
 * Reads a Type 1 font program as it is embedded in a PDF.
 * @throws UnreadableProgram
 */
export function readType1(file: Uint8Array): GlyphProgram {
  const bytes = withoutSegments(file);
  const text = latin1(bytes);
  const mark = text.indexOf('eexec');
  if (mark === -1) throw new UnreadableProgram('there is no encrypted part');
  const clear = text.slice(0, mark);
  let start = mark + 'eexec'.length;
  while (/\s/.test(text[start] ?? '')) start++;
  const isHex = /^[0-9a-fA-F\s]{8}/.test(text.slice(start, start + 8));
  const cipher = isHex ? Buffer.from(text.slice(start).replace(/[^0-9a-fA-F]/g, ''), 'hex') : bytes.subarray(start);
  const secret = decrypt(cipher, EEXEC_KEY, RANDOM_BYTES);
  const secretText = latin1(secret);
  const skipped = Number(/\/lenIV\s+(\d+)/.exec(secretText)?.[1] ?? RANDOM_BYTES);
  const scale = Number(/\/FontMatrix\s*\[\s*([-\d.eE]+)/.exec(clear)?.[1] ?? 0.001) * 1000;

  const binary = (match: RegExpExecArray, size: number): Uint8Array => {
    const from = match.index + match[0].length;
    return decrypt(secret.subarray(from, from + size), CHARSTRING_KEY, skipped);
  };
  const subroutines = new Map<number, Uint8Array>();
  const glyphs = new Map<string, Uint8Array>();
  const glyphsAt = secretText.indexOf('/CharStrings');
  if (glyphsAt === -1) throw new UnreadableProgram('there are no glyphs');
  const entry = /dup\s+(\d+)\s+(\d+)\s+(?:RD|-\||\S+)\s|\/([^\s/{}[\]()<>]+)\s+(\d+)\s+(?:RD|-\||\S+)\s/y;
  for (const pattern = /dup\s+\d|\/[^\s/{}[\]()<>]+\s+\d+\s+(?:RD|-\|)/g; ;) {
    const found = pattern.exec(secretText);
    if (found === null || glyphs.size > MAX_GLYPHS) break;
    entry.lastIndex = found.index;
    const match = entry.exec(secretText);
    if (match === null) continue;
    const [, index, subroutineSize, name, glyphSize] = match;
    const size = Number(subroutineSize ?? glyphSize);
    if (index !== undefined && found.index < glyphsAt) subroutines.set(Number(index), binary(match, size));
    else if (name !== undefined && found.index > glyphsAt) glyphs.set(name, binary(match, size));
    else continue;
    // What follows is binary, which may look like an entry.
    pattern.lastIndex = match.index + match[0].length + size;
  }
  if (glyphs.size === 0) throw new UnreadableProgram('there are no glyphs');
  return {
    glyphs: [...glyphs.keys()],
    encoding: encodingOf(clear),
    isCidKeyed: false,
    hasFractions: false,
    advance(glyph) {
      const code = glyphs.get(glyph);
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
    for (let at = 0; at < bytes.length;) {
      if (steps++ > MAX_STEPS || depth > MAX_DEPTH) return undefined;
      const byte = bytes[at++] ?? 0;
      if (byte >= 32) {
        const second = bytes[at] ?? 0;
        if (byte <= 246) stack.push(byte - 139);
        else if (byte <= 250) stack.push((byte - 247) * 256 + second + 108);
        else if (byte <= 254) stack.push(-(byte - 251) * 256 - second - 108);
        else stack.push((second << 24) | ((bytes[at + 1] ?? 0) << 16) | ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0));
        at += byte <= 246 ? 0 : byte === 255 ? 4 : 1;
        continue;
      }
      if (byte === HSBW) return stack.at(-1);
      if (byte === CALLSUBR) {
        const called = subroutines.get(stack.pop() ?? -1);
        const width = called === undefined ? undefined : run(called, depth + 1);
        if (called === undefined || width !== undefined) return width;
      } else if (byte === ESCAPE) {
        const second = bytes[at++];
        if (second === SBW) return stack.at(-2);
        if (second === DIV) {
          const [b = 1, a = 0] = [stack.pop(), stack.pop()];
          stack.push(a / b);
        } else if (second !== CALLOTHERSUBR && second !== POP) return undefined;
      } else if (byte === RETURN) return undefined;
      else if (byte === ENDCHAR) return undefined;
      else return undefined;
    }
    return undefined;
  };
  return run(code, 0);
}
