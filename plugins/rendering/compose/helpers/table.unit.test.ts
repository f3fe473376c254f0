import assert from 'node:assert/strict';
import { Templates } from '../handlebars.ts';

const templates = new Templates();

/** What a template prints, with the spaces that Intl writes as plain ones. */
const print = (template: string, data: Record<string, unknown> = {}, region = {}): string =>
  templates.render(template, data, region).html.replaceAll(/[\u00a0\u202f]/g, ' ');

interface Case {
  readonly template: string;
  readonly data?: Record<string, unknown>;
  readonly region?: { readonly locale?: string; readonly timezone?: string; readonly currency?: string };
  readonly expected: string;
}

const CASES: Readonly<Record<string, readonly Case[]>> = {
  formatNumber: [
    { template: '{{formatNumber 1234567.5}}', expected: '1,234,567.5' },
    { template: '{{formatNumber 1234.5}}', region: { locale: 'de-DE' }, expected: '1.234,5' },
    { template: '{{formatNumber 1.005 digits=2}}', expected: '1.01' },
    { template: '{{formatNumber 3 digits=2}}', expected: '3.00' },
    { template: '{{formatNumber "12.5"}}', expected: '12.5' },
    { template: '{{formatNumber x}}', data: { x: 'n/a' }, expected: 'n/a' },
    { template: '{{formatNumber x}}', expected: '' },
    { template: '{{formatNumber 0}}', expected: '0' },
    { template: '{{formatNumber 1.25 1}} {{formatNumber 1.25 decimals=1}}', expected: '1.3 1.3' },
    { template: '{{formatNumber x}}', data: { x: '12345678901234567890' }, expected: '12,345,678,901,234,567,890' },
  ],
  formatCurrency: [
    { template: '{{formatCurrency 1234.5}}', expected: '$1,234.50' },
    { template: '{{formatCurrency 1234.5 "EUR"}}', region: { locale: 'de-DE' }, expected: '1.234,50 €' },
    { template: '{{formatCurrency 1234.5}}', region: { currency: 'JPY' }, expected: '¥1,235' },
    { template: '{{formatCurrency -5 "USD"}}', expected: '-$5.00' },
  ],
  formatDate: [
    { template: '{{formatDate "2026-11-21"}}', expected: 'Nov 21, 2026' },
    { template: '{{formatDate "2026-11-21" "full"}}', expected: 'Saturday, November 21, 2026' },
    { template: '{{formatDate "2026-11-21"}}', region: { timezone: 'America/Los_Angeles' }, expected: 'Nov 21, 2026' },
    { template: '{{formatDate "2026-11-21T23:30:00Z"}}', region: { timezone: 'Europe/Zurich' }, expected: 'Nov 22, 2026' },
    { template: '{{formatDate "2026-11-21T23:30:00Z" timezone="America/New_York" time="short"}}', expected: 'Nov 21, 2026, 6:30 PM' },
    { template: '{{formatDate 0}}', expected: 'Jan 1, 1970' },
    { template: '{{formatDate "soon"}}', expected: 'soon' },
    { template: '{{formatDate "2026-12-24" "dd.MM.yyyy"}}', expected: '24.12.2026' },
    { template: '{{formatDate "2026-12-24" format="EEEE, d MMMM"}}', region: { locale: 'de' }, expected: 'Donnerstag, 24 Dezember' },
    { template: '{{formatDate "2026-12-22" "do MMM"}}', expected: '22nd Dec' },
    {
      template: '{{formatDate "2026-06-15T10:00:00" "HH:mm XXX"}}',
      region: { timezone: 'Europe/Berlin' },
      expected: '10:00 +02:00',
    },
    {
      template: '{{formatDate "2026-06-15T10:00:00" "HH:mm" timezone="America/New_York"}}',
      region: { timezone: 'Europe/Berlin' },
      expected: '04:00',
    },
    { template: '{{formatDate x}}', expected: '' },
  ],
  'eq and ne': [
    { template: '{{eq 1 "1"}}', expected: 'true' },
    { template: '{{eq "0.00" 0}} {{ne "1e3" 1000}} {{eq "007" 7}}', expected: 'true false false' },
    { template: '{{eq a b}}', data: { a: null, b: null }, expected: 'true' },
    { template: '{{eq a ""}}', expected: 'false' },
    { template: '{{ne "a" "b"}}', expected: 'true' },
  ],
  'lt, lte, gt and gte': [
    { template: '{{lt 9 10}} {{lt "9" "10"}} {{lt "b" "a"}}', expected: 'true true false' },
    { template: '{{lte 2 2}} {{gte 2 2}} {{gt 2 2}}', expected: 'true true false' },
  ],
  'and, or and not': [
    { template: '{{and 1 "x" true}} {{and 1 0}}', expected: 'true false' },
    { template: '{{or 0 ""}} {{or 0 "x"}}', expected: 'false true' },
    { template: '{{not list}}', data: { list: [] }, expected: 'true' },
  ],
  arithmetic: [
    { template: '{{add 0.1 0.2}}', expected: '0.3' },
    { template: '{{add 1 2 3}}', expected: '6' },
    { template: '{{subtract 1 0.9}}', expected: '0.1' },
    { template: '{{multiply "3" 1.1}}', expected: '3.3' },
    { template: '{{divide 1 0}}', expected: '' },
    { template: '{{add 1 x}}', expected: '' },
    { template: '{{add x 1}}', data: { x: '12345678901234567890' }, expected: '12345678901234567891' },
    { template: '{{divide 1 3}}', expected: '0.333333333333333' },
  ],
  round: [
    { template: '{{round 2.5}}', expected: '3' },
    { template: '{{round -2.5}}', expected: '-3' },
    { template: '{{round -0.4}}', expected: '0' },
    { template: '{{round 1.005 2}}', expected: '1.01' },
    { template: '{{round 1234 -2}}', expected: '1200' },
    { template: '{{round x 2}}', data: { x: 0.0000001 }, expected: '0' },
    { template: '{{round x 8}}', data: { x: 0.00000012 }, expected: '1.2e-7' },
    { template: '{{round x 2}}', data: { x: 1e21 }, expected: '1e+21' },
    { template: '{{round x}}', expected: '' },
  ],
  sum: [
    { template: '{{sum list}}', data: { list: [0.1, 0.2, '3'] }, expected: '3.3' },
    { template: '{{sum rows "price"}}', data: { rows: [{ price: 1 }, {}, { price: 'x' }, { price: 2 }] }, expected: '3' },
    { template: '{{sum list}}', data: { list: 7 }, expected: '' },
    { template: '{{sum rows "price.net"}}', data: { rows: [{ price: { net: 2 } }, { price: { net: 3 } }] }, expected: '5' },
    { template: '{{sum rows "n"}}', data: { rows: { a: { n: 1 }, b: { n: '2' } } }, expected: '3' },
    { template: '{{sum none "n"}}', data: { none: [] }, expected: '0' },
  ],
  'upper and lower case': [
    { template: '{{uppercase "straße"}}', expected: 'STRASSE' },
    { template: '{{uppercase "i"}}', region: { locale: 'tr' }, expected: 'İ' },
    { template: '{{lowercase "ÄB"}}', expected: 'äb' },
    { template: '{{capitalize "über uns"}}', expected: 'Über uns' },
    { template: '{{capitalize " a"}}', expected: ' A' },
  ],
  truncate: [
    { template: '{{truncate "Hello world" 5}}', expected: 'Hell…' },
    { template: '{{truncate "Hello" 5}}', expected: 'Hello' },
    { template: '{{truncate "👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧" 2}}', expected: '👨‍👩‍👧…' },
    { template: '{{truncate "one two" 5}}', expected: 'one…' },
  ],
  default: [
    { template: '{{default a "none"}}', expected: 'none' },
    { template: '{{default a "none"}}', data: { a: '' }, expected: 'none' },
    { template: '{{default a "none"}}', data: { a: 0 }, expected: '0' },
    { template: '{{default a "none"}}', data: { a: false }, expected: 'false' },
  ],
  join: [
    { template: '{{join list}}', data: { list: ['a', 1, true] }, expected: 'a, 1, true' },
    { template: '{{join list " / "}}', data: { list: ['a', 'b'] }, expected: 'a / b' },
    { template: '{{join list}}', data: { list: 'a' }, expected: 'a' },
  ],
};

