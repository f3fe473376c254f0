import assert from 'node:assert/strict';
import type { Caller } from '../../support/caller.ts';
import { type SharedHub, sharedHub } from '../../support/hub.ts';
import { printed, warningsOf } from './printed.ts';

interface Case {
  readonly name: string;
  /** A text is sent as it is. */
  readonly body: object | string;
  readonly text?: string;
  /** Code and subject; none when absent. */
  readonly warnings?: readonly string[];
}

const de = { locale: 'de-DE', timezone: 'Europe/Berlin', currency: 'EUR' };
const html = (source: string, data: object, more: object = {}): object => ({ html: source, data, ...more });

const DATES: readonly Case[] = [
  {
    name: 'a time without a zone',
    body: html('{{formatDate d "short" time="short"}}', { d: '2026-06-15T10:00:00' }, { timezone: 'Europe/Berlin', locale: 'en-US' }),
    text: '6/15/26, 10:00 AM',
  },
  {
    name: 'midnight without a zone',
    body: html('{{formatDate d}}', { d: '2026-06-15T00:00:00' }, { timezone: 'America/New_York', locale: 'en-US' }),
    text: 'Jun 15, 2026',
  },
  {
    name: 'a day in words',
    body: html('{{formatDate d}}', { d: 'June 15, 2026' }, { timezone: 'America/New_York', locale: 'en-US' }),
    text: 'Jun 15, 2026',
  },
  { name: 'a day in German words', body: html('{{formatDate d "long"}}', { d: '15. Juni 2026' }, de), text: '15. Juni 2026' },
  { name: 'a day in the order of the locale', body: html('{{formatDate d}}', { d: '01.02.2026' }, de), text: '01.02.2026' },
  {
    name: 'a day in the order of another locale',
    body: html('{{formatDate d "long"}}', { d: '01/02/2026' }, { locale: 'en-GB' }),
    text: '1 February 2026',
  },
  { name: 'Unix seconds', body: html('{{formatDate d}}', { d: 1798070400 }), text: 'Dec 24, 2026' },
  { name: 'Unix milliseconds as text', body: html('{{formatDate d}}', { d: '1798070400000' }), text: 'Dec 24, 2026' },
  {
    name: 'an instant in the zone of the request',
    body: html('{{formatDate d}}', { d: '2026-06-15T22:30:00Z' }, { ...de, locale: 'en' }),
    text: 'Jun 16, 2026',
  },
  {
    name: 'a pattern',
    body: html('{{formatDate d "dd.MM.yyyy"}} {{formatDate d format="EEEE"}}', { d: '2026-12-24' }, de),
    text: '24.12.2026 Donnerstag',
  },
  { name: 'text that ends in a number', body: html('{{formatDate d}}', { d: 'Room 12' }), text: 'Room 12', warnings: ['NOT_A_DATE d'] },
  {
    name: 'a day that does not exist',
    body: html('{{formatDate d}}', { d: '2026-02-30' }),
    text: '2026-02-30',
    warnings: ['NOT_A_DATE d'],
  },
  { name: 'a date of a spreadsheet', body: html('{{formatDate d}}', { d: 46380 }), text: '46380', warnings: ['NOT_A_DATE d'] },
];

