import { readFileSync } from 'node:fs';
import { join } from 'node:path';

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

/** Each with the number of pages that every peer must give. */
export const DOCUMENTS = {
  hello: { html: '<!DOCTYPE html><title>hello</title><h1>Hello, paper</h1>', pages: 1, scripted: false },
  invoice: { html: table, pages: 5, scripted: false },
  chart: { html: chart, pages: 1, scripted: true },
} as const;

export type DocumentName = keyof typeof DOCUMENTS;
