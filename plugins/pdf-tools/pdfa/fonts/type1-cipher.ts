/** Keys of the two layers (Adobe Type 1 Font Format, 7.1): of the encrypted part, and of each glyph and subroutine in it. */
export const [EEXEC_KEY, CHARSTRING_KEY] = [55_665, 4330];

/** Adobe's stream cipher, without the random bytes that it begins with. */
export function decrypt(data: Uint8Array, key: number, skipped: number): Uint8Array {
  const out = new Uint8Array(data.length);
  let state = key;
  for (const [i, cipher] of data.entries()) {
    out[i] = cipher ^ (state >> 8);
    state = next(cipher, state);
  }
  return out.subarray(skipped);
}

/** @param data with the bytes that it begins with, which may be any */
export function encrypt(data: Uint8Array, key: number): Uint8Array {
  const out = new Uint8Array(data.length);
  let state = key;
  for (const [i, plain] of data.entries()) {
    const cipher = (plain ^ (state >> 8)) & 0xff;
    out[i] = cipher;
    state = next(cipher, state);
  }
  return out;
}

const next = (cipher: number, state: number): number => ((cipher + state) * 52_845 + 22_719) & 0xffff;