const NUMBERS: readonly Case[] = [
  { name: 'text in the notation of the locale', body: html('{{formatCurrency p}}', { p: '1.234,50' }, de), text: '1.234,50 €' },
  { name: 'text with a currency sign', body: html('{{formatCurrency p}}', { p: '$1,000.00' }), text: '$1,000.00' },
  {
    name: 'text with another currency sign',
    body: html('{{formatCurrency p}}', { p: '$5' }, de),
    text: '$5',
    warnings: ['NOT_A_NUMBER p'],
  },
  { name: 'no number', body: html('{{formatNumber p}}', { p: 'abc' }), text: 'abc', warnings: ['NOT_A_NUMBER p'] },
  {
    name: 'a sum of a field that no row has',
    body: html('[{{formatCurrency (sum lines "nett")}}]', { lines: [{ net: 5 }] }),
    text: '[]',
    warnings: ['MISSING_VARIABLE lines.nett'],
  },
  {
    name: 'a sum of a path',
    body: html('{{sum lines "price.net"}}', { lines: [{ price: { net: 2 } }, { price: { net: '3' } }] }),
    text: '5',
  },
  { name: 'a sum of an object of rows', body: html('{{sum lines "net"}}', { lines: { a: { net: 2 }, b: { net: 3 } } }), text: '5' },
  {
    name: 'a sum with a row that is no number',
    body: html('{{sum lines "net"}}', { lines: [{ net: 2 }, { net: 'x' }] }),
    text: '2',
    warnings: ['NOT_A_NUMBER lines.net'],
  },
  { name: 'a division by zero', body: html('[{{divide a b}}]', { a: 1, b: 0 }), text: '[]', warnings: ['NOT_A_NUMBER b'] },
  {
    name: 'equal numbers, one of them text',
    body: html('{{#if (eq balance 0)}}PAID{{else}}OPEN{{/if}}', { balance: '0.00' }),
    text: 'PAID',
  },
  {
    name: 'an integer of 20 digits',
    body: '{"html":"{{n}} {{formatNumber n}} {{add n 1}}","data":{"n":12345678901234567890}}',
    text: '12345678901234567890 12,345,678,901,234,567,890 12345678901234567891',
  },
  { name: 'a decimal of 20 digits', body: '{"html":"{{n}}","data":{"n":1.2345678901234567891}}', text: '1.2345678901234567891' },
  {
    name: 'an identifier of 19 digits in React',
    body: '{"react":"export default ({ n }) => <p>{n}</p>","data":{"n":1234567890123456789}}',
    text: '1234567890123456789',
  },
  {
    name: 'keys that are numbers, in ascending order',
    body: '{"html":"{{#each m}}{{@key}}={{this}} {{/each}}","data":{"m":{"2":"a","10":"b","x":"c"}}}',
    text: '2=a 10=b x=c',
  },
];

const HELPERS: readonly Case[] = [
  {
    name: 'a field that has the name of a helper',
    body: html('Total {{sum}}, {{default}}', { sum: 99, default: 'd' }),
    text: 'Total 99, d',
  },
  {
    name: 'a field of that name in a list',
    body: html('{{#each games}}[{{round}}]{{/each}}', { games: [{ round: 1 }, { round: 2 }] }),
    text: '[1][2]',
  },
  { name: 'a field of that name that is not there', body: html('[{{not}}]', {}), text: '[]', warnings: ['MISSING_VARIABLE not'] },
  { name: 'an object', body: html('{{o}}', { o: { a: 1 } }), text: '[object Object]', warnings: ['NOT_PRINTABLE o'] },
  { name: 'a list of objects', body: html('[{{join l}}]', { l: [{ a: 1 }] }), text: '[]', warnings: ['NOT_PRINTABLE l'] },
  { name: 'a path that leads nowhere', body: html('[{{../p}}]', { p: 1 }), text: '[]', warnings: ['MISSING_VARIABLE ../p'] },
  { name: 'each of a text', body: html('[{{#each t}}x{{/each}}]', { t: 'abc' }), text: '[]', warnings: ['NOT_A_LIST t'] },
  {
    name: 'each of one object',
    body: html('{{#each lines}}[{{name}}]{{/each}}', { lines: { name: 'one', price: 2 } }),
    text: '[one]',
    warnings: ['NOT_A_LIST lines'],
  },
  { name: 'each of an object of fields', body: html('{{#each m}}{{@key}}={{this}};{{/each}}', { m: { a: 1, b: 2 } }), text: 'a=1;b=2;' },
  { name: 'a raw block', body: html('{{{{raw}}}}{{x}}{{{{/raw}}}} {{x}}', { x: 1 }), text: '{{x}} 1' },
  {
    name: 'data in a script',
    body: html('<p id=o></p><script>o.textContent = {{json d}}.a</script>', { d: { a: '</script>&"\'' } }),
    text: '</script>&"\'',
  },
  {
    name: 'the number of a row at the end of a path',
    body: html('{{#with items.0}}{{n}}{{/with}} {{items.1.n}}', { items: [{ n: 'a' }, { n: 'b' }] }),
    text: 'a b',
  },
];

/** Refused with 400; the message of the error matches. */
const REFUSED: readonly (readonly [name: string, body: object | string, field: string, message: RegExp])[] = [
  [
    'an argument that no helper knows',
    html('{{formatNumber p precision=2}}', { p: 1 }),
    'html',
    /formatNumber: there is no argument precision=; formatNumber takes value/,
  ],
  ['an argument of the wrong kind', html('{{formatNumber p digits="two"}}', { p: 1 }), 'html', /digits= is a whole number from 0 to 100/],
  ['a third argument', html('{{formatCurrency p "EUR" 2}}', { p: 1 }), 'html', /has 3 arguments where it takes 1 to 2/],
  ['an unknown locale', html('x', {}, { locale: 'deutsch' }), 'locale', /BCP 47/],
  ['an unknown locale of a helper', html('{{formatNumber 1 locale=l}}', { l: 'xx-YY' }), 'html', /locale= is a BCP 47 tag/],
  ['keys that are numbers and would change places', '{"html":"x","data":{"m":{"2024":1,"2023":2}}}', 'data.m.2023', /ascending order/],
];

