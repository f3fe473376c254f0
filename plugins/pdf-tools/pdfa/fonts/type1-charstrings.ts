/** Operators of glyphs (Adobe Type 1 Font Format, 6.4); those behind an escape are 256 more. */
export const [CALLSUBR, RETURN, HSBW, SBW, DIV, CALLOTHERSUBR, POP] = [10, 11, 13, 263, 268, 272, 273];
const [ESCAPE, ESCAPED] = [12, 256];

export interface CharstringToken {
  readonly kind: 'number' | 'operator';
  readonly value: number;
  readonly at: number;
  readonly end: number;
}

/** The numbers and operators of a glyph or subroutine (Adobe Type 1 Font Format, 6.2). */
export function* tokensOf(code: Uint8Array): Generator<CharstringToken> {
  for (let at = 0; at < code.length;) {
    const byte = code[at] ?? 0;
    const second = code[at + 1] ?? 0;
    const [kind, value, size]: [CharstringToken['kind'], number, number] =
      byte === ESCAPE
        ? ['operator', ESCAPED + second, 2]
        : byte < 32
          ? ['operator', byte, 1]
          : byte <= 246
            ? ['number', byte - 139, 1]
            : byte <= 250
              ? ['number', (byte - 247) * 256 + second + 108, 2]
              : byte <= 254
                ? ['number', -(byte - 251) * 256 - second - 108, 2]
                : ['number', (second << 24) | ((code[at + 2] ?? 0) << 16) | ((code[at + 3] ?? 0) << 8) | (code[at + 4] ?? 0), 5];
    yield { kind, value, at, end: at + size };
    at += size;
  }
}
