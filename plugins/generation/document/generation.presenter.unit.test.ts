import assert from 'node:assert/strict';
import { fileName, type Generation } from '../contract.ts';
import { presentGeneration, presentProduced } from './generation.presenter.ts';

const AT = new Date('2026-11-21T12:00:00.123Z');
const DONE: Generation = {
  id: 'gen_1',
  accountId: 'acct_1',
  templateId: null,
  inputType: 'html',
  source: 'api',
  batchId: null,
  index: null,
  webhook: 'https://example.com',
  status: 'completed',
  output: 'url',
  file: { key: '2026/11/21/x.pdf', size: 1234 },
  pages: 2,
  picture: null,
  ms: 345,
  phases: null,
  error: null,
  warnings: [],
  print: null,
  test: false,
  filename: null,
  metadata: { order: 7 },
  createdAt: AT,
  finishedAt: AT,
};
const files = { link: (key: string, name: string) => ({ url: `https://cdn.example/${key}?name=${name}`, expiresAt: AT }) } as never;

describe('the name a document is saved as', () => {
  for (const [filename, expected] of [
    [null, 'gen_1.pdf'],
    ['invoice', 'invoice.pdf'],
    ['invoice.pdf', 'invoice.pdf'],
    ['INVOICE.PDF', 'INVOICE.PDF'],
    ['invoice.pdf.txt', 'invoice.pdf.txt.pdf'],
    ['pdf', 'pdf.pdf'],
  ] as const)
    it(`is ${expected} for ${String(filename)}`, () => {
      assert.equal(fileName({ ...DONE, filename }), expected);
    });
  for (const [key, expected] of [
    ['x.png', 'card.png'],
    ['x.jpg', 'card.jpg'],
  ] as const)
    it(`ends as its file does: ${key}`, () => {
      assert.equal(fileName({ ...DONE, filename: 'card', file: { key, size: 1 } }), expected);
    });
});

describe('a document on the wire', () => {
  it('has exactly the fields of the specification and the contract', () => {
    assert.deepEqual(presentGeneration(DONE, files), {
      id: 'gen_1',
      template_id: null,
      input_type: 'html',
      source: 'api',
      batch_id: null,
      status: 'completed',
      url: 'https://cdn.example/2026/11/21/x.pdf?name=gen_1.pdf',
      url_expires_at: '2026-11-21T12:00:00.123Z',
      pages: 2,
      file_size: 1234,
      generation_time_ms: 345,
      filename: null,
      metadata: { order: 7 },
      warnings: [],
      error: null,
      created_at: '2026-11-21T12:00:00.123Z',
    });
  });

  it('has null for what is not known until it is completed', () => {
    const shown = presentGeneration({ ...DONE, status: 'queued', file: null, pages: null, ms: null }, files);
    assert.deepEqual(
      [shown.url, shown.url_expires_at, shown.pages, shown.file_size, shown.generation_time_ms],
      [null, null, null, null, null],
    );
  });

  const produced = {
    generation: DONE,
    bytes: Buffer.from('xx%PDF-').subarray(2),
    link: () => ({ url: 'https://cdn.example/x', expiresAt: AT }),
  };

  it('is answered with a link, or with its bytes in place of the link', () => {
    const url = presentProduced(produced, 'url');
    assert.ok('url' in url && !('data' in url));
    assert.equal(url.url, 'https://cdn.example/x');
    const base64 = presentProduced(produced, 'base64');
    assert.ok('data' in base64 && !('url' in base64));
    assert.equal(Buffer.from(base64.data, 'base64').toString(), '%PDF-');
  });
});