describe('helpers of templates', () => {
  for (const [name, cases] of Object.entries(CASES))
    describe(name, () => {
      for (const { template, data, region, expected } of cases)
        it(`${template}${data === undefined ? '' : ` of ${JSON.stringify(data)}`}${region === undefined ? '' : ` in ${Object.values(region).join()}`} gives “${expected}”`, () => {
          assert.equal(print(template, data, region), expected);
        });
    });

  it('escape what they print', () => {
    assert.equal(print('{{uppercase a}}', { a: '<b>' }), '&lt;B&gt;');
    assert.equal(print('{{default a b}}', { b: '"&' }), '&quot;&amp;');
  });

  it('read only own fields', () => {
    assert.equal(print('{{constructor}}{{a.constructor}}{{a.__proto__}}{{sum rows "constructor"}}', { a: {}, rows: [{}] }), '');
  });

  it('draw codes as SVG of the size asked for', () => {
    const svg = print('{{qrcode "https://example.com" width="30mm"}}');
    assert.match(svg, /^<svg width="30mm" [^>]*viewBox/);
    assert.equal(print('{{qrcode x}}'), '');
  });

  it('draw no code of a text that has half a character', () => {
    assert.throws(() => print('{{qrcode t}}', { t: 'a\ud800' }), /qrcode: cannot hold this text: half of a surrogate pair is missing/);
  });

  it('let no markup into the size of a code', () => {
    assert.throws(() => print('{{qrcode "a" width=w}}', { w: '1" onload="x' }), /qrcode: width= is a length such as 30mm/);
  });

  const REFUSED: readonly (readonly [template: string, reason: RegExp])[] = [
    ['{{formatNumber 1 digits=101}}', /digits= is a whole number from 0 to 100/],
    ['{{formatNumber 1 locale="de_CH!"}}', /locale= is a BCP 47 tag/],
    ['{{formatCurrency 1 "euro"}}', /ISO 4217/],
    ['{{formatDate "2026-11-21T00:00:00Z" timezone="Mars/Olympus"}}', /IANA name/],
    [`{{qrcode "${'a'.repeat(1500)}" level="H"}}`, /cannot hold this text: it is too long for level H/],
    ['{{qrcode "a" level="X"}}', /level= is one of L, M, Q, H/],
    ['{{barcode "a" "constructor"}}', /argument 2 is one of code128, /],
    ['{{barcode "abc" "ean13"}}', /cannot hold this text/],
    ['{{formatNumber 1 precision=2}}', /there is no argument precision=; formatNumber takes value \[digits\], digits=, decimals=, locale=/],
    ['{{round 5 999}}', /argument 2 is a whole number from -100 to 100/],
    ['{{formatNumber 1 digits="two"}}', /digits= is a whole number/],
    ['{{formatCurrency 1 "EUR" 2}}', /has 3 arguments where it takes 1 to 2/],
    ['{{formatNumber 1 locale="xx-YY"}}', /locale= is a BCP 47 tag/],
    ['{{formatDate "2026-11-21" "DD.MM.YYYY"}}', /use `dd` instead of `DD`/],
    ['{{eq 1}}', /eq: has 1 argument where it takes 2; eq takes a b/],
  ];
  for (const [template, reason] of REFUSED)
    it(`refuse ${template} and say where`, () => {
      assert.throws(
        () => print(`\n ${template}`),
        (error: Error) => {
          assert.match(error.message, /^Handlebars error at line 2, column 2: /);
          assert.match(error.message, reason);
          return true;
        },
      );
    });
});

describe('round and formatNumber', () => {
  for (const [value, digits] of [
    [2.5, 0],
    [-2.5, 0],
    [-0.5, 0],
    [-0.4, 0],
    [1.005, 2],
    [-1.005, 2],
    [-2.345, 2],
    [8.345, 2],
    [-0.004, 2],
  ] as const)
    it(`round ${String(value)} to ${String(digits)} digits alike`, () => {
      const data = { value, digits };
      assert.equal(Number(print('{{round value digits}}', data)), Number(print('{{formatNumber value digits=digits}}', data)));
      assert.doesNotMatch(print('{{round value digits}} {{formatNumber value digits=digits}}', data), /-0(\.0+)?( |$)/);
    });
});
