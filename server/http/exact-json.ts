import { isUtf8 } from 'node:buffer';

/** Why a body is refused; crosses the border of a thread as plain data. */
export interface JsonProblem {
  readonly message: string;
  /** Path of the value, where it is one value's fault. */
  readonly field?: string;
}

export class JsonRefused extends Error {
  readonly problem: JsonProblem;

  constructor(problem: JsonProblem) {
    super(problem.message);
    this.name = 'JsonRefused';
    this.problem = problem;
  }
}

const BYTE_ORDER_MARK = '\ufeff';
/** Any decimal number of so many digits comes back from a double as it was. */
const SAFE_DIGITS = 15;
/** Text with this may have numbers that a double cannot hold, if only within its strings. */
const MAY_BE_INEXACT = /\d(?:[\d.]{15}|[eE])/;
/** The names that JavaScript's objects put first, in the order of their numbers, and the one that names no field of theirs. */
const MAY_BE_SPECIAL = /"(?:0|[1-9]\d{0,9})"\s*:|\\u003\d|__proto__|\\u005[fF]/;
const PROTOTYPE = '__proto__';
const LAST_INDEX = 4_294_967_294;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

/**
 * JSON as it was sent: numbers with more digits than JavaScript's own hold become text of the same digits.
 * @throws JsonRefused for bytes that are no UTF-8, text that is no JSON, a field named `__proto__`, and objects whose fields would change
 * their order
 */
export function parseExactJson(blocks: readonly Uint8Array[]): unknown {
  const bytes = Buffer.concat(blocks);
  if (!isUtf8(bytes))
    throw new JsonRefused({ message: `The body is not valid UTF-8: ${describeByte(bytes)}. Send text encoded in UTF-8.` });
  const decoded = bytes.toString('utf8');
  const text = decoded.startsWith(BYTE_ORDER_MARK) ? decoded.slice(1) : decoded;
  const isPlain = !MAY_BE_INEXACT.test(text) && !MAY_BE_SPECIAL.test(text);
  try {
    return JSON.parse(isPlain ? text : withExactNumbers(text));
  } catch (error) {
    if (error instanceof JsonRefused) throw error;
    throw new JsonRefused({ message: 'The body is not valid JSON.' }); // its own message quotes the body
  }
}

/** The first byte that no character of UTF-8 has at its place. */
function describeByte(bytes: Uint8Array): string {
  let at = 0;
  for (const decoder = new TextDecoder('utf-8', { fatal: true }); at < bytes.byteLength;) {
    const end = Math.min(at + 1024, bytes.byteLength);
    try {
      decoder.decode(bytes.subarray(at, end), { stream: true });
    } catch {
      break; // it is in these bytes, or began in those before
    }
    at = end;
  }
  for (let index = beginOf(bytes, at); index < bytes.byteLength;) {
    const length = lengthOf(bytes, index);
    if (length === 0)
      return `byte ${String(index)} (0x${(bytes[index] ?? 0).toString(16).toUpperCase().padStart(2, '0')}) belongs to no character`;
    index += length;
  }
  return 'it ends within a character';
}

/** Where the character begins that reaches to this byte, if one does. */
function beginOf(bytes: Uint8Array, at: number): number {
  for (let before = 1; before <= 3; before++) if ((bytes[at - before] ?? 0) >= 0xc0) return at - before;
  return at;
}

/** Bytes of the character that begins here; 0 where none does. */
function lengthOf(bytes: Uint8Array, index: number): number {
  for (let length = 1; length <= 4; length++) if (isUtf8(bytes.subarray(index, index + length))) return length;
  return 0;
}

interface OpenValue {
  readonly kind: 'object' | 'array';
  /** Name or index of the value that is being read. */
  at: string | number;
  /** The last name that is a whole number. */
  lastIndex: number;
  hasOtherName: boolean;
  expectsName: boolean;
}

/** Reads no more of JSON than where its numbers and names are: whether it is JSON is left to the parser. */
function withExactNumbers(text: string): string {
  const open: OpenValue[] = [];
  const pieces: string[] = [];
  let copied = 0;
  for (let at = 0; at < text.length;) {
    const start = at;
    const sign = text.charAt(at);
    const current = open.at(-1);
    if (sign === '"') {
      at = endOfText(text, at);
      if (current?.expectsName === true) noteName(open, current, text.slice(start, at));
    } else if (/[-\d]/.test(sign)) {
      NUMBER.lastIndex = at;
      const number = NUMBER.exec(text)?.[0] ?? sign;
      at += number.length;
      if (isExact(number)) continue;
      pieces.push(text.slice(copied, start), `"${number}"`);
      copied = at;
    } else {
      at++;
      if (sign === '{') open.push({ kind: 'object', at: '', lastIndex: -1, hasOtherName: false, expectsName: true });
      else if (sign === '[') open.push({ kind: 'array', at: 0, lastIndex: -1, hasOtherName: false, expectsName: false });
      else if (sign === '}' || sign === ']') open.pop();
      else if (sign === ',' && current !== undefined) next(current);
      else if (sign === ':' && current !== undefined) current.expectsName = false;
    }
  }
  return pieces.length === 0 ? text : pieces.join('') + text.slice(copied);
}

/** Behind the quote that ends the text which begins here. */
function endOfText(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text.charAt(end - 1 - backslashes) === '\\') backslashes++;
    if (backslashes % 2 === 0) return end + 1;
  }
  return text.length;
}

function next(value: OpenValue): void {
  if (value.kind === 'object') value.expectsName = true;
  else value.at = Number(value.at) + 1;
}

function noteName(open: readonly OpenValue[], current: OpenValue, token: string): void {
  const name = token.includes('\\') ? String(readName(token)) : token.slice(1, -1);
  current.at = name;
  const path = (): string => open.map(({ at }) => String(at)).join('.');
  if (name === PROTOTYPE) throw new JsonRefused({ field: path(), message: 'is not allowed as the name of a field' });
  const index = /^(?:0|[1-9]\d{0,9})$/.test(name) ? Number(name) : Infinity;
  if (index > LAST_INDEX) {
    current.hasOtherName = true;
    return;
  }
  if (current.hasOtherName || index < current.lastIndex) {
    throw new JsonRefused({
      field: path(),
      message: 'would change its place: send names that are whole numbers first and in ascending order, or send a list',
    });
  }
  current.lastIndex = index;
}

function readName(token: string): unknown {
  try {
    return JSON.parse(token);
  } catch {
    return token; // the parser refuses it next
  }
}

/** Whether a double holds all digits of a number as it is written. */
function isExact(literal: string): boolean {
  if (literal.length <= SAFE_DIGITS && !/[eE]/.test(literal)) return true;
  const number = Number(literal);
  return Number.isNaN(number) || (Number.isFinite(number) && canonical(literal) === canonical(String(number)));
}

/** Sign, digits without zeros around them, and the place of the first one. */
function canonical(literal: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = /^(-?)(\d+)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/.exec(literal) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  if (significant === '') return '0';
  const place = Number(exponent) - fraction.length + (digits.length - 1);
  return `${sign}${significant}e${String(place)}`;
}
