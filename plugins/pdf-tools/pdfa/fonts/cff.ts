import { ENCODINGS, STANDARD_STRINGS } from './glyph-names.ts';
import { type GlyphProgram, UnreadableProgram } from './glyph-program.ts';

/** Operators of dictionaries; those after an escape (12) are 1200 and more (Adobe Technical Note #5176). */
const [CHARSET, ENCODING, CHARSTRINGS, PRIVATE, FONT_MATRIX, ROS, FD_ARRAY, FD_SELECT] = [15, 16, 17, 18, 1207, 1230, 1236, 1237];
const [SUBRS, DEFAULT_WIDTH, NOMINAL_WIDTH] = [19, 20, 21];
const MAX_GLYPHS = 65_536;
const MAX_STEPS = 10_000;
const MAX_DEPTH = 10;
/** Of glyphs (Adobe Technical Note #5177). */
const [HSTEM, VSTEM, VMOVETO, CALLSUBR, RETURN, ENDCHAR, HSTEMHM, HINTMASK, CNTRMASK, RMOVETO, HMOVETO, VSTEMHM, SHORT, CALLGSUBR] = [
  1, 3, 4, 10, 11, 14, 18, 19, 20, 21, 22, 23, 28, 29,
];

type Dictionary = ReadonlyMap<number, readonly number[]>;

interface Widths {
  readonly subroutines: readonly Uint8Array[];
  readonly usual: number;
  readonly nominal: number;
}

class Reader {
  readonly bytes: Uint8Array;
  at: number;

  constructor(bytes: Uint8Array, at: number) {
    if (!(at >= 0 && at < bytes.length)) throw new UnreadableProgram('an offset is out of range');
    this.bytes = bytes;
    this.at = at;
  }

  number(size: number): number {
    let value = 0;
    for (let i = 0; i < size; i++) {
      const byte = this.bytes[this.at++];
      if (byte === undefined) throw new UnreadableProgram('it ends too early');
      value = value * 256 + byte;
    }
    return value;
  }

  index(): Uint8Array[] {
    const count = this.number(2);
    if (count === 0) return [];
    const size = this.number(1);
    const offsets = Array.from({ length: count + 1 }, () => this.number(size));
    const base = this.at - 1;
    this.at = base + (offsets[count] ?? 1);
    return Array.from({ length: count }, (_, i) => this.bytes.subarray(base + (offsets[i] ?? 0), base + (offsets[i + 1] ?? 0)));
  }
}

function dictionary(bytes: Uint8Array): Dictionary {
  const found = new Map<number, readonly number[]>();
  let operands: number[] = [];
  for (let at = 0; at < bytes.length;) {
    const byte = bytes[at++] ?? 0;
    if (byte <= 21) {
      found.set(byte === 12 ? 1200 + (bytes[at++] ?? 0) : byte, operands);
      operands = [];
    } else if (byte === SHORT) {
      operands.push((((bytes[at] ?? 0) << 24) | ((bytes[at + 1] ?? 0) << 16)) >> 16);
      at += 2;
    } else if (byte === 29) {
      operands.push(((bytes[at] ?? 0) << 24) | ((bytes[at + 1] ?? 0) << 16) | ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0));
      at += 4;
    } else if (byte === 30) {
      let text = '';
      for (let isOver = false; !isOver && at < bytes.length; at++)
        for (const nibble of [(bytes[at] ?? 0) >> 4, (bytes[at] ?? 0) & 15]) {
          if (nibble === 15) isOver = true;
          else if (!isOver) text += ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '.', 'E', 'E-', '', '-'][nibble] ?? '';
        }
      operands.push(Number(text));
    } else if (byte <= 246) operands.push(byte - 139);
    else if (byte <= 250) operands.push((byte - 247) * 256 + (bytes[at++] ?? 0) + 108);
    else operands.push(-(byte - 251) * 256 - (bytes[at++] ?? 0) - 108);
  }
  return found;
}

/**
 * Reads a bare CFF font program, as FontFile3 has it.
 * @throws UnreadableProgram
 */
