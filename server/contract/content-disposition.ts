import header from 'content-disposition';

/** RFC 6266: the name in ASCII, and in UTF-8 where that is another. */
export const contentDisposition = (type: 'inline' | 'attachment', filename: string): string =>
  header(filename, { type, fallback: filename.replace(/[^\x20-\x7e]|["\\]/g, '_') });
