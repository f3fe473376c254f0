import assert from 'node:assert/strict';
import { type PDFDict, PDFDocument, PDFName, type PDFObject, type PDFWidgetAnnotation } from 'pdf-lib';
import type { Caller } from '../../support/caller.ts';
import { type SharedHub, sharedHub } from '../../support/hub.ts';
import { base64, form } from './fixtures.ts';
import { bytesOf, Tools } from './tools.ts';

interface Listed {
  readonly total: number;
  readonly fields: readonly { readonly name: string }[];
  readonly warnings?: readonly { readonly code: string; readonly message: string }[];
}

describe('a damaged form', () => {
  let hub: SharedHub;
  let caller: Caller;
  let tools: Tools;
  before(async () => {
    hub = await sharedHub();
    caller = await hub.account();
    tools = new Tools(caller);
  });
  after(() => hub.stop());

  const damage = async (change: (document: PDFDocument, fields: PDFObject[]) => void): Promise<string> => {
    const document = await PDFDocument.load(await form());
    const { acroForm } = document.getForm();
    const fields = [...acroForm.normalizedEntries().Fields.asArray()];
    change(document, fields);
    acroForm.dict.set(PDFName.of('Fields'), document.context.obj(fields));
    return base64(await document.save({ updateFieldAppearances: false }));
  };
  const entryOf = (document: PDFDocument, name: string, key: string, value: PDFObject): void =>
    document.getForm().getField(name).acroField.dict.set(PDFName.of(key), value);
  const widgetOf = (document: PDFDocument, name: string): PDFDict =>
    (document.getForm().getField(name).acroField.getWidgets()[0] as PDFWidgetAnnotation).dict;

  for (const [what, left, change] of [
    [
      'an entry that is no field',
      8,
      (document, fields) => fields.push(document.context.obj(7), document.context.register(document.context.obj([1]))),
    ],
    ['a reference to nothing', 8, (document, fields) => fields.push(document.context.nextRef())],
    ['a field that is there twice', 8, (_, fields) => fields.push(fields[1] as PDFObject)],
    ['options that are a number', 7, (document) => entryOf(document, 'colour', 'Opt', document.context.obj(7))],
    ['a box that is a word', 7, (document) => widgetOf(document, 'notes').set(PDFName.of('Rect'), PDFName.of('here'))],
    [
      'a field within itself',
      8,
      (document, fields) => {
        const loop = document.context.nextRef();
        const inner = document.context.obj({ T: document.context.obj([]), Kids: [loop] });
        document.context.assign(loop, inner);
        fields.push(loop);
      },
    ],
  ] as readonly (readonly [string, number, (document: PDFDocument, fields: PDFObject[]) => void])[]) {
    it(`with ${what} is read and filled but for that, and says so`, async () => {
      const pdf = await damage(change);
      const listed = await tools.call<Listed>('forms/list-fields', { pdf });
      assert.equal(listed.total, left, JSON.stringify(listed));
      const { warnings = [] } = listed;
      assert.ok(warnings.length > 0 && warnings.every(({ code }) => code === 'FIELD_SKIPPED'), JSON.stringify(listed));
      assert.match(warnings[0]?.message ?? '', /object \d+ 0|an entry/);
      const filled = await bytesOf(await tools.call('forms/fill', { pdf, fields: [{ name: 'person.name', value: 'Ada' }] }));
      assert.equal((await tools.valuesOf(filled))['person.name'], 'Ada');
      await tools.call('forms/fill', { pdf, fields: [{ name: 'person.name', value: 'Ada' }], flatten: true });
      await tools.call('info', { pdf });
      await tools.call('forms/add-fields', { pdf, fields: [{ name: 'new', type: 'text', page: 0, x: 1, y: 1, width: 20, height: 10 }] });
      await tools.call('pdfa', { pdf });
    });
  }
});
