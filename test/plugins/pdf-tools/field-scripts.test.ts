import assert from 'node:assert/strict';
import { PDFDocument, PDFHexString, PDFName } from 'pdf-lib';
import { typeIntoForm } from '../../support/form-viewer.ts';
import { readPdf } from '../../support/pdf.ts';
import { popplerLines } from '../../support/poppler.ts';
import { base64 } from './fixtures.ts';
import { bytesOf, type FileReply, popplerTools } from './tools.ts';

/** Scripts of a field by their events: keystroke, format, validate, calculate. */
type Scripts = Partial<Record<'K' | 'F' | 'V' | 'C', string>>;
type Values = Readonly<Record<string, string>>;
type Reply = FileReply & { readonly warnings?: readonly { readonly code: string; readonly message: string }[] };

const ROW = 30;

/** A form of text fields, one below the other, calculated in the order given. */
async function formOf(fields: Readonly<Record<string, Scripts>>, more: object = {}): Promise<string> {
  const document = await PDFDocument.create();
  const names = Object.keys(fields);
  const page = document.addPage([400, (names.length + 1) * ROW]);
  const form = document.getForm();
  const order = names.flatMap((name, row) => {
    const field = form.createTextField(name);
    field.addToPage(page, { x: 20, y: (names.length - row) * ROW, width: 300, height: 20, borderWidth: 0 });
    field.setFontSize(12);
    const actions = Object.entries(fields[name] ?? {}).map(([event, code]) => [
      event,
      { S: 'JavaScript', JS: PDFHexString.fromText(code) },
    ]);
    field.acroField.dict.set(PDFName.of('AA'), document.context.obj(Object.fromEntries(actions) as Record<string, never>));
    return fields[name]?.C === undefined ? [] : [field.ref];
  });
  const { dict } = form.acroForm;
  if (order.length > 0) dict.set(PDFName.of('CO'), document.context.obj(order));
  for (const [key, value] of Object.entries(more)) dict.set(PDFName.of(key), document.context.obj(value as never));
  return base64(await document.save());
}

const entriesOf = (values: Values): object[] => Object.entries(values).map(([name, value]) => ({ name, value }));

