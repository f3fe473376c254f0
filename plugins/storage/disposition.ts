/** Also the four characters that encodeURIComponent leaves and RFC 8187, 3.2.1 does not allow. */
const encode = (text: string): string =>
  encodeURIComponent(text).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);

/** RFC 6266: an ASCII name for old readers, the real one in UTF-8. */
export function contentDisposition(filename: string): string {
  const ascii = filename.replace(/[^\x20-\x7e]|["\\]/g, '_');
  return `inline; filename="${ascii}"; filename*=UTF-8''${encode(filename)}`;
}
