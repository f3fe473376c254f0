import assert from 'node:assert/strict';
import { PDFDict, PDFDocument, PDFName, PDFString } from 'pdf-lib';
import { popplerLines } from '../../support/poppler.ts';
import { base64, pages } from './fixtures.ts';
import { useVeraPdf } from './pdfa-judge.ts';
import { bytesOf, type FileReply, popplerTools } from './tools.ts';

interface Archived extends FileReply {
  readonly rasterized_pages?: readonly number[];
}

/** Faults that readers pass over and validators do not. */
const FAULTS: readonly (readonly [fault: string, cause: (document: PDFDocument) => void])[] = [
  ['a font that does not say that it is one', (document) => fontsOf(document).forEach((font) => font.delete(PDFName.of('Type')))],
  ['a date of the year 0', (document) => informationOf(document).set(PDFName.of('CreationDate'), PDFString.of('D:00000805034056Z'))],
  ['a page tree that counts no pages', (document) => document.catalog.Pages().set(PDFName.of('Count'), document.context.obj(0))],
  ['a page without a parent', (document) => void document.getPage(0).node.delete(PDFName.of('Parent'))],
];

const fontsOf = ({ context }: PDFDocument): PDFDict[] =>
  context
    .enumerateIndirectObjects()
    .flatMap(([, object]) => (object instanceof PDFDict && object.get(PDFName.of('Type')) === PDFName.of('Font') ? [object] : []));

const informationOf = ({ context }: PDFDocument): PDFDict => context.lookup(context.trailerInfo.Info, PDFDict);

describe('PDF/A of files that validators read more strictly than readers', () => {
  const tools = popplerTools();
  const assertValid = useVeraPdf('pdfa-structure');

  /** Converts a file, which veraPDF must find valid. */
  const archive = async (pdf: Uint8Array): Promise<{ file: Uint8Array; pictures: readonly number[] | undefined }> => {
    const reply = await tools.call<Archived>('pdfa', { pdf: base64(pdf), output: 'base64' });
    const file = await bytesOf(reply);
    await assertValid(file, '1b');
    return { file, pictures: reply.rasterized_pages };
  };

  for (const [fault, cause] of FAULTS) {
    it(`mends ${fault}`, async () => {
      const document = await PDFDocument.load(await pages(1));
      cause(document);
      const { file, pictures } = await archive(await document.save({ useObjectStreams: false }));
      assert.equal(pictures, undefined);
      assert.deepEqual(popplerLines(file), ['PAGE-1']);
    });
  }

  it('draws a page whose operators have more operands than they take', async () => {
    const document = await PDFDocument.load(await pages(1));
    const content = document.context.stream('BT /F1 24 Tf 40 100 Td (First) (Second) Tj ET');
    const page = document.getPage(0);
    page.node.set(PDFName.of('Contents'), document.context.register(content));
    const font = { Type: 'Font', Subtype: 'Type1', BaseFont: 'Helvetica' };
    page.node.set(PDFName.of('Resources'), document.context.obj({ Font: { F1: document.context.register(document.context.obj(font)) } }));
    const { pictures } = await archive(await document.save());
    assert.deepEqual(pictures, [1]);
  });

  it('refuses a file with a stream that it cannot unpack and may not keep', async () => {
    const document = await PDFDocument.load(await pages(1));
    const damaged = document.context.stream('no codes of LZW', { Filter: 'LZWDecode' });
    document.getPage(0).node.set(PDFName.of('Other'), document.context.register(damaged));
    const { status } = await tools.caller.send('POST', '/v1/pdf/pdfa', { pdf: base64(await document.save()) });
    assert.equal(status, 422);
  });
});
