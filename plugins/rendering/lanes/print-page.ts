import { ANSWER_TOO_LARGE } from '../chromium/bounded-pipe.ts';
import type { CdpPage } from '../chromium/browser.ts';
import { refusalOfPage } from '../chromium/cdp-session.ts';
import { RenderFailed, type PrintPlan } from '../contract.ts';
import { countPages, cropToLayout } from './pdf-objects.ts';

export interface PrintLimits {
  readonly maxPages: number;
  readonly maxBytes: number;
  readonly tagged: boolean;
}

/** Above this much HTML the PDF is read in pieces, so that the byte limit holds before all of it is in memory. */
const STREAM_FROM = 256 * 1024;
const UNPRINTABLE = 'something that its header or footer loads, or an image that is too large once it is unpacked';
const PIECE = 1024 * 1024;

/** @throws RenderFailed when the PDF has too many pages or bytes, or Chromium makes none */
export async function printPage(
  page: CdpPage,
  plan: PrintPlan,
  htmlLength: number,
  limits: PrintLimits,
): Promise<{ pdf: Buffer; pages: number }> {
  const streamed = htmlLength > STREAM_FROM;
  const { data, stream } = await print(page, plan, streamed, limits);
  const pdf = stream === undefined ? Buffer.from(data, 'base64') : await readStream(page, stream, limits.maxBytes);
  refuseTooLarge(pdf.byteLength, limits.maxBytes);
  const pages = countPages(pdf);
  if (pages > limits.maxPages) {
    throw RenderFailed(`The document has more than ${String(limits.maxPages)} pages, the limit in phase print.`);
  }
  cropToLayout(pdf);
  return { pdf, pages };
}

async function print(
  page: CdpPage,
  plan: PrintPlan,
  streamed: boolean,
  limits: PrintLimits,
): Promise<{ readonly data: string; readonly stream?: string }> {
  try {
    return await sendPrint(page, plan, streamed, limits);
  } catch (error) {
    const reason = refusalOfPage(error);
    if (reason === ANSWER_TOO_LARGE) return print(page, plan, true, limits);
    if (reason === undefined) throw error;
    const what = plan.header === undefined ? 'an image that is too large once it is unpacked' : UNPRINTABLE;
    throw RenderFailed(`The document cannot be printed: Chromium gives up on it, most often for ${what}, in phase print.`, {
      cause: error,
    });
  }
}

function sendPrint(
  page: CdpPage,
  { header, footer, showsTime: _, given: __, fit: ___, ...geometry }: PrintPlan,
  streamed: boolean,
  limits: PrintLimits,
) {
  return page.send('Page.printToPDF', {
    ...geometry,
    landscape: false,
    pageRanges: `1-${String(limits.maxPages + 1)}`,
    generateTaggedPDF: limits.tagged,
    generateDocumentOutline: false,
    transferMode: streamed ? 'ReturnAsStream' : 'ReturnAsBase64',
    ...(header === undefined || footer === undefined ? {} : { displayHeaderFooter: true, headerTemplate: header, footerTemplate: footer }),
  });
}

async function readStream(page: CdpPage, handle: string, maxBytes: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let size = 0;
  try {
    for (let end = false; !end;) {
      const { data, eof } = await page.send('IO.read', { handle, size: PIECE });
      const piece = Buffer.from(data, 'base64');
      size += piece.byteLength;
      refuseTooLarge(size, maxBytes);
      pieces.push(piece);
      end = eof;
    }
  } finally {
    await page.send('IO.close', { handle });
  }
  return Buffer.concat(pieces);
}

function refuseTooLarge(size: number, maxBytes: number): void {
  if (size > maxBytes) throw RenderFailed(`The PDF is larger than ${String(maxBytes)} bytes, the limit in phase print.`);
}
