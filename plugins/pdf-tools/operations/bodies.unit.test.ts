import assert from 'node:assert/strict';
import type { z } from 'zod';
import { PdfStep } from '../contract.ts';
import { addFields } from './add-fields.ts';
import { fillFields } from './fill-fields.ts';
import { merge } from './merge.ts';
import { pdfa } from './pdfa.ts';
import { preview } from './preview.ts';
import { protect } from './protect.ts';
import { sign } from './sign.ts';
import { split } from './split.ts';
import { watermark } from './watermark.ts';

const PDF = { pdf: 'JVBERi0=' };

/** Paths of what a schema refuses. */
const refused = (schema: z.ZodType, value: unknown): string[] => {
  const parsed = schema.safeParse(value);
  return parsed.success ? [] : parsed.error.issues.map(({ path }) => path.join('.'));
};

describe('bodies of the PDF tools', () => {
  it('have the defaults of the specification', () => {
    assert.equal(fillFields.body.parse({ ...PDF, fields: [{ name: 'a', value: 'b' }] }).flatten, false);
    assert.equal(split.body.parse(PDF).output, 'url');
    assert.deepEqual(protect.body.parse({ ...PDF, owner_password: 'x' }).permissions, { printing: true, copying: false, modifying: false });
  });

  const REFUSED: readonly (readonly [name: string, schema: z.ZodType, body: object, fields: readonly string[]])[] = [
    ['no fields to fill', fillFields.body, PDF, ['fields']],
    ['an empty list of fields', fillFields.body, { ...PDF, fields: [] }, ['fields']],
    ['a field without name', fillFields.body, { ...PDF, fields: [{ value: 'x' }] }, ['fields.0.name']],
    ['a number as the value of a field', fillFields.body, { ...PDF, fields: [{ name: 'a', value: 7 }] }, ['fields.0.value']],
    ['another output', split.body, { ...PDF, output: 'file' }, ['output']],
    [
      'a new field of another type',
      addFields.body,
      { ...PDF, fields: [{ name: 'a', type: 'radio', page: 0, x: 0, y: 0 }] },
      ['fields.0.type'],
    ],
    [
      'a new field on a page below 0',
      addFields.body,
      { ...PDF, fields: [{ name: 'a', type: 'text', page: -1, x: 0, y: 0 }] },
      ['fields.0.page'],
    ],
    [
      'a new field without width',
      addFields.body,
      { ...PDF, fields: [{ name: 'a', type: 'text', page: 0, x: 0, y: 0, width: 0 }] },
      ['fields.0.width'],
    ],
    ['a signature without a name', sign.body, PDF, ['name']],
    ['a signature with an empty name', sign.body, { ...PDF, name: '' }, ['name']],
    ['a name with control characters', sign.body, { ...PDF, name: 'a\u0000b' }, ['name']],
    ['a page of a signature that is no whole number', sign.body, { ...PDF, name: 'a', page: 0.5 }, ['page']],
    ['no owner password', protect.body, PDF, ['owner_password']],
    ['an empty owner password', protect.body, { ...PDF, owner_password: '' }, ['owner_password']],
    ['the same password twice', protect.body, { ...PDF, owner_password: 'x', user_password: 'x' }, ['owner_password']],
    ['a password over 127 bytes', protect.body, { ...PDF, owner_password: 'ä'.repeat(64) }, ['owner_password']],
    ['a watermark of nothing', watermark.body, PDF, ['text']],
    ['a watermark of text and image', watermark.body, { ...PDF, text: 'x', image: 'AAAA' }, ['text']],
    ['an opacity of 0', watermark.body, { ...PDF, text: 'x', opacity: 0 }, ['opacity']],
    ['a colour by name', watermark.body, { ...PDF, text: 'x', color: 'red' }, ['color']],
    ['an empty list of ranges', split.body, { ...PDF, ranges: [] }, ['ranges']],
    ['ranges that are texts', split.body, { ...PDF, ranges: [['1-3']] }, ['ranges.0.0']],
    ['an invoice in PDF/A-1b', pdfa.body, { ...PDF, level: '1b', facturx: { xml: '<a/>', profile: 'EN 16931' } }, ['level']],
    ['a profile nobody knows', pdfa.body, { ...PDF, facturx: { xml: '<a/>', profile: 'XL' } }, ['facturx.profile']],
    ['one PDF to merge', merge.body, { pdfs: [PDF] }, ['pdfs']],
    ['a resolution over 300 dpi', preview.body, { ...PDF, dpi: 301 }, ['dpi']],
    ['a field nobody knows', split.body, { ...PDF, range: [[1]] }, ['']],
  ];
  for (const [name, schema, body, fields] of REFUSED)
    it(`may not have ${name}`, () => {
      assert.deepEqual(refused(schema, body), fields);
    });

  it('may have an invoice without a level, or with 3b', () => {
    for (const level of [undefined, '3b'])
      assert.deepEqual(refused(pdfa.body, { ...PDF, level, facturx: { xml: '<a/>', profile: 'EN 16931' } }), []);
  });

  it('compare passwords as they are written into the file, in NFC', () => {
    assert.deepEqual(refused(protect.body, { ...PDF, owner_password: 'é', user_password: 'e\u0301' }), ['owner_password']);
  });

  it('may have passwords of exactly 127 bytes', () => {
    assert.deepEqual(refused(protect.body, { ...PDF, owner_password: `${'ä'.repeat(63)}x` }), []);
  });
});

describe('steps after rendering', () => {
  it('are named by their type', () => {
    assert.deepEqual(refused(PdfStep, { type: 'split' }), ['type']);
    assert.deepEqual(refused(PdfStep, { type: 'pdfa' }), []);
  });

  it('merge exactly one other document', () => {
    assert.deepEqual(refused(PdfStep, { type: 'merge' }), ['pdf_url']);
    assert.deepEqual(refused(PdfStep, { type: 'merge', pdf: 'x', generation: 'gen_1' }), ['pdf_url']);
    assert.deepEqual(refused(PdfStep, { type: 'merge', generation: 'gen_1' }), []);
  });
});
