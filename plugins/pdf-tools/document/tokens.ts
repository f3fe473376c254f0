/** An operand of a content stream, and where it stands. Arrays keep their items; a dictionary's are keys and values in turn. */
export interface Operand {
  readonly kind: 'number' | 'name' | 'string' | 'array' | 'dict' | 'word';
  readonly start: number;
  readonly end: number;
  readonly number?: number;
  readonly text?: string;
  readonly bytes?: Uint8Array;
  /** A hexadecimal string whose last digit is left out, and stands for 0. */
  readonly isOdd?: boolean;
  readonly items?: readonly Operand[];
}

export type OnOperation = (operator: string, operands: readonly Operand[], start: number, inlineImage?: InlineImage) => void;

export interface InlineImage {
  readonly entries: ReadonlyMap<string, Operand>;
  readonly data: Uint8Array;
}

/** A content stream that cannot be read (ISO 32000-1, 7.8.2). */
export class UnreadableContent extends Error {}

const SPACE = new Set([0, 9, 10, 12, 13, 32]);
const DELIMITERS = new Set(Array.from('()<>[]{}/%', (letter) => letter.charCodeAt(0)));
const MAX_DEPTH = 32;
const MAX_OPERANDS = 100_000;
const [LF, CR, BACKSLASH, OPEN, CLOSE] = [10, 13, 92, 40, 41];
/** What follows an image is looked at for bytes that are no text. */
const [LOOKED_AHEAD, MIN_TEXT, MAX_TEXT] = [10, 32, 126];
const COMPONENTS: Readonly<Record<string, number>> = { G: 1, DeviceGray: 1, RGB: 3, DeviceRGB: 3, CMYK: 4, DeviceCMYK: 4 };
const ESCAPES: Readonly<Record<string, number>> = { n: 10, r: 13, t: 9, b: 8, f: 12 };

const isRegular = (byte: number | undefined): byte is number => byte !== undefined && !SPACE.has(byte) && !DELIMITERS.has(byte);

/** Reads a content stream and reports each operation with its operands. */
export function readContent(bytes: Uint8Array, onOperation: OnOperation): void {
  new ContentReader(bytes).run(onOperation);
}

class ContentReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  run(onOperation: OnOperation): void {
    let operands: Operand[] = [];
    for (;;) {
      this.#skipSpace();
      if (this.#at >= this.#bytes.length) break;
      const operand = this.#operand(0);
      if (operand.kind !== 'word' || operand.text === 'true' || operand.text === 'false' || operand.text === 'null') {
        operands.push(operand);
        if (operands.length > MAX_OPERANDS) throw new UnreadableContent('too many operands');
        continue;
      }
      const operator = operand.text ?? '';
      if (operator === 'BI') onOperation('BI', [], operand.start, this.#inlineImage());
      else onOperation(operator, operands, operand.start);
      operands = [];
    }
    if (operands.length > 0) throw new UnreadableContent('operands without an operator');
  }

  #skipSpace(): void {
    for (;;) {
      const byte = this.#bytes[this.#at];
      if (byte === undefined) return;
      if (byte === 0x25) while (this.#at < this.#bytes.length && this.#bytes[this.#at] !== LF && this.#bytes[this.#at] !== CR) this.#at++;
      else if (SPACE.has(byte)) this.#at++;
      else return;
    }
  }

  #operand(depth: number): Operand {
    if (depth > MAX_DEPTH) throw new UnreadableContent('too deep');
    const start = this.#at;
    const byte = this.#bytes[this.#at];
    switch (byte) {
      case 0x2f:
        return this.#name(start);
      case OPEN:
        return this.#string(start);
      case 0x5b:
        this.#at++;
        return { kind: 'array', start, items: this.#items(0x5d, depth), end: this.#at };
      case 0x3c:
        if (this.#bytes[this.#at + 1] !== 0x3c) return this.#hex(start);
        return this.#dictionary(start, depth);
    }
    return this.#word(start);
  }

  #dictionary(start: number, depth: number): Operand {
    this.#at += 2;
    const items = this.#items(0x3e, depth);
    if (this.#bytes[this.#at] !== 0x3e) throw new UnreadableContent('a dictionary without end');
    this.#at++;
    return { kind: 'dict', start, items, end: this.#at };
  }

  #items(close: number, depth: number): Operand[] {
    const items: Operand[] = [];
    for (;;) {
      this.#skipSpace();
      const byte = this.#bytes[this.#at];
      if (byte === undefined) throw new UnreadableContent('an array without end');
      if (byte === close) {
        this.#at++;
        return items;
      }
      items.push(this.#operand(depth + 1));
    }
  }

  #name(start: number): Operand {
    this.#at++;
    while (isRegular(this.#bytes[this.#at])) this.#at++;
    const raw = latin1(this.#bytes.subarray(start + 1, this.#at));
    const text = raw.includes('#') ? raw.replace(/#([0-9a-fA-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))) : raw;
    return { kind: 'name', start, end: this.#at, text };
  }

  #word(start: number): Operand {
    while (isRegular(this.#bytes[this.#at])) this.#at++;
    if (this.#at === start) throw new UnreadableContent('a stray delimiter');
    const text = latin1(this.#bytes.subarray(start, this.#at));
    const end = this.#at;
    if (!/^[-+.\d]/.test(text)) return { kind: 'word', start, end, text };
    const number = Number(text);
    if (!/^[-+]?(\d+\.?\d*|\.\d+)$/.test(text) || !Number.isFinite(number)) throw new UnreadableContent('a malformed number');
    return { kind: 'number', start, end, number };
  }

  #hex(start: number): Operand {
    const close = this.#bytes.indexOf(0x3e, start);
    if (close === -1) throw new UnreadableContent('a string without end');
    const digits = latin1(this.#bytes.subarray(start + 1, close)).replace(/[\s\0]+/g, '');
    if (/[^0-9a-fA-F]/.test(digits)) throw new UnreadableContent('a malformed hexadecimal string');
    this.#at = close + 1;
    const isOdd = digits.length % 2 !== 0;
    const string: Operand = { kind: 'string', start, end: this.#at, bytes: Buffer.from(isOdd ? `${digits}0` : digits, 'hex') };
    return isOdd ? { ...string, isOdd } : string;
  }

  #string(start: number): Operand {
    const out: number[] = [];
    let depth = 1;
    this.#at++;
    for (;;) {
      const byte = this.#bytes[this.#at++];
      if (byte === undefined) throw new UnreadableContent('a string without end');
      if (byte === BACKSLASH) {
        this.#escape(out);
        continue;
      }
      if (byte === OPEN) depth++;
      else if (byte === CLOSE && --depth === 0) break;
      // Any end of line stands for a line feed.
      if (byte === CR && this.#bytes[this.#at] === LF) this.#at++;
      out.push(byte === CR ? LF : byte);
    }
    return { kind: 'string', start, end: this.#at, bytes: Uint8Array.from(out) };
  }

  #escape(out: number[]): void {
    const byte = this.#bytes[this.#at++];
    if (byte === undefined) return;
    const letter = String.fromCharCode(byte);
    const known = ESCAPES[letter];
    if (known !== undefined) out.push(known);
    else if (byte === CR) {
      if (this.#bytes[this.#at] === LF) this.#at++;
    } else if (/[0-7]/.test(letter)) {
      let octal = letter;
      while (octal.length < 3 && /[0-7]/.test(String.fromCharCode(this.#bytes[this.#at] ?? 0)))
        octal += String.fromCharCode(this.#bytes[this.#at++] ?? 0);
      out.push(parseInt(octal, 8) & 0xff);
    } else if (byte !== LF) out.push(byte);
  }

  /** From after BI to after EI. Where packed data ends is not written down: at an EI between spaces, with text after it. */
  #inlineImage(): InlineImage {
    const entries = new Map<string, Operand>();
    for (;;) {
      this.#skipSpace();
      const key = this.#operand(0);
      if (key.kind === 'word' && key.text === 'ID') break;
      if (key.kind !== 'name') throw new UnreadableContent('a malformed inline image');
      this.#skipSpace();
      entries.set(key.text ?? '', this.#operand(0));
    }
    const start = ++this.#at;
    for (let i = start + (unpackedBytes(entries) ?? 0); i + 2 < this.#bytes.length + 1; i++) {
      const before = this.#bytes[i - 1];
      if (this.#bytes[i] !== 0x45 || this.#bytes[i + 1] !== 0x49 || before === undefined || !SPACE.has(before)) continue;
      const after = this.#bytes[i + 2];
      if (after !== undefined && isRegular(after)) continue;
      if (this.#bytes.subarray(i + 2, i + 2 + LOOKED_AHEAD).some((byte) => byte > MAX_TEXT || (byte < MIN_TEXT && !SPACE.has(byte))))
        continue;
      this.#at = i + 2;
      return { entries, data: this.#bytes.subarray(start, i) };
    }
    throw new UnreadableContent('an inline image without end');
  }
}

/** Whether a reader that does not count the bytes of an inline image may find its end within it. */
export const isAmbiguous = ({ data }: InlineImage): boolean => /\sEI\s/.test(latin1(data));

/** How long the data of an inline image is that no filter packed; undefined where that is not said. */
function unpackedBytes(entries: InlineImage['entries']): number | undefined {
  const entry = (short: string, long: string): Operand | undefined => entries.get(short) ?? entries.get(long);
  const [width, height] = [entry('W', 'Width')?.number, entry('H', 'Height')?.number];
  const isMask = entry('IM', 'ImageMask')?.text === 'true';
  const components = isMask ? 1 : COMPONENTS[entry('CS', 'ColorSpace')?.text ?? ''];
  const bits = isMask ? 1 : entry('BPC', 'BitsPerComponent')?.number;
  if (entry('F', 'Filter') !== undefined || width === undefined || height === undefined) return undefined;
  return components === undefined || bits === undefined ? undefined : Math.ceil((width * components * bits) / 8) * height;
}

const latin1 = (bytes: Uint8Array): string => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
