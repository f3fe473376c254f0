import assert from 'node:assert/strict';
import { localPage } from '../support/local-server.ts';
import { textOf } from '../support/pdf.ts';

type Bundle = Readonly<Record<string, unknown>>;
type Run = (name: string, parameters: Record<string, unknown>) => Promise<Bundle[]>;

const BARS = '<style>body{margin:0}div{height:1500px}</style><div></div><div></div>';
const kindOf = (bundle: Bundle | undefined): string => (bundle?.['data'] as Buffer).toString('latin1', 1, 4);

/** Has an app make images of HTML, of a page of the web and of a PDF, and a PDF of a page of the web. */
export async function assertMakesImages(run: Run, pdf: unknown): Promise<void> {
  const [whole] = await run('htmlToImage', { html: BARS, width: 640 });
  assert.deepEqual([kindOf(whole), whole?.['width'], whole?.['height'], whole?.['fileName']], ['PNG', 640, 3000, 'page.png']);
  const [photo] = await run('htmlToImage', { html: BARS, width: 320, height: 200, scale: 2, type: 'jpeg' });
  assert.deepEqual([photo?.['width'], photo?.['height'], photo?.['fileName']], [640, 400, 'page.jpg']);
  const { url, close } = await localPage('<p>from the web');
  assert.equal(kindOf((await run('urlToImage', { url, width: 300 }))[0]), 'PNG');
  const [made] = await run('generateFromUrl', { url, download: true });
  assert.equal(await textOf(made?.['data'] as Buffer), 'from the web');
  close();
  assert.equal(kindOf((await run('pdfToImage', { source: 'file', data: pdf, page: 1, dpi: 48 }))[0]), 'PNG');
}
