import { type HubError, ValidationError } from '../contract/errors.ts';

export interface JsonLimits {
  /** Objects, arrays, strings, numbers and literals together. */
  readonly maxValues: number;
  readonly maxDepth: number;
  /** Of one string as it is written, escapes and all. */
  readonly maxTextBytes: number;
}

/** Of one object. A table of names grows more than proportionally costly. */
const MAX_FIELDS = 10_000;
/** V8 takes names of more than 16,383 characters as equal until it compares them letter by letter. */
const MAX_NAME_BYTES = 1024;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;

const tooMany = (what: string, most: number): HubError =>
  ValidationError(`The body has more than ${String(most)} ${what}; send less at once.`);

/**
 * Judges a JSON text by its bytes, piece by piece as it arrives, before anything is parsed: parsing costs by the number of
 * values, not by the size. Whether it is JSON at all is left to the parser.
 */
export class JsonScan {
  readonly #limits: JsonLimits;
  /** Fields of the open objects, by depth. */
  readonly #fields: Uint32Array;
  #values = 1;
  #depth = 0;
  #inString = false;
  #escaped = false;
  #stringBytes = 0;

  constructor(limits: JsonLimits) {
    this.#limits = limits;
    this.#fields = new Uint32Array(limits.maxDepth + 1);
  }

  /** @throws ValidationError as soon as a limit is passed */
  push(bytes: Uint8Array): void {
    let at = 0;
    while (at < bytes.length) at = this.#inString ? this.#skipString(bytes, at) : this.#readStructure(bytes, at);
  }

  /** To the end of the string or of the bytes; a string may go on in the next piece. */
  #skipString(bytes: Uint8Array, from: number): number {
    let at = from;
    if (this.#escaped) {
      this.#escaped = false;
      at++;
    }
    for (; at < bytes.length; at++) {
      const byte = bytes[at];
      if (byte === BACKSLASH) {
        if (++at === bytes.length) this.#escaped = true;
      } else if (byte === QUOTE) {
        this.#inString = false;
        this.#stringBytes--; // the closing quote is not part of the text
        at++;
        break;
      }
    }
    this.#stringBytes += at - from;
    const { maxTextBytes } = this.#limits;
    if (this.#stringBytes > maxTextBytes) throw ValidationError(`The body has a text of more than ${String(maxTextBytes)} bytes.`);
    return at;
  }

  #readStructure(bytes: Uint8Array, from: number): number {
    for (let at = from; at < bytes.length; at++) {
      switch (bytes[at]) {
        case QUOTE:
          this.#inString = true;
          this.#stringBytes = 0;
          return at + 1;
        case COMMA:
          this.#count();
          break;
        case COLON:
          this.#name();
          break;
        case 0x5b: // [
        case 0x7b: // {
          this.#open();
          break;
        case 0x5d: // ]
        case 0x7d: // }
          if (this.#depth > 0) this.#depth--;
          break;
      }
    }
    return bytes.length;
  }

  /** A comma is followed by a value, and so is an opening bracket, unless its container is empty. */
  #count(): void {
    if (++this.#values > this.#limits.maxValues) throw tooMany('values', this.#limits.maxValues);
  }

  #open(): void {
    this.#count();
    if (++this.#depth > this.#limits.maxDepth)
      throw ValidationError(`The body is nested deeper than ${String(this.#limits.maxDepth)} levels.`);
    this.#fields[this.#depth] = 0;
  }

  #name(): void {
    if (this.#stringBytes > MAX_NAME_BYTES) {
      throw ValidationError(`The body has a field whose name is longer than ${String(MAX_NAME_BYTES)} bytes.`);
    }
    const fields = (this.#fields[this.#depth] ?? 0) + 1;
    this.#fields[this.#depth] = fields;
    if (fields > MAX_FIELDS) throw tooMany('fields in one object', MAX_FIELDS);
  }
}
