import assert from 'node:assert/strict';
import { countPages, infoOf } from './pdf-objects.ts';

/** A file of the objects 1, 2, … with the table of ISO 32000-1, 7.5.4. */
function pdfOf(objects: readonly string[], root = 1): Buffer {
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, i) => {
    const offset = text.length;
    text += `${String(i + 1)} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const xref = text.length;
  text += `xref\n0 ${String(objects.length + 1)}\n0000000000 65535 f \n${offsets.join('')}`;
  text += `trailer\n<< /Size ${String(objects.length + 1)} /Root ${String(root)} 0 R /Info ${String(objects.length)} 0 R >>\nstartxref\n${String(xref)}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}

describe('countPages', () => {
  it('reads the count of the page tree', () => {
    assert.equal(countPages(pdfOf(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [] /Count 12 >>'])), 12);
  });

  it('finds the catalogue wherever it lies', () => {
    assert.equal(countPages(pdfOf(['<< /Type /Pages /Count 3 >>', '<< /Type /Catalog /Pages 1 0 R >>'], 2)), 3);
  });

  it('takes neither the count of an outline nor one in a title for it', () => {
    const file = pdfOf([
      '<< /Type /Catalog /Outlines 3 0 R /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [] /Count 2 >>',
      '<< /Type /Outlines /Count 500 >>',
      '<< /Title (/Count 900 /Pages 3 0 R) >>',
    ]);
    assert.equal(countPages(file), 2);
  });

  it('throws for what is no such file', () => {
    assert.throws(() => countPages(Buffer.from('%PDF-1.4 nothing')), /cross-reference table/);
    assert.throws(() => countPages(pdfOf(['<< /Type /Catalog >>'])), /page tree/);
  });
});

describe('infoOf', () => {
  it('gives the information dictionary, not what only looks like one', () => {
    const file = pdfOf(['<< /Type /Catalog /Pages 2 0 R /Title (no) >>', '<< /Type /Pages /Count 1 >>', '<< /Title (yes) >>']);
    assert.match(infoOf(file), /\/Title \(yes\)/);
    assert.doesNotMatch(infoOf(file), /no\)/);
  });
});
