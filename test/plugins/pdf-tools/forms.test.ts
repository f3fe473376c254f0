import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { PDFDocument, PDFName, PDFString } from 'pdf-lib';
import { assertEnvelope, type Caller } from '../../support/caller.ts';
import { type SharedHub, sharedHub } from '../../support/hub.ts';
import { readPdf, textOf } from '../../support/pdf.ts';
import { isTooBusy } from './children.ts';
import { base64, form, pages, turned } from './fixtures.ts';
import { bytesOf, Tools } from './tools.ts';

interface Listed {
  readonly name: string;
  readonly type: string;
  readonly value: unknown;
  readonly options?: readonly { readonly value: string; readonly label: string }[];
}

describe('PDF tools', () => {
  let hub: SharedHub;
  let caller: Caller;
  let call: Tools['call'];
  let refused: Tools['refused'];
  let valuesOf: Tools['valuesOf'];
  before(async () => {
    hub = await sharedHub();
    caller = await hub.account();
    ({ call, refused, valuesOf } = new Tools(caller));
  });
  after(() => hub.stop());

  describe('input', () => {
    it('must be a PDF as base64, or fetched from an address that is allowed', async () => {
      const pdf = base64(await pages(1));
      for (const [body, field, message] of [
        [{}, 'pdf', /must be a PDF as base64/],
        [{ pdf: '' }, 'pdf', /must be a PDF as base64/],
        [{ pdf: 'not base64!' }, 'pdf', /must be a PDF as base64/],
        [{ pdf: 7 }, 'pdf', /must be a PDF as base64/],
        [{ pdf, pdf_url: 'https://example.com/a.pdf' }, 'pdf', /must be a PDF as base64/],
        [{ pdf: base64(Buffer.from('<html>hello</html>')) }, 'pdf', /is not a PDF/],
        [{ pdf: base64(Buffer.from('%PDF-1.7\n')) }, 'pdf', /damaged/],
        [{ pdf: pdf.slice(0, Math.floor(pdf.length / 8) * 4) }, 'pdf', /damaged/],
        [{ pdf_url: 'http://169.254.169.254/a.pdf' }, 'pdf_url', /public address/],
        [{ pdf_url: 'file:///etc/passwd' }, 'pdf_url', /http or https/],
        [{ pdf, pasword: 'x' }, 'pasword', /not a known field/],
      ] as const) {
        await refused('forms/list-fields', body, [field], message);
      }
      assert.deepEqual(await call('forms/list-fields', { pdf: `data:application/pdf;base64,${pdf}` }), { fields: [], total: 0 });
    });

    it('may have 25 MB and 2,000 pages', async () => {
      const large = Buffer.alloc(25 * 1024 * 1024 + 1024 * 1024, 0x20);
      large.write('%PDF-1.7');
      await refused('forms/list-fields', { pdf: base64(large) }, ['pdf'], /is 26 MB; the limit is 25 MB/);
      await refused('forms/list-fields', { pdf: base64(await pages(2001)) }, ['pdf'], /has 2001 pages; the limit is 2000/);
    });

    it('that is hostile is refused in time, and harms nobody beside it', async function () {
      this.timeout(120_000);
      const dag = (depth: number): string => {
        const nodes = Array.from(
          { length: depth },
          (_, i) => `${String(i + 2)} 0 obj\n<< /Type /Pages /Count 1 /Kids [${String(i + 3)} 0 R ${String(i + 3)} 0 R] >>\nendobj\n`,
        );
        return `%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n${nodes.join('')}${String(depth + 2)} 0 obj\n<< /Type /Page /MediaBox [0 0 9 9] >>\nendobj\ntrailer << /Root 1 0 R /Size 99 >>\nstartxref\n0\n%%EOF`;
      };
      const loop =
        '%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Count 1 /Kids [2 0 R] >>\nendobj\ntrailer << /Root 1 0 R >>\nstartxref\n0\n%%EOF';
      const good = base64(await pages(20));
      const whole = await pages(2);
      const hostile = [
        dag(24),
        loop,
        `%PDF-1.7\n1 0 obj\n<< /Type /XRef /Size 5 /Index [0 999999999] /W [1 1 1] /Length 3 >>\nstream\nabc\nendstream\nendobj\nstartxref\n9\n%%EOF`,
        `%PDF-1.7\n${'('.repeat(2_000_000)}\n1 0 obj\nstartxref\n%%EOF`,
        `%PDF-1.7\n1 0 obj\n${'['.repeat(200_000)}\nendobj\nstartxref\n0\n%%EOF`,
        `%PDF-1.7\n${'A'.repeat(5_000_000)}\n1 0 obj\n<<>>\nendobj\nstartxref\n0\n%%EOF`,
      ].map((text) => base64(Buffer.from(text, 'latin1')));
      const cut = Array.from({ length: 9 }, (_, i) => base64(whole.subarray(0, Math.floor((whole.byteLength * (i + 1)) / 10))));
      const flipped = Array.from({ length: 10 }, (_, i) => {
        const copy = whole.slice();
        const at = Math.floor((copy.byteLength * (i + 0.5)) / 10);
        copy[at] = (copy[at] ?? 0) ^ 0x55;
        return base64(copy);
      });
      const other = new Tools(await hub.account());
      const goodOnes = async (): Promise<void> => {
        const replies = await Promise.all(Array.from({ length: 20 }, () => other.call<{ total: number }>('split', { pdf: good })));
        for (const { total } of replies) assert.equal(total, 20);
      };
      const attacks = Promise.all([...hostile, ...cut, ...flipped].map((pdf) => caller.send('POST', '/v1/pdf/split', { pdf })));
      await goodOnes();
      const replies = await attacks;
      for (const [i, reply] of replies.entries())
        assert.ok(reply.status === 200 || reply.status === 400 || isTooBusy(reply), `${String(i)}: ${JSON.stringify(reply.body)}`);
      const refusedOnes = replies.slice(0, hostile.length).filter((reply) => !isTooBusy(reply));
      for (const reply of refusedOnes) assertEnvelope(reply, 400, 'VALIDATION_ERROR');
      // Sound, but so full of junk that reading it takes about as long as it may: done, or stopped by its limit.
      const withJunk = Buffer.from(whole)
        .toString('latin1')
        .replace('\n', `\n${'A'.repeat(15_000_000)}\n`);
      const [slow] = await Promise.all([
        caller.send('POST', '/v1/pdf/split', { pdf: base64(Buffer.from(withJunk, 'latin1')) }),
        goodOnes(),
      ]);
      const isStopped = isTooBusy(slow) || (slow.status === 400 && /too complex \(10 s limit\)/.test(slow.body.error.message));
      assert.ok(slow.status === 200 || isStopped, JSON.stringify(slow.body).slice(0, 300));
    });
  });

  describe('forms', () => {
    it('are listed with types and values', async () => {
      const listed = await call<{ fields: Listed[]; total: number }>('forms/list-fields', { pdf: base64(await form()) });
      assert.deepEqual(
        listed.fields.map(({ name, type, value }) => ({ name, type, value })),
        [
          { name: 'person.name', type: 'text', value: '' },
          { name: 'notes', type: 'text', value: '' },
          { name: 'short', type: 'text', value: 'old' },
          { name: 'agree', type: 'checkbox', value: false },
          { name: 'colour', type: 'dropdown', value: 'red' },
          { name: 'size', type: 'radio', value: '' },
          { name: 'list', type: 'listbox', value: '' },
          { name: 'send', type: 'button', value: '' },
        ],
      );
      assert.equal(listed.total, 8);
      const about = { required: false, read_only: false, pages: [0] };
      const byName = new Map(listed.fields.map((field) => [field.name, field]));
      assert.deepEqual(byName.get('notes'), { name: 'notes', type: 'text', value: '', ...about, multiline: true, max_length: null });
      assert.deepEqual(byName.get('colour')?.options?.[0], { value: 'red', label: 'red' });
    });

    it('are filled in many scripts, and nothing of the old value stays', async () => {
      const pdf = base64(await form());
      for (const text of ['Łódź Žižka', 'Привет мир', 'Γειά σου', 'مرحبا', 'שלום', 'plain']) {
        const filled = await bytesOf(
          await call('forms/fill', {
            pdf,
            output: 'base64',
            fields: [
              { name: 'person.name', value: text },
              { name: 'short', value: 'new' },
              { name: 'agree', value: true },
              { name: 'colour', value: 'blue' },
              { name: 'size', value: 'large' },
              { name: 'list', value: ['a', 'c'] },
              { name: 'notes', value: 'one\ntwo' },
            ],
          }),
        );
        assert.deepEqual(await valuesOf(filled), {
          'person.name': text,
          notes: 'one\ntwo',
          short: 'new',
          agree: true,
          colour: 'blue',
          size: 'large',
          list: ['a', 'c'],
          send: '',
        });
        const flat = await bytesOf(
          await call('forms/fill', { pdf: base64(filled), fields: [{ name: 'short', value: 'flat' }], flatten: true }),
        );
        assert.deepEqual(await valuesOf(flat), {});
        const seen = await textOf(flat);
        assert.ok(seen.includes('flat') && !seen.includes('?'), seen);
        const letters = (value: string): string => value.replace(/\s/g, '').normalize('NFKD');
        assert.ok(letters(seen).length >= letters(text).length);
        const [page] = await readPdf(flat);
        assert.ok((page?.ink ?? 1) < 0.09, 'notes of two short lines are not drawn in giant letters');
        const document = await PDFDocument.load(filled);
        assert.doesNotMatch(Buffer.from(await document.save({ useObjectStreams: false })).toString('latin1'), /\(old\)/);
      }
    });

    it('lay out text that runs both ways, each part in its own direction', async () => {
      const document = await PDFDocument.create();
      document
        .getForm()
        .createTextField('one')
        .addToPage(document.addPage([400, 100]), { x: 20, y: 40, width: 360, height: 24 });
      const pdf = base64(await document.save());
      for (const value of ['שלום 123 abc', 'מחיר 12 (חדש) EUR', 'abc שלום 45', 'مرحبا 456 world']) {
        const flat = await bytesOf(await call('forms/fill', { pdf, fields: [{ name: 'one', value }], flatten: true }));
        const seen = (await textOf(flat)).normalize('NFKD');
        const letters = (text: string): string[] => Array.from(text.normalize('NFKD').replace(/[\s\u200e-\u202e]/g, '')).sort();
        assert.deepEqual(letters(seen), letters(value));
        for (const word of value.match(/[a-zA-Z]+|\d+/g) ?? []) assert.ok(seen.includes(word), `${word} is not turned round in ${seen}`);
      }
    });

    it('are filled in Chinese, Japanese and Korean where the machine has fonts for them, and refused by the letters otherwise', async () => {
      const pdf = base64(await form());
      const hasFonts = spawnSync('fc-match', [':lang=zh-cn'], { encoding: 'utf8' }).stdout.includes('CJK');
      for (const value of ['中文表格', '日本語テキスト', '한국어']) {
        const body = { pdf, fields: [{ name: 'person.name', value }], flatten: true };
        if (!hasFonts) {
          await refused('forms/fill', body, ['fields.0.value'], /no font: /);
          continue;
        }
        const reply = await call('forms/fill', body);
        assert.ok(reply.file_size < 300_000, 'the font is embedded in part');
        assert.match((await textOf(await bytesOf(reply))).normalize('NFKC'), new RegExp(value));
      }
    });

    it('show and store options that are called one way and sent another, and hide passwords', async () => {
      const document = await PDFDocument.load(await form());
      const colour = document.getForm().getDropdown('colour');
      const options = [
        ['R', 'red'],
        ['G', 'green'],
      ].map((pair) => pair.map((text) => PDFString.of(text)));
      colour.acroField.dict.set(PDFName.of('Opt'), document.context.obj(options));
      colour.acroField.dict.set(PDFName.of('V'), PDFString.of('R'));
      document.getForm().getTextField('short').enablePassword();
      const pdf = base64(await document.save());
      assert.equal((await valuesOf(Buffer.from(pdf, 'base64')))['colour'], 'red');
      for (const value of ['green', 'G']) {
        const fields = [
          { name: 'colour', value },
          { name: 'short', value: 'pass' },
        ];
        const filled = await bytesOf(await call('forms/fill', { pdf, fields }));
        assert.deepEqual([(await valuesOf(filled))['colour'], (await valuesOf(filled))['short']], ['green', '']);
        const again = await PDFDocument.load(filled);
        assert.equal((again.getForm().getDropdown('colour').acroField.V() as PDFString).decodeText(), 'G');
        assert.equal(again.getForm().getTextField('short').getText(), 'pass');
        const flat = await textOf(await bytesOf(await call('forms/fill', { pdf, fields, flatten: true })));
        assert.match(flat, /\*\*\*\*/);
        assert.match(flat, /green/);
        assert.doesNotMatch(flat, /pass/);
      }
    });

    it('are refused as a whole, naming every wrong field', async () => {
      const pdf = base64(await form());
      await refused(
        'forms/fill',
        {
          pdf,
          fields: [
            { name: 'nobody', value: 'x' },
            { name: 'agree', value: 'yes' },
            { name: 'person.name', value: true },
            { name: 'colour', value: 'purple' },
            { name: 'short', value: 'too long' },
            { name: 'send', value: 'x' },
            { name: 'person.name', value: 'again' },
          ],
        },
        ['fields.0.name', 'fields.1.value', 'fields.2.value', 'fields.3.value', 'fields.4.value', 'fields.5.name', 'fields.6.name'],
      );
      await refused('forms/fill', { pdf, fields: [{ name: 'person.name', value: 'a\nb' }] }, ['fields.0.value'], /one line/);
      await refused('forms/fill', { pdf, fields: [{ name: 'person.name', value: 'a𒀀b' }] }, ['fields.0.value'], /no font: 𒀀/);
      await refused('forms/fill', { pdf, fields: [] }, ['fields']);
      await refused('forms/fill', { pdf }, ['fields']);
    });

    it('are added to, upright on turned pages', async () => {
      for (const angle of [0, 90, 180, 270] as const) {
        const added = await bytesOf(
          await call('forms/add-fields', {
            pdf: base64(await turned(angle)),
            fields: [
              { name: 'a.text', type: 'text', page: 0, x: 20, y: 30, width: 120, height: 20, defaultValue: 'Größe' },
              { name: 'a.check', type: 'checkbox', page: 0, x: 20, y: 200, defaultValue: true },
              { name: 'b', type: 'dropdown', page: 0, x: 150, y: 30, width: 100, height: 20, options: ['x', 'y'], defaultValue: 'y' },
            ],
          }),
        );
        assert.deepEqual(await valuesOf(added), { 'a.text': 'Größe', 'a.check': true, b: 'y' });
      }
      const pdf = base64(await pages(1));
      const field = { name: 'n', type: 'text', page: 0, x: 10, y: 10, width: 50, height: 20 };
      await refused(
        'forms/add-fields',
        {
          pdf,
          fields: [
            { ...field, page: 1 },
            { ...field, name: 'a', x: 290 },
            { ...field, name: 'a' },
            { ...field, name: 'a.b' },
            { ...field, name: 'd', type: 'dropdown' },
            { ...field, name: 'e', options: ['x'] },
            { ...field, name: 'f', type: 'checkbox', defaultValue: 'yes' },
            { ...field, name: 'g..h' },
          ],
        },
        [
          'fields.0.page',
          'fields.1.x',
          'fields.2.name',
          'fields.3.name',
          'fields.4.options',
          'fields.5.options',
          'fields.6.defaultValue',
          'fields.7.name',
        ],
      );
      await refused(
        'forms/add-fields',
        {
          pdf,
          fields: [
            { ...field, type: 'radio' },
            { ...field, width: 0, x: 1e30 },
          ],
        },
        ['fields.0.type', 'fields.1.width', 'fields.1.x'],
      );
    });
  });

  it('says all that is wrong at once: with the request, and with the document', async () => {
    const pdf = base64(await form());
    const fields = [
      { name: 'nowhere', value: 'x' },
      { name: 'notes', value: 7 },
      { name: 'short', value: 'too long' },
      { name: 'colour', value: 'red', other: 1 },
    ];
    await refused('forms/fill', { pdf, fields, flatten: 'yes' }, [
      ...['fields.1.value', 'fields.3.other', 'flatten'],
      ...['fields.0.name', 'fields.2.value'],
    ]);
    const place = { type: 'text', page: 9, x: 0, y: 0 };
    await refused(
      'forms/add-fields',
      {
        pdf,
        fields: [
          { name: 1, ...place },
          { name: 'new', ...place },
        ],
      },
      ['fields.0.name', 'fields.1.page'],
    );
    await refused('forms/fill', { pdf: base64(Buffer.from('no PDF')), fields: [fields[0], fields[1]] }, ['fields.1.value', 'pdf']);
  });
});
