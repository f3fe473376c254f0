import { setImmediate as breathe } from 'node:timers/promises';

/** Characters handled in one go; others get their turn in between. */
const STEP = 1 << 20;
const PREFIX = /^data:[^,]{0,100},/;
const SPACE = /\s+/g;

/** Where the text begins behind `data:…,`. */
const startOf = (text: string): number => PREFIX.exec(text.slice(0, 128))?.[0].length ?? 0;

function* pieces(text: string): Generator<string> {
  for (let at = startOf(text); at < text.length; at += STEP) yield text.slice(at, at + STEP);
}

/** How many bytes a base64 text holds; exact above `most`, and never too little. */
export async function decodedSize(text: string, most: number): Promise<number> {
  const bytes = (letters: number): number => Math.floor((letters * 3) / 4);
  if (bytes(text.length) <= most) return bytes(text.length);
  let letters = 0;
  for (const piece of pieces(text)) {
    letters += piece.replace(SPACE, '').length;
    await breathe();
  }
  const padding = /=*$/.exec(text.slice(-64).replace(SPACE, ''))?.[0].length ?? 0;
  return bytes(letters - padding);
}

/**
 * Decodes strict base64 piece by piece, after a `data:` prefix and with white space anywhere.
 * @returns false for text that is none, or is empty
 */
export async function decodeBase64(text: string, take: (bytes: Uint8Array) => Promise<void>): Promise<boolean> {
  let rest = '';
  let isOver = false;
  let isEmpty = true;
  for (const piece of pieces(text)) {
    const letters = rest + piece.replace(SPACE, '');
    if (letters === '') continue;
    if (isOver) return false; // something follows the padding
    const whole = letters.length - (letters.length % 4);
    const now = letters.slice(0, whole);
    rest = letters.slice(whole);
    if (!/^[A-Za-z0-9+/]*={0,2}$/.test(now)) return false;
    isOver = now.endsWith('=');
    if (isOver && rest !== '') return false;
    if (now !== '') {
      isEmpty = false;
      await take(Buffer.from(now, 'base64'));
      await breathe();
    }
  }
  if (rest === '') return !isEmpty;
  // Without its padding.
  if (!/^[A-Za-z0-9+/]{2,3}$/.test(rest) && !/^[A-Za-z0-9+/]{2}=$/.test(rest)) return false;
  await take(Buffer.from(rest, 'base64'));
  return true;
}
