import assert from 'node:assert/strict';
import { deflateSync } from 'node:zlib';
import { prescan } from './prescan.ts';

const END = '\ntrailer << /Root 1 0 R >>\nstartxref\n9\n%%EOF';
const refusal = (pdf: string | Buffer): string => {
  try {
    prescan(typeof pdf === 'string' ? Buffer.from(pdf, 'latin1') : pdf);
  } catch (error) {
    const { problems, message } = error as { readonly problems?: readonly { readonly message: string }[]; readonly message: string };
    return problems?.[0]?.message ?? message;
  }
  return '';
};
const withStream = (dictionary: string, data: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`%PDF-1.5\n1 0 obj\n<< ${dictionary} >>\nstream\n`), data, Buffer.from(`\nendstream\nendobj${END}`)]);

describe('prescan', () => {
  let bomb: Buffer;
  before(() => {
    bomb = deflateSync(Buffer.alloc(65 * 1024 * 1024));
  });

  it('lets a plain file pass', () => {
    assert.equal(refusal(`%PDF-1.4\n1 0 obj\n<< >>\nendobj${END}`), '');
  });

  it('lets a file pass whose header begins within the first 1,024 bytes', () => {
    assert.equal(refusal(`${'x'.repeat(1000)}%PDF-1.4\n1 0 obj\n<< >>\nendobj${END}`), '');
    assert.match(refusal(`${'x'.repeat(1024)}%PDF-1.4\n1 0 obj\n<< >>\nendobj${END}`), /not a PDF/);
  });

  for (const [name, text] of [
    ['nothing', ''],
    ['HTML', '<!DOCTYPE html><p>x'],
    ['a PNG', '\u0089PNG\r\n'],
  ] as const)
    it(`takes ${name} for no PDF`, () => {
      assert.match(refusal(text), /not a PDF/);
    });

  it('takes a file without end or without objects for damaged', () => {
    assert.match(refusal('%PDF-1.4\n1 0 obj\n<< >>\nendobj'), /damaged/);
    assert.match(refusal(`%PDF-1.4${END}`), /damaged/);
  });

  it('refuses more than 300,000 objects', () => {
    assert.match(refusal(`%PDF-1.4\n${'1 0 obj\n'.repeat(300_001)}${END}`), /too complex \(more than 300000 objects\)/);
  });

  it('refuses object streams that claim more than a million objects', () => {
    assert.match(refusal(withStream('/Type /ObjStm /N 1000001', Buffer.alloc(0))), /too many objects/);
    assert.match(refusal(withStream('/Type /XRef /Size 9999999', Buffer.alloc(0))), /too many objects/);
    assert.match(refusal(withStream('/Type /XRef /Index [0 99999999]', Buffer.alloc(0))), /too many objects/);
  });

  it('refuses structure that becomes larger than 64 MB', () => {
    assert.match(refusal(withStream('/Type /ObjStm /N 1 /Filter /FlateDecode', bomb)), /too large when unpacked/);
  });

  it('refuses bombs within bombs', () => {
    assert.match(refusal(withStream('/Type /XRef /Filter [/FlateDecode /Fl]', deflateSync(bomb))), /too large when unpacked/);
  });

  it('leaves broken structure to the parser', () => {
    assert.equal(refusal(withStream('/Type /ObjStm /N 1 /Filter /FlateDecode', Buffer.from('no zlib'))), '');
  });

  it('does not unpack content, which is read later and page by page', () => {
    assert.equal(refusal(withStream('/Filter /FlateDecode', bomb)), '');
  });
});
