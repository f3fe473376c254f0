import { randomBytes } from 'node:crypto';
import type { RenderJob } from './lane.ts';
import { infoOf } from './pdf-objects.ts';
import type { PageState } from './readiness.ts';

/** What was printed, or was to be, is not the document that was asked for. Printing it again on a fresh page may help. */
export class WrongPrint extends Error {
  constructor(found: string) {
    super(`another document than the one asked for: ${found}`);
    this.name = 'WrongPrint';
  }
}

/** Of 72 random bits, in letters that a PDF holds as they are. */
export const newToken = (): string => randomBytes(9).toString('base64url');

/** A comment before everything else changes nothing of a document, its mode included. */
export const withToken = (html: string, token: string): string => `<!--${token}-->${html}`;

/**
 * Whether the title may carry the token while the document is printed: a header or footer may show the title, and where the mark was,
 * a file has spaces, which one that is to be reproducible would not have from the other lane.
 */
export const mayMarkTitle = ({ plan: { header = '', footer = '' }, clock }: Pick<RenderJob, 'plan' | 'clock'>): boolean =>
  clock === undefined && !/title/i.test(header + footer);

/** @throws WrongPrint when the page holds another document than the one sent with the token */
export function assertHolds({ token: found }: PageState, token: string): void {
  if (found !== token) throw new WrongPrint('the page holds something else');
}

/**
 * Chromium writes the document's title into the PDF. So the token in it proves that the PDF is of the very document whose
 * state was read; it is taken out here, in place, as nothing may move: the file refers to its objects by their offsets.
 * Without a token in the title, one that the document has and the PDF lacks proves the contrary.
 * @param pdf changed: the token is gone
 * @throws WrongPrint when the PDF is of another document
 */
export function assertPrinted(pdf: Buffer, { token, hasTitle, isMarked }: PageState): void {
  if (isMarked) {
    if (!removeMark(pdf, token)) throw new WrongPrint('the PDF lacks the mark of its page');
  } else if (hasTitle && !/\/Title\b/.test(infoOf(pdf))) {
    throw new WrongPrint('the PDF lacks the title of its page');
  }
}

const WHOLE_TITLE = '/Title (';

/** Chromium writes ASCII as text, and everything else as UTF-16 in hexadecimal digits (ISO 32000-1, 7.9.2.2). */
function removeMark(pdf: Buffer, mark: string): boolean {
  const hexadecimal = Buffer.from(mark, 'utf16le').swap16().toString('hex').toUpperCase();
  for (const [text, end] of [
    [mark, ')'],
    [hexadecimal, '>'],
  ] as const) {
    const at = pdf.indexOf(text + end, 0, 'latin1');
    if (at === -1) continue;
    const after = at + text.length + end.length;
    const titleAt = at - WHOLE_TITLE.length;
    if (pdf.toString('latin1', titleAt, at) === WHOLE_TITLE) {
      pdf.fill(' ', titleAt, after);
    } else {
      pdf.write(end, at, 'latin1');
      pdf.fill(' ', at + end.length, after);
    }
    return true;
  }
  return false;
}