describe('data is printed as it was meant, or it is said', () => {
  let hub: SharedHub;
  let caller: Caller;
  before(async () => {
    hub = await sharedHub();
    caller = await hub.account();
  });
  after(() => hub.stop());

  const made = (body: object | string) => printed(caller, body);

  for (const [kind, cases] of Object.entries({ DATES, NUMBERS, HELPERS })) {
    for (const { name, body, text, warnings = [] } of cases) {
      it(`${kind.toLowerCase()}: ${name}`, async () => {
        const document = await made(body);
        if (text !== undefined) assert.equal(document.text, text);
        assert.deepEqual(warningsOf(document), warnings);
        if (warnings.length === 0 || typeof body === 'string') return;
        const strict = await caller.send('POST', '/v1/generate', { ...body, strict: true });
        assert.equal(strict.status, 400, 'strict refuses what would be warned of');
      });
    }
  }

  for (const [name, body, field, message] of REFUSED) {
    it(`refuses ${name}`, async () => {
      const error = await caller.refused('POST', '/v1/generate', body, 400, 'VALIDATION_ERROR', [field]);
      assert.match(error.message, message);
    });
  }

  it('refuses an argument that no helper knows when a template is saved', async () => {
    for (const body of [
      { name: 'x', html_content: '{{formatCurrency p kurs="EUR"}}' },
      { name: 'x', html_content: 'x', options: { header: '{{formatDate d "YYYY"}}' } },
    ]) {
      const error = await caller.refused('POST', '/v1/templates', body, 400, 'VALIDATION_ERROR');
      assert.match(
        error.message,
        /formatCurrency: there is no argument kurs=|options\.header: Handlebars error at line 1, column 1: formatDate: argument 2/,
      );
    }
  });

  describe('types that a template declares', () => {
    const template = async (schema: object | undefined, html_content: string): Promise<string> => {
      const { status, body } = await caller.send<{ id: string }>('POST', '/v1/templates', {
        name: 'typed',
        html_content,
        ...(schema === undefined ? {} : { schema }),
      });
      assert.equal(status, 201, JSON.stringify(body));
      return body.id;
    };

    it('are those of the data, where a value can be taken for them', async () => {
      const id = await template(
        { paid: 'boolean', net: 'number', due: 'date' },
        '{{#if paid}}PAID{{else}}OPEN{{/if}} {{net}} {{formatDate due}}',
      );
      const document = await made({ template: id, data: { paid: 'false', net: '12.5', due: '2026-12-24' }, strict: true });
      assert.deepEqual([document.text, warningsOf(document)], ['OPEN 12.5 Dec 24, 2026', []]);
    });

    it('are those of the data, with dates as its place writes them', async () => {
      const id = await template(
        { paid: 'boolean', net: 'number', due: 'date' },
        '{{#if paid}}PAID{{else}}OPEN{{/if}} {{formatNumber net}} {{formatDate due "long"}}',
      );
      for (const [locale, data, text] of [
        ['de-DE', { paid: 'true', net: '1234.5', due: '01.02.2026' }, 'PAID 1.234,5 1. Februar 2026'],
        ['fr-FR', { paid: 'false', net: '5e-1', due: '15 août 2026' }, 'OPEN 0,5 15 août 2026'],
        ['en-US', { paid: false, net: 7, due: '2026-02-01' }, 'OPEN 7 February 1, 2026'],
        ['de-DE', { paid: false, net: '1.234,5', due: '1.2.26' }, 'OPEN 1.234,5 1. Februar 2026'],
        ['en-IN', { paid: 0, net: '12,34,567.5', due: '1/2/2026' }, 'OPEN 12,34,567.5 1 February 2026'],
      ] as const) {
        const document = await made({ template: id, data, locale, strict: true });
        assert.deepEqual([document.text, warningsOf(document)], [text, []]);
      }
    });

    it('are warned of where it cannot, and refused when strict', async () => {
      const id = await template({ paid: 'boolean', rows: [{ net: 'number' }] }, '{{#if paid}}PAID{{/if}}{{#each rows}}{{net}}{{/each}}');
      const data = { paid: 'perhaps', rows: [{ net: 1 }, { net: 'x' }] };
      const { warnings } = await made({ template: id, data });
      assert.deepEqual(
        warnings.map(({ code, subject }) => [code, subject]),
        [
          ['WRONG_TYPE', 'paid'],
          ['WRONG_TYPE', 'rows.1.net'],
        ],
      );
      assert.match(warnings[0]?.message ?? '', /paid is "perhaps", and the template declares it as a boolean/);
      await caller.refused('POST', '/v1/generate', { template: id, data, strict: true }, 400, 'VALIDATION_ERROR', [
        'data.paid',
        'data.rows.1.net',
      ]);
    });

    it('are not what was inferred from a question for a value', async () => {
      const id = await template(undefined, '{{#if notes}}Notes{{/if}}');
      const document = await made({ template: id, data: { notes: 'some' } });
      assert.deepEqual([document.text, warningsOf(document)], ['Notes', []]);
    });
  });

  describe('bytes', () => {
    const post = (body: Buffer): Promise<Response> =>
      fetch(`${hub.url}/v1/generate`, {
        method: 'POST',
        body: new Uint8Array(body),
        headers: { authorization: `Bearer ${caller.key}`, 'content-type': 'application/json' },
      });

    it('that are no UTF-8 are refused with their place, in small bodies and large ones', async () => {
      for (const padding of ['', 'x'.repeat(100_000)]) {
        const reply = await post(Buffer.from(`{"html":"${padding}gr\xfc\xdfe"}`, 'latin1'));
        const { error } = (await reply.json()) as { error: { message: string } };
        assert.equal(reply.status, 400);
        assert.match(error.message, new RegExp(`byte ${String(11 + padding.length)} \\(0xFC\\)`));
      }
    });

    it('that are damaged in other ways are refused, too', async () => {
      for (const damaged of ['\x80', '\xe2\x82', '\xc0\xaf', '\xed\xa0\x80', '\xf5\x80\x80\x80']) {
        const reply = await post(Buffer.from(`{"html":"${damaged}"}`, 'latin1'));
        const { error } = (await reply.json()) as { error: { message: string } };
        assert.deepEqual([damaged, reply.status], [damaged, 400]);
        assert.match(error.message, /byte 9 \(0x/);
      }
    });

    it('of a byte order mark are skipped', async () => {
      assert.equal((await post(Buffer.from('\ufeff{"html":"<p>x"}'))).status, 201);
    });
  });

  describe('a file', () => {
    it('has its name in a reply that is the PDF itself', async () => {
      for (const [filename, disposition] of [
        ['Ünicode 7', `inline; filename="_nicode 7.pdf"; filename*=UTF-8''%C3%9Cnicode%207.pdf`],
        ['invoice.pdf', 'inline; filename="invoice.pdf"'],
        ['請求書', `inline; filename="___.pdf"; filename*=UTF-8''%E8%AB%8B%E6%B1%82%E6%9B%B8.pdf`],
      ] as const) {
        const reply = await caller.raw('POST', '/v1/generate', {
          body: { html: '<p>x', filename },
          headers: { accept: 'application/pdf' },
        });
        assert.equal(reply.headers.get('content-disposition'), disposition);
      }
    });

    it('is an attachment by its link with download=1', async () => {
      const { url } = await caller.generate({ html: '<p>x' });
      assert.match((await fetch(url)).headers.get('content-disposition') ?? '', /^inline/);
      assert.match((await fetch(`${url}&download=1`)).headers.get('content-disposition') ?? '', /^attachment/);
    });

    it('is not there, in the envelope, by a link that was changed in any part', async () => {
      const { url } = await caller.generate({ html: '<p>x' });
      for (const wrong of [
        url.replace(/signature=.{8}/, 'signature=AAAAAAAA'),
        url.replace(/expires=\d+/, 'expires=1000000000'),
        url.replace(/\?.*/, ''),
        url.replace(/files\/.*\?/, 'files/none.pdf?'),
      ]) {
        const reply = await fetch(wrong);
        const { error } = (await reply.json()) as { error: { code: string; request_id: string } };
        assert.deepEqual([wrong, reply.status, error.code], [wrong, 404, 'NOT_FOUND']);
        assert.equal(reply.headers.get('x-request-id'), error.request_id);
      }
    });

    it('is refused in the envelope for a range that it does not have', async () => {
      const { url, file_size } = await caller.generate({ html: '<p>x' });
      const reply = await fetch(url, { headers: { range: `bytes=${String(file_size)}-` } });
      const { error } = (await reply.json()) as { error: { code: string } };
      assert.deepEqual(
        [reply.status, error.code, reply.headers.get('content-range')],
        [416, 'RANGE_NOT_SATISFIABLE', `bytes */${String(file_size)}`],
      );
    });
  });
});
