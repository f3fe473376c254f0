import { PDFDocument } from 'pdf-lib';
import { form, pages, turned } from '../plugins/pdf-tools/fixtures.ts';
import { mutateBytes, type Random } from './random.ts';

const NUMBERS = [
  '0',
  '-1',
  '1',
  '2',
  '1e30',
  '999999999',
  '2147483648',
  '-0.0000001',
  '9007199254740993',
  'null',
  'true',
  '()',
  '[]',
  '<<>>',
  '/X',
];
const NAMES = [
  '/Parent',
  '/Kids',
  '/Count',
  '/MediaBox',
  '/AcroForm',
  '/Fields',
  '/Annots',
  '/Contents',
  '/Resources',
  '/Length',
  '/Filter',
  '/Root',
  '/Rect',
  '/FT',
  '/AP',
  '/Type',
  '/DA',
  '/V',
  '/Opt',
  '/MaxLen',
];

/** Whole files by hand, each of which says something that cannot be. */
const WHOLE = [
  '%PDF-1.7\ntrailer<</Root 1 0 R>>\n%%EOF',
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 1 0 R>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF',
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[4 0 R]>>>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 1e30 1e30]>>endobj\n4 0 obj<</FT/Tx/T(a)/Parent 4 0 R/Kids[4 0 R]>>endobj\ntrailer<</Root 1 0 R/Size 5>>\n%%EOF',
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[2 0 R 2 0 R]/Count 99999999>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF',
  '%PDF-1.4\n1 0 obj 2 0 R endobj\n2 0 obj 1 0 R endobj\ntrailer<</Root 1 0 R>>\n%%EOF',
  `%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj${'<</Kids['.repeat(3000)}\ntrailer<</Root 1 0 R>>\n%%EOF`,
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R/Names 1 0 R/Outlines 1 0 R/Dests 1 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1/Parent 2 0 R>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Annots[3 0 R]/Contents 3 0 R>>endobj\ntrailer<</Root 1 0 R/Prev 0>>\nstartxref\n0\n%%EOF',
  'not a PDF',
  '',
];

/** PDFs in the clear, so that a change of a few bytes changes what they say. */
export async function pdfSeeds(): Promise<Buffer[]> {
  const files = [await form(), await pages(3), await turned(90)];
  return Promise.all(files.map(async (bytes) => Buffer.from(await (await PDFDocument.load(bytes)).save({ useObjectStreams: false }))));
}

/** A PDF with false numbers, references and names, or with damage to its bytes. */
export function mutatePdf(random: Random, seeds: readonly Buffer[]): Buffer {
  if (random.chance(0.1)) return Buffer.from(random.pick(WHOLE), 'latin1');
  const seed = random.pick(seeds);
  if (random.chance(0.15)) return seed;
  if (random.chance(0.3)) return mutateBytes(random, seed, random.int(1, 20));
  let text = seed.toString('latin1');
  for (let n = random.int(1, 6); n > 0; n--) {
    text = random.pick([
      () => replaceSome(random, text, /\b\d+ 0 R\b/g, () => `${String(random.int(0, 30))} 0 R`),
      () => replaceSome(random, text, /(?<=[[ ])-?\d+(\.\d+)?(?=[\] ])/g, () => random.pick(NUMBERS)),
      () => replaceSome(random, text, /\/[A-Z]\w+/g, () => random.pick(NAMES)),
      () => replaceSome(random, text, /\bstream\b|\bendobj\b|\bobj\b|\bxref\b|\btrailer\b/g, () => random.pick(['', 'stream', 'endobj'])),
      () => replaceSome(random, text, /<<|>>/g, () => random.pick(['', '<<', '>>', '[', '<<<<'])),
    ])();
  }
  return Buffer.from(text, 'latin1');
}

function replaceSome(random: Random, text: string, pattern: RegExp, instead: () => string): string {
  const share = random.pick([0.01, 0.05, 0.3]);
  return text.replace(pattern, (found) => (random.chance(share) ? instead() : found));
}