export function readCff(bytes: Uint8Array): GlyphProgram {
  const reader = new Reader(bytes, bytes[2] ?? 0);
  reader.index();
  const top = dictionary(reader.index()[0] ?? new Uint8Array());
  const strings = reader.index().map((text) => Buffer.from(text).toString('latin1'));
  const globals = reader.index();
  const offset = (key: number): number => top.get(key)?.[0] ?? 0;
  const codes = new Reader(bytes, offset(CHARSTRINGS)).index();
  if (codes.length === 0 || codes.length > MAX_GLYPHS) throw new UnreadableProgram('there are no glyphs');
  const isCidKeyed = top.has(ROS);
  const nameOf = (sid: number): string => STANDARD_STRINGS[sid] ?? strings[sid - STANDARD_STRINGS.length] ?? '.notdef';
  const ids = charset(bytes, offset(CHARSET), codes.length);
  const glyphs = ids.map((id) => (isCidKeyed ? String(id) : nameOf(id)));
  const parts = isCidKeyed ? new Reader(bytes, offset(FD_ARRAY)).index().map(dictionary) : [top];
  const widths = parts.map((part) => privateOf(bytes, part));
  const partOf = isCidKeyed ? selection(bytes, offset(FD_SELECT), codes.length) : () => 0;
  const scaleOf = (part: number): number => {
    const [own, whole] = [parts[part]?.get(FONT_MATRIX)?.[0], top.get(FONT_MATRIX)?.[0]];
    return isCidKeyed ? (own ?? 1) * (whole ?? (own === undefined ? 0.001 : 1)) * 1000 : (whole ?? 0.001) * 1000;
  };
  const places = new Map(glyphs.map((glyph, i) => [glyph, i]));
  return {
    glyphs,
    encoding: isCidKeyed ? new Map() : encodingOf(bytes, offset(ENCODING), glyphs, nameOf),
    isCidKeyed,
    hasFractions: widths.some(hasFractions),
    advance(glyph) {
      const place = places.get(glyph);
      const part = place === undefined ? 0 : partOf(place);
      const own = widths[part];
      const code = place === undefined ? undefined : codes[place];
      if (own === undefined || code === undefined) return undefined;
      const exact = widthOf(code, own, globals);
      const cut = { ...own, usual: Math.trunc(own.usual), nominal: Math.trunc(own.nominal) };
      const whole = hasFractions(own) ? widthOf(code, cut, globals) : exact;
      if (exact === undefined || whole === undefined) return undefined;
      return { exact: exact * scaleOf(part), whole: whole * scaleOf(part) };
    },
  };
}

const hasFractions = ({ usual, nominal }: Widths): boolean => !Number.isInteger(usual) || !Number.isInteger(nominal);

function privateOf(bytes: Uint8Array, part: Dictionary): Widths {
  const [size = 0, at = 0] = part.get(PRIVATE) ?? [];
  const own = dictionary(bytes.subarray(at, at + size));
  const subroutines = own.get(SUBRS)?.[0];
  return {
    subroutines: subroutines === undefined ? [] : new Reader(bytes, at + subroutines).index(),
    usual: own.get(DEFAULT_WIDTH)?.[0] ?? 0,
    nominal: own.get(NOMINAL_WIDTH)?.[0] ?? 0,
  };
}

/** The id of each glyph: of its name, or its CID. */
function charset(bytes: Uint8Array, offset: number, count: number): number[] {
  // The three that are only named; of the last two, for small capitals, no PDF was seen that shows them.
  if (offset === 0) return Array.from({ length: count }, (_, i) => i);
  if (offset < 3) throw new UnreadableProgram('an expert character set');
  const reader = new Reader(bytes, offset);
  const format = reader.number(1);
  const ids = [0];
  while (ids.length < count) {
    const first = reader.number(2);
    const left = format === 0 ? 0 : reader.number(format === 1 ? 1 : 2);
    for (let i = 0; i <= left && ids.length < count; i++) ids.push(first + i);
  }
  return ids;
}

