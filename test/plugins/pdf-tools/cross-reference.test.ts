import assert from 'node:assert/strict';
import { deflateSync } from 'node:zlib';
import { PDFDocument } from 'pdf-lib';
import { structureFault, withFile } from '../../corpus/judges.ts';
import { popplerLines } from '../../support/poppler.ts';
import { base64 } from './fixtures.ts';
import { bytesOf, type FileReply, popplerTools } from './tools.ts';

/** A PDF that is written object by object, so that its cross-reference may say what it likes. */
class RawPdf {
  #text = '%PDF-1.7\n';
  readonly #offsets = new Map<number, number>();

  object(number: number, body: string, generation = 0): number {
    const at = this.#text.length;
    this.#text += `${String(number)} ${String(generation)} obj\n${body}\nendobj\n`;
    this.#offsets.set(number, at);
    return at;
  }

  content(number: number, words: string): number {
    const body = `BT /F1 18 Tf 20 150 Td (${words}) Tj ET`;
    return this.object(number, `<< /Length ${String(body.length)} >>\nstream\n${body}\nendstream`);
  }

  /** @param changes offsets that the table has in place of the last ones; none for numbers that are free */
  table(changes: Readonly<Record<number, number | undefined>> = {}, previous?: number, only?: readonly number[]): number {
    const at = this.#text.length;
    const entries = only ?? [0, ...this.#offsets.keys()];
    const lines = entries
      .toSorted((a, b) => a - b)
      .map((number) => {
        const offset = number in changes ? changes[number] : this.#offsets.get(number);
        const entry = offset === undefined ? '0000000000 65535 f ' : `${String(offset).padStart(10, '0')} 00000 n `;
        return `${String(number)} 1\n${entry}\n`;
      });
    const prev = previous === undefined ? '' : ` /Prev ${String(previous)}`;
    this.#text += `xref\n${lines.join('')}trailer\n<< /Size 20 /Root 1 0 R${prev} >>\nstartxref\n${String(at)}\n%%EOF\n`;
    return at;
  }

  get base64(): string {
    return Buffer.from(this.#text, 'latin1').toString('base64');
  }
}

/** A page with object 5 as its content; more of its entries. */
function onePage(more = ''): RawPdf {
  const raw = new RawPdf();
  raw.object(1, '<< /Type /Catalog /Pages 2 0 R >>');
  raw.object(2, '<< /Type /Pages /Kids [3 0 R] /Count 1 >>');
  raw.object(3, `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Contents 5 0 R /Resources << /Font << /F1 4 0 R >> >> ${more} >>`);
  raw.object(4, '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>');
  return raw;
}

const THREE_TIMES_100 = ['Amount 100', 'Amount 100', 'Amount 100'];
const readBy = (pdf: string): string[] => popplerLines(Buffer.from(pdf, 'base64'));

describe('PDF tools follow the cross-reference of a file', () => {
  const tools = popplerTools();

  /** What poppler reads in the results of several tools. */
  const textsOf = async (pdf: string): Promise<string[]> => {
    const marked = await tools.call('watermark', { pdf, text: ' ', output: 'base64' });
    const split = await tools.call<{ parts: readonly FileReply[] }>('split', { pdf, ranges: [[1]], output: 'base64' });
    const merged = await tools.call('merge', { pdfs: [{ pdf }, { pdf }], output: 'base64' });
    const [part] = split.parts;
    assert.ok(part !== undefined);
    const files = await Promise.all([marked, part, merged].map(bytesOf));
    return files.map((file) => [...new Set(popplerLines(file))].join(', '));
  };

  it('takes the copy of an object that the table names, whichever lies last in the file', async () => {
    const raw = onePage();
    const right = raw.content(5, 'Amount 100');
    raw.content(5, 'Amount 900');
    raw.table({ 5: right });
    assert.deepEqual(readBy(raw.base64), ['Amount 100']);
    assert.deepEqual(await textsOf(raw.base64), THREE_TIMES_100);
  });

  it('takes the newest copy of a file that was changed in the usual way', async () => {
    const raw = onePage();
    raw.content(5, 'Amount 100');
    const first = raw.table();
    raw.content(5, 'Amount 200');
    raw.table({}, first, [5]);
    assert.deepEqual(await textsOf(raw.base64), ['Amount 200', 'Amount 200', 'Amount 200']);
  });

  it('leaves out what the table calls free', async () => {
    const raw = onePage('/Annots [6 0 R]');
    raw.content(5, 'Amount 100');
    const look = 'BT /F1 18 Tf 0 5 Td (DELETED) Tj ET';
    raw.object(6, '<< /Type /Annot /Subtype /Stamp /F 4 /Rect [20 20 200 60] /AP << /N 7 0 R >> >>');
    const entries = '/Type /XObject /Subtype /Form /BBox [0 0 180 40] /Resources << /Font << /F1 4 0 R >> >>';
    raw.object(7, `<< ${entries} /Length ${String(look.length)} >>\nstream\n${look}\nendstream`);
    raw.table({ 6: undefined });
    assert.deepEqual(await textsOf(raw.base64), THREE_TIMES_100);
  });

  it('takes the root that the newest trailer names', async () => {
    const raw = onePage();
    raw.content(5, 'Amount 100');
    const at = raw.table();
    raw.object(8, '<< /Type /Catalog /Pages 9 0 R >>');
    raw.object(9, '<< /Type /Pages /Kids [10 0 R] /Count 1 >>');
    raw.object(10, '<< /Type /Page /Parent 9 0 R /MediaBox [0 0 300 200] /Contents 11 0 R /Resources << /Font << /F1 4 0 R >> >> >>');
    raw.content(11, 'Amount 900');
    const odd = `${Buffer.from(raw.base64, 'base64').toString('latin1')}trailer\n<< /Size 20 /Root 8 0 R >>\nstartxref\n${String(at)}\n%%EOF\n`;
    const pdf = Buffer.from(odd, 'latin1');
    assert.deepEqual(popplerLines(pdf), ['Amount 100']);
    assert.deepEqual(await textsOf(pdf.toString('base64')), THREE_TIMES_100);
  });

  it('takes what object streams hold where the cross-reference names them, and not what was put behind', async () => {
    const document = await PDFDocument.create();
    const page = document.addPage([300, 200]);
    page.drawText('Amount 100', { x: 20, y: 150, size: 18 });
    const bytes = await document.save({ useObjectStreams: true });
    const text = Buffer.from(bytes).toString('latin1');
    const tail = text.lastIndexOf('startxref');
    const number = page.ref.objectNumber;
    const second = `${String(number)} 0 obj\n<< /Type /Page /MediaBox [0 0 300 200] /Resources << >> >>\nendobj\n`;
    const forged = Buffer.from(`${text.slice(0, tail)}${second}${text.slice(tail)}`, 'latin1');
    assert.deepEqual(popplerLines(forged), ['Amount 100']);
    assert.deepEqual(await textsOf(forged.toString('base64')), THREE_TIMES_100);
    assert.deepEqual(await textsOf(base64(bytes)), THREE_TIMES_100);
  });

  it('takes as much of a stream as the length says that it refers to', async () => {
    const body = (comment: string): string => `BT /F1 18 Tf 20 150 Td (Amount 100) Tj ET %${comment}`;
    // One whose last byte is a carriage return, which is not part of the line end behind it.
    const packed = Array.from({ length: 10_000 }, (_, i) => deflateSync(body(String(i)))).find((data) => data.at(-1) === 0x0d);
    assert.ok(packed !== undefined);
    const files = [
      { filter: '/Filter /FlateDecode', data: packed.toString('latin1') },
      { filter: '', data: body('a stream'), isLost: true },
      { filter: '', data: `${body('a line')}\n`, end: 'endstream' },
    ].map(({ filter, data, end = '\nendstream', isLost = false }) => {
      const raw = onePage('/CropBox [0 0 250.07 180.03]');
      raw.object(5, `<< ${filter} /Length 6 0 R >>\nstream\n${data}${end}`);
      raw.object(6, String(data.length));
      raw.table();
      return { pdf: raw.base64, isLost };
    });
    for (const { pdf, isLost } of files) {
      assert.deepEqual(await textsOf(pdf), THREE_TIMES_100);
      const marked = await bytesOf(await tools.call('watermark', { pdf, text: 'x' }));
      assert.equal(await withFile(marked, structureFault), undefined);
      const { width, height } = (await PDFDocument.load(marked)).getPage(0).getCropBox();
      // Pdfium writes a file anew whose objects the library cannot find, with numbers of its own precision.
      if (!isLost) assert.deepEqual([width, height], [250.07, 180.03]);
    }
  });

  it('takes for pages what stands in the tree, whatever it says to be', async () => {
    const page = '/MediaBox [0 0 300 200] /Contents 5 0 R /Resources << /Font << /F1 4 0 R >> >>';
    for (const [catalog, tree, leaf] of [
      ['<< /Pages 2 0 R >>', '<< /Kids [3 0 R] /Count 1 >>', `<< /Parent 2 0 R ${page} >>`],
      ['<< /Type /Catalog /Pages 3 0 R >>', '<< >>', `<< /Type /Page ${page} >>`],
      ['<< /Type /Catalog /Pages << /Type /Pages /Kids [3 0 R] /Count 1 >> >>', '<< >>', `<< /Type /Page ${page} >>`],
    ] as const) {
      const raw = new RawPdf();
      [catalog, tree, leaf, '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'].forEach((body, i) => raw.object(i + 1, body));
      raw.content(5, 'Amount 100');
      raw.table();
      assert.deepEqual(await textsOf(raw.base64), THREE_TIMES_100);
      const made = await bytesOf(await tools.call('pdfa', { pdf: raw.base64 }));
      assert.deepEqual(popplerLines(made), ['Amount 100']);
    }
  });

  it('still reads files whose table is wrong', async () => {
    const raw = onePage();
    raw.content(5, 'Amount 100');
    raw.table({ 1: 3, 2: 4, 3: 5, 4: 6, 5: 7 });
    assert.deepEqual(await textsOf(raw.base64), THREE_TIMES_100);
  });
});
