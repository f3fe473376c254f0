import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Turned into JSON at once: some two milliseconds. */
const SLICE = 512 * 1024;

const isHighSurrogate = (code: number): boolean => code >= 0xd800 && code < 0xdc00;

/** The JSON of a text in slices; between them the event loop goes on. */
async function* quoted(text: string): AsyncGenerator<Buffer> {
  for (let at = 0; at < text.length;) {
    let end = Math.min(at + SLICE, text.length);
    if (end < text.length && isHighSurrogate(text.charCodeAt(end - 1))) end--;
    yield Buffer.from(JSON.stringify(text.slice(at, end)).slice(1, -1));
    at = end;
    await nextTurn();
  }
}

/** The same bytes as `JSON.stringify` gives, without a pause where a reply holds a document in base64. */
export async function jsonReply(reply: unknown): Promise<Buffer> {
  const long: string[] = [];
  const mark = randomUUID();
  const short = JSON.stringify(reply, (_, value: unknown) => {
    if (typeof value !== 'string' || value.length <= SLICE) return value;
    return mark + String(long.push(value) - 1);
  });
  if (long.length === 0) return Buffer.from(short);
  const parts: Buffer[] = [];
  let rest = short;
  for (const [i, text] of long.entries()) {
    const placeholder = `"${mark}${String(i)}"`;
    const at = rest.indexOf(placeholder);
    parts.push(Buffer.from(`${rest.slice(0, at)}"`));
    for await (const part of quoted(text)) parts.push(part);
    parts.push(Buffer.from('"'));
    rest = rest.slice(at + placeholder.length);
  }
  return Buffer.concat([...parts, Buffer.from(rest)]);
}
