import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BatchState } from '../support/batches.ts';
import { download } from '../support/caller.ts';
import { markOf, wrongWith } from '../support/marked.ts';

const invoice = readFileSync(join(import.meta.dirname, '../../plugins/quickstart/invoice.html'), 'utf8');
const rows = (count: number): string =>
  Array.from(
    { length: count },
    (_, i) =>
      `<tr><td><strong>Position ${String(i + 1)}</strong><span>A line of detail</span></td><td>${String(i)}.0</td><td>€95.00</td><td>€${String(i * 95)}.00</td></tr>`,
  ).join('');

/** The invoice as ready-made HTML with 60 rows; what Handlebars would fill stays as text. */
const table = invoice.replace(/<tbody>[\s\S]*<\/tbody>/, `<tbody>${rows(60)}</tbody>`).replace(/\{\{[^}]*\}\}/g, 'text');

const chart = `<!DOCTYPE html><title>chart</title><canvas id=c width=600 height=300></canvas><h1 id=t></h1><script>
const c = document.getElementById('c').getContext('2d');
for (let i = 0; i < 60; i++) { c.fillStyle = 'hsl(' + i * 6 + ' 70% 50%)'; c.fillRect(i * 10, 300 - i * 5, 8, i * 5) }
document.getElementById('t').textContent = 'Total ' + [...Array(60).keys()].reduce((a, b) => a + b);
</script>`;

/** Its bars take a second to grow; peers print its first frame. */
const animated = `<!DOCTYPE html><title>animated</title><canvas id=c width=600 height=300></canvas><h1>Grown </h1><script>
const c = document.getElementById('c').getContext('2d');
const start = performance.now();
(function draw() {
  const share = Math.min(1, (performance.now() - start) / 1000);
  c.clearRect(0, 0, 600, 300);
  for (let i = 0; i < 60; i++) { c.fillStyle = 'hsl(' + i * 6 + ' 70% 50%)'; c.fillRect(i * 10, 300 - i * 5 * share, 8, i * 5 * share) }
  if (share < 1) requestAnimationFrame(draw);
})();
</script>`;

/** Each with the number of pages that every peer must give, and a text that a mark is put behind. */
export const DOCUMENTS = {
  hello: { html: '<!DOCTYPE html><title>hello</title><h1>Hello, paper</h1>', pages: 1, scripted: false, text: 'Hello, paper' },
  invoice: { html: table, pages: 5, scripted: false, text: 'Position 1' },
  chart: { html: chart, pages: 1, scripted: true, text: 'Total ' },
  animated: { html: animated, pages: 1, scripted: true, text: 'Grown ' },
} as const;

export type DocumentName = keyof typeof DOCUMENTS;

let marks = 0;

/** A document that is told from every other one that was asked for, by its mark. */
export function markedDocument(name: DocumentName): MarkedDocument {
  const { html, text } = DOCUMENTS[name];
  const mark = newMark();
  return { html: html.replace(text, `${text} ${mark} `), mark };
}

export const newMark = (): string => markOf(marks++);

export interface MarkedDocument {
  readonly html: string;
  readonly mark: string;
}

/** PDFs that are looked at once the time is taken. */
export type MarkedPdf = readonly [pdf: Uint8Array, mark: string];

/** @throws Error when one of them is another document than the one asked for: how fast it was made is then no result */
export async function checkMarks(made: readonly MarkedPdf[], maker: string): Promise<void> {
  for (const [pdf, mark] of made) {
    const problem = await wrongWith(pdf, mark);
    if (problem !== undefined) throw new Error(`${maker} gives another document than was asked for: ${problem}`);
  }
}

/** Those of a batch that is finished, in the order of its items. */
export async function checkBatchMarks({ generations }: BatchState, marks: readonly string[]): Promise<void> {
  const made = generations.map(async ({ url, index }): Promise<MarkedPdf> => [await download(url ?? ''), marks[index] ?? '']);
  await checkMarks(await Promise.all(made), 'Platen');
}