function encodingOf(
  bytes: Uint8Array,
  offset: number,
  glyphs: readonly string[],
  nameOf: (sid: number) => string,
): ReadonlyMap<number, string> {
  if (offset === 0) return ENCODINGS['StandardEncoding'] ?? new Map();
  const found = new Map<number, string>();
  if (offset === 1) return found;
  const reader = new Reader(bytes, offset);
  const format = reader.number(1);
  const count = reader.number(1);
  let glyph = 1;
  for (let i = 0; i < count; i++) {
    const first = reader.number(1);
    const left = (format & 0x7f) === 0 ? 0 : reader.number(1);
    for (let code = first; code <= first + left; code++) found.set(code, glyphs[glyph++] ?? '.notdef');
  }
  if ((format & 0x80) !== 0) for (let more = reader.number(1); more > 0; more--) found.set(reader.number(1), nameOf(reader.number(2)));
  return found;
}

/** Which part of a CID-keyed font a glyph belongs to. */
function selection(bytes: Uint8Array, offset: number, count: number): (glyph: number) => number {
  const reader = new Reader(bytes, offset);
  const format = reader.number(1);
  if (format === 0) {
    const parts = Array.from({ length: count }, () => reader.number(1));
    return (glyph) => parts[glyph] ?? 0;
  }
  const ranges = Array.from({ length: reader.number(2) }, () => [reader.number(2), reader.number(1)] as const);
  return (glyph) => ranges.findLast(([first]) => first <= glyph)?.[1] ?? 0;
}

/** A glyph's width is what stands before the operands of its first operator, when that is one more than it takes. */
function widthOf(code: Uint8Array, { subroutines, usual, nominal }: Widths, globals: readonly Uint8Array[]): number | undefined {
  const stack: number[] = [];
  let steps = 0;
  const given = (operands: number): number => (stack.length > operands ? nominal + (stack[0] ?? 0) : usual);
  const call = (from: readonly Uint8Array[], depth: number): number | undefined => {
    const bias = from.length < 1240 ? 107 : from.length < 33_900 ? 1131 : 32_768;
    const called = from[(stack.pop() ?? NaN) + bias];
    if (called === undefined) throw new UnreadableProgram('a subroutine is not there');
    return run(called, depth + 1);
  };
  const run = (bytes: Uint8Array, depth: number): number | undefined => {
    for (let at = 0; at < bytes.length;) {
      if (steps++ > MAX_STEPS || depth > MAX_DEPTH) throw new UnreadableProgram('a glyph without end');
      const byte = bytes[at++] ?? 0;
      if (byte >= 32 || byte === SHORT) {
        const second = bytes[at] ?? 0;
        if (byte === SHORT) stack.push(((second << 24) | ((bytes[at + 1] ?? 0) << 16)) >> 16);
        else if (byte <= 246) stack.push(byte - 139);
        else if (byte <= 250) stack.push((byte - 247) * 256 + second + 108);
        else if (byte <= 254) stack.push(-(byte - 251) * 256 - second - 108);
        else stack.push(((second << 24) | ((bytes[at + 1] ?? 0) << 16) | ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0)) / 65_536);
        at += byte === SHORT ? 2 : byte <= 246 ? 0 : byte === 255 ? 4 : 1;
        continue;
      }
      switch (byte) {
        case CALLSUBR:
        case CALLGSUBR: {
          const width = call(byte === CALLSUBR ? subroutines : globals, depth);
          if (width !== undefined) return width;
          break;
        }
        case RETURN:
          return undefined;
        case HSTEM:
        case VSTEM:
        case HSTEMHM:
        case VSTEMHM:
        case HINTMASK:
        case CNTRMASK:
          return stack.length % 2 === 1 ? nominal + (stack[0] ?? 0) : usual;
        case RMOVETO:
          return given(2);
        case HMOVETO:
        case VMOVETO:
          return given(1);
        case ENDCHAR:
          // With four operands it is an accented letter of two others.
          return stack.length === 1 || stack.length === 5 ? nominal + (stack[0] ?? 0) : usual;
        default:
          throw new UnreadableProgram('a glyph that begins in an unknown way');
      }
    }
    return undefined;
  };
  return run(code, 0);
}