describe('Scripts of form fields', () => {
  const tools = popplerTools();

  const fill = (pdf: string, values: Values, more: object = {}): Promise<Reply> =>
    tools.call<Reply>('forms/fill', { pdf, fields: entriesOf(values), output: 'base64', ...more });
  const messagesOf = ({ warnings = [] }: Reply): string[] => {
    assert.ok(warnings.every(({ code }) => code === 'FIELD_SCRIPT_IGNORED'));
    return warnings.map(({ message }) => message);
  };
  const linesOf = async (reply: Reply): Promise<string[]> => popplerLines(await bytesOf(reply));

  /** What stands in the document, of which a viewer that runs the scripts shows the same. */
  const shownAsInViewer = async (cases: readonly (readonly [script: string, value: string, shown: string])[]): Promise<void> => {
    const pdf = await formOf(Object.fromEntries(cases.map(([F], i) => [`f${String(i)}`, { F }])));
    const values = Object.fromEntries(cases.map(([, value], i) => [`f${String(i)}`, value]));
    const shown = cases.map(([, , text]) => text);
    const { fields } = await typeIntoForm(Buffer.from(pdf, 'base64'), values);
    assert.deepEqual(
      cases.map((_, i) => fields.get(`f${String(i)}`)?.shown),
      shown,
      'pdf.js shows something else',
    );
    const filled = await fill(pdf, values);
    assert.deepEqual(messagesOf(filled), []);
    assert.deepEqual(await tools.valuesOf(await bytesOf(filled)), values);
    assert.deepEqual(await linesOf(await fill(pdf, values, { flatten: true })), shown);
  };

  it('shows numbers as their formats have them, and keeps the values', () =>
    shownAsInViewer([
      ['AFNumber_Format(2, 0, 0, 0, "$", true);', '1234.5', '$1,234.50'],
      ['AFNumber_Format(2, 0, 0, 0, "$", true);', '-1234.5', '-$1,234.50'],
      [String.raw`AFNumber_Format(2, 2, 0, 0, " \u20ac", false);`, '1234567.891', '1.234.567,89 €'],
      ['AFNumber_Format(2, 3, 0, 0, "", false)', '1234,5', '1234,50'],
      ['AFNumber_Format(0, 1, 0, 0, "", false);', '1234.5', '1235'],
      ["AFNumber_Format(2, 4, 2, 0, 'CHF ', true);", '-1234.5', "(CHF 1'234.50)"],
      ['/* rate */ AFPercent_Format(1, 0);', '0.1234', '12.3%'],
      ['AFPercent_Format(0, 2, true);', '12', '%1.200'],
    ]));

  it('shows dates, times and numbers of the United States as their formats have them', () =>
    shownAsInViewer([
      ['AFDate_FormatEx("dd.mm.yyyy");', '2026-12-24', '24.12.2026'],
      ['AFDate_FormatEx("dd.mm.yyyy");', '24.12.2026', '24.12.2026'],
      ['AFDate_FormatEx("dddd, mmmm d, yyyy");', '2026-02-01', 'Sunday, February 1, 2026'],
      ['AFDate_Format(5);', '9-Mar-26', '9-Mar-26'],
      ['AFTime_Format(1);', '3:05 pm', '3:05 pm'],
      ['AFTime_FormatEx("HH:MM:ss");', '15:05:09', '15:05:09'],
      ['AFSpecial_Format(0);', '12345', '12345'],
      ['AFSpecial_Format(1);', '123456789', '12345-6789'],
      ['AFSpecial_Format(2);', '2025550123', '(202) 555-0123'],
      ['AFSpecial_Format(2);', '5550123', '555-0123'],
      ['AFSpecial_Format(3);', '123456789', '123-45-6789'],
    ]));

  it('reads dates and times in ISO 8601, whatever the pattern', async () => {
    const cases = [
      ['AFDate_FormatEx("m/d/yy h:MM tt");', '2026-12-24T15:05', '12/24/26 3:05 pm'],
      ['AFTime_Format(1);', '00:30', '12:30 am'],
      ['AFDate_FormatEx("mmm d, yyyy");', '2024-02-29T10:00:00Z', 'Feb 29, 2024'],
    ] as const;
    const pdf = await formOf(Object.fromEntries(cases.map(([F], i) => [`f${String(i)}`, { F }])));
    const values = Object.fromEntries(cases.map(([, value], i) => [`f${String(i)}`, value]));
    assert.deepEqual(
      await linesOf(await fill(pdf, values, { flatten: true })),
      cases.map(([, , shown]) => shown),
    );
  });

  it('draws a negative number in red where its format says so', async () => {
    const pdf = await formOf({ f: { F: 'AFNumber_Format(2, 0, 3, 0, "", false);' } });
    const isRed = async (value: string): Promise<boolean> => {
      const [page] = await readPdf(await bytesOf(await fill(pdf, { f: value }, { flatten: true })));
      const pixels = page?.pixels ?? new Uint8Array();
      return pixels.some((_, at) => at % 4 === 2 && (pixels[at] ?? 0) - (pixels[at - 1] ?? 0) > 60);
    };
    assert.equal(await isRed('-8888'), true);
    assert.equal(await isRed('8888'), false);
  });

  it('shows what is not of the format as it was given, and says so', async () => {
    const pdf = await formOf({
      amount: { F: 'AFNumber_Format(2, 0, 0, 0, "", false);' },
      day: { F: 'AFDate_FormatEx("dd.mm.yyyy");', K: 'AFDate_KeystrokeEx("dd.mm.yyyy");' },
      code: { K: 'AFSpecial_KeystrokeEx("AA-999");' },
    });
    const reply = await fill(pdf, { amount: '1,234.50', day: '2026-02-30', code: 'AB-12' }, { flatten: true });
    assert.deepEqual(await linesOf(reply), ['1,234.50', '2026-02-30', 'AB-12']);
    const messages = messagesOf(reply);
    assert.equal(messages.length, 3);
    for (const [i, pattern] of [
      /'amount' .* not a number/,
      /'day' .* not a date .*'dd\.mm\.yyyy'/,
      /'code' .* not text like 'AA-999'/,
    ].entries())
      assert.match(messages[i] ?? '', pattern);
    assert.deepEqual(messagesOf(await fill(pdf, { code: 'AB-123' })), []);
  });

  it('shows a value as it was given where the cells of a comb do not suffice for its format, and says so', async () => {
    const comb = await PDFDocument.load(Buffer.from(await formOf({ f: { F: 'AFNumber_Format(2, 0, 0, 0, "", false);' } }), 'base64'));
    const field = comb.getForm().getTextField('f');
    field.setMaxLength(5);
    field.enableCombing();
    const pdf = base64(await comb.save());
    const reply = await fill(pdf, { f: '12345' }, { flatten: true });
    assert.deepEqual(
      (await linesOf(reply)).map((line) => line.replace(/ /g, '')),
      ['12345'],
    );
    assert.match(messagesOf(reply).join(), /'f' .* more characters than the field has cells/);
    assert.deepEqual(messagesOf(await fill(pdf, { f: '12' })), []);
  });

  it('refuses a number out of the range of its field, and names both', async () => {
    const pdf = await formOf({
      both: { V: 'AFRange_Validate(true, 1, true, 10);' },
      least: { V: 'AFRange_Validate(true, 5, false, "");' },
      most: { F: 'AFNumber_Format(1, 2, 0, 0, "", true);', V: 'AFRange_Validate(false, 0, true, 99.5);' },
    });
    const refused = (name: string, value: string, message: RegExp): Promise<void> =>
      tools.refused('forms/fill', { pdf, fields: [{ name, value }] }, ['fields.0.value'], message);
    await refused('both', '11', /must be a number from 1 to 10/);
    await refused('both', 'ten', /must be a number from 1 to 10/);
    await refused('least', '4.99', /at least 5/);
    await refused('most', '99,6', /at most 99.5/);
    const values = { both: '10', least: '5', most: '99,5' };
    assert.deepEqual(await tools.valuesOf(await bytesOf(await fill(pdf, values))), values);
    await fill(pdf, { both: '' });
  });

  it('calculates totals as a viewer does, in the order of the form, and formats them', async () => {
    const euro = { F: String.raw`AFNumber_Format(2, 2, 0, 0, " \u20ac", false);` };
    const product = (row: string): string =>
      `/** BVCALC ${row}.price * ${row}.count EVCALC **/ event.value = AFMakeNumber(getField("${row}.price").value) * AFMakeNumber(getField("${row}.count").value);`;
    const pdf = await formOf({
      'a.price': euro,
      'a.count': {},
      'b.price': euro,
      'b.count': {},
      'net.a': { ...euro, C: product('a') },
      'net.b': { ...euro, C: product('b') },
      sum: { ...euro, C: 'AFSimple_Calculate("SUM", new Array("net"));' },
      tax: { ...euro, C: 'event.value = (AFMakeNumber(this.getField("sum").value) + 0) * 19 / 100 - -0;' },
      gross: { ...euro, C: 'AFSimple_Calculate("SUM", "sum, tax");' },
      mean: { C: 'AFSimple_Calculate("AVG", ["net.a", "net.b"]);' },
      least: { C: 'AFSimple_Calculate("MIN", ["net.a", "net.b"]);' },
      most: { C: 'AFSimple_Calculate("MAX", ["net.a", "net.b"]);' },
      product: { C: 'AFSimple_Calculate("PRD", ["a.count", "b.count"]);' },
    });
    const values = { 'a.price': '19.99', 'a.count': '3', 'b.price': '0.1', 'b.count': '2' };
    const { fields: viewed } = await typeIntoForm(Buffer.from(pdf, 'base64'), values);
    const filled = await fill(pdf, values);
    assert.deepEqual(messagesOf(filled), []);
    const found = await tools.valuesOf(await bytesOf(filled));
    const calculated = ['net.a', 'net.b', 'sum', 'tax', 'gross', 'mean', 'least', 'most', 'product'];
    for (const name of calculated) {
      const [ours, theirs] = [Number(found[name]), Number(viewed.get(name)?.value)];
      assert.ok(Math.abs(ours - theirs) < 1e-9, `${name}: ${String(ours)}, in pdf.js ${String(theirs)}`);
    }
    const lines = await linesOf(await fill(pdf, values, { flatten: true }));
    assert.deepEqual(lines.slice(4, 9), ['59,97 €', '0,20 €', '60,17 €', '11,43 €', '71,60 €']);
    assert.deepEqual(lines.slice(9), ['30.085', '0.2', '59.97', '6']);
  });

  it('calculates only what follows from the fields filled, and keeps a total that was given', async () => {
    const pdf = await formOf({
      a: {},
      other: {},
      total: { C: 'AFSimple_Calculate("SUM", ["a"]);' },
    });
    assert.deepEqual(await tools.valuesOf(await bytesOf(await fill(pdf, { other: '1' }))), { a: '', other: '1', total: '' });
    assert.deepEqual(messagesOf(await fill(pdf, { a: '1', total: '1.0' })), []);
    const given = await fill(pdf, { a: '1', total: '7' });
    assert.deepEqual(await tools.valuesOf(await bytesOf(given)), { a: '1', other: '', total: '7' });
    assert.match(messagesOf(given).join(), /'total' is calculated in viewers, and would have another value/);
  });

  it('says which totals it could not calculate, and what follows from them', async () => {
    const pdf = await formOf({
      a: { V: 'if (event.value > 3) app.alert("!");' },
      own: { C: 'event.value = this.getField("a").value * 2; app.alert("x");' },
      after: { C: 'AFSimple_Calculate("SUM", ["own"]);' },
      quotient: { C: 'event.value = 1 / AFMakeNumber(getField("a").value);' },
      lost: { C: 'event.value = AFMakeNumber(getField("nowhere").value) + AFMakeNumber(getField("a").value);' },
      other: {},
    });
    const reply = await fill(pdf, { a: '0' });
    assert.deepEqual(
      messagesOf(reply).map((message) => /'(\w+)' ?(is|,)?/.exec(message)?.[1]),
      ['a', 'own', 'after', 'quotient', 'lost'],
    );
    assert.deepEqual(await tools.valuesOf(await bytesOf(reply)), { a: '0', own: '', after: '', quotient: '', lost: '', other: '' });
    assert.match(messagesOf(await fill(pdf, { a: '1.2.3' })).join(), /'quotient' is calculated/);
  });

  it('refuses a calculated value out of its own range, and names the field', async () => {
    const pdf = await formOf({
      a: {},
      total: { C: 'AFSimple_Calculate("SUM", ["a"]);', V: 'AFRange_Validate(true, 0, true, 100);' },
    });
    await tools.refused(
      'forms/fill',
      { pdf, fields: entriesOf({ a: '101' }) },
      ['fields'],
      /101 .*'total', which must be a number from 0 to 100/,
    );
    await fill(pdf, { a: '100' });
  });

  it('shows formatted values also where viewers are asked to draw the fields', async () => {
    const pdf = await formOf({ f: { F: 'AFNumber_Format(2, 0, 0, 0, "$", true);' }, g: {} }, { NeedAppearances: true });
    assert.deepEqual(await linesOf(await fill(pdf, { f: '1234.5' })), ['$1,234.50']);
    const document = await PDFDocument.load(Buffer.from(pdf, 'base64'));
    document.getForm().getTextField('f').acroField.dict.set(PDFName.of('V'), PDFHexString.fromText('1234.5'));
    const undrawn = base64(await document.save({ updateFieldAppearances: false }));
    assert.deepEqual(await linesOf(await fill(undrawn, { g: 'x' }, { flatten: true })), ['$1,234.50', 'x']);
  });

  it('never runs a script, however it is written', async () => {
    const hostile = [
      'AFNumber_Format(2, 0, 0, 0, "$", true); while (true) {}',
      'while (true) {}',
      `${'('.repeat(5000)}1${')'.repeat(5000)}`,
      `AFDate_FormatEx("${'m'.repeat(5000)}");`,
      'AFDate_FormatEx("mdmdmdmdmdmdmdmdmdmdmdmd");',
      'AFNumber_Format(1e9, 99, -7, 0, "$", true);',
      'AFNumber_Format();',
      'AFSimple_Calculate("constructor", ["f0"]);',
    ];
    const pdf = await formOf(Object.fromEntries(hostile.map((code, i) => [`f${String(i)}`, { F: code, C: code }])));
    const value = '111111111111111111111111111111x';
    const reply = await fill(pdf, Object.fromEntries(hostile.map((_, i) => [`f${String(i)}`, value])), { flatten: true });
    assert.deepEqual(
      await linesOf(reply),
      hostile.map(() => value),
    );
    assert.ok(messagesOf(reply).length >= hostile.length);
  });
});
