import assert from 'node:assert/strict';
import type { Caller } from '../../support/caller.ts';
import { type SharedHub, sharedHub } from '../../support/hub.ts';
import { printed, warningsOf } from './printed.ts';

const REGIONS = {
  us: { locale: 'en-US', timezone: 'America/New_York', currency: 'USD' },
  gb: { locale: 'en-GB', timezone: 'Europe/London', currency: 'GBP' },
  de: { locale: 'de-DE', timezone: 'Europe/Berlin', currency: 'EUR' },
  ch: { locale: 'de-CH', timezone: 'Europe/Zurich', currency: 'CHF' },
  fr: { locale: 'fr-FR', timezone: 'Europe/Paris', currency: 'EUR' },
  es: { locale: 'es-ES', timezone: 'Europe/Madrid', currency: 'EUR' },
  in: { locale: 'en-IN', timezone: 'Asia/Kolkata', currency: 'INR' },
  jp: { locale: 'ja-JP', timezone: 'Asia/Tokyo', currency: 'JPY' },
} as const;

/** What is printed of the value `v`; warnings of it by their codes. */
type Row = readonly [region: keyof typeof REGIONS, template: string, value: unknown, text: string, ...warnings: readonly string[]];

const DAY = '{{formatDate v "long"}}';
const TIME = '{{formatDate v "yyyy-MM-dd HH:mm:ss"}}';
const NUMBER = '{{formatNumber v}}';
const MONEY = '{{formatCurrency v}}';

const SENTENCES: Readonly<Record<string, readonly Row[]>> = {
  'dates in ISO 8601': [
    ['us', TIME, '2026-12-24T10:00:00+01:00', '2026-12-24 04:00:00'],
    ['de', TIME, '2026-12-24T10:00:00.5Z', '2026-12-24 11:00:00'],
    ['in', TIME, '2026-12-24T10:00', '2026-12-24 10:00:00'],
    ['jp', DAY, '2026-12-24', '2026年12月24日'],
    ['fr', '{{formatDate v "MMMM yyyy"}}', '2026-06', 'juin 2026'],
    ['us', '{{formatDate v "yyyy"}}', '2026', '2026'],
  ],
  'dates of SQL': [
    ['us', TIME, '2026-12-24 10:00:00', '2026-12-24 10:00:00'],
    ['de', TIME, '2026-12-24 23:59:59.999', '2026-12-24 23:59:59'],
    ['jp', TIME, '2026-12-24 00:00', '2026-12-24 00:00:00'],
  ],
  'dates of RFC 9110': [
    ['us', TIME, 'Thu, 24 Dec 2026 03:00:00 GMT', '2026-12-23 22:00:00'],
    ['de', TIME, 'Sun, 06 Nov 1994 08:49:37 GMT', '1994-11-06 09:49:37'],
    ['in', TIME, 'Mon, 15 Jun 2026 22:30:00 GMT', '2026-06-16 04:00:00'],
  ],
  'names of months': [
    ['us', DAY, 'Dec 24, 2026', 'December 24, 2026'],
    ['gb', DAY, '24 December 2026', '24 December 2026'],
    ['de', DAY, '1. März 2026', '1. März 2026'],
    ['fr', DAY, '15 août 2026', '15 août 2026'],
    ['es', DAY, '3 de marzo de 2026', '3 de marzo de 2026'],
    ['de', DAY, 'June 15, 2026', '15. Juni 2026'],
  ],
  'days in figures, in the order of the locale': [
    ['us', DAY, '01/02/2026', 'January 2, 2026'],
    ['gb', DAY, '1/2/2026', '1 February 2026'],
    ['de', DAY, '1.2.26', '1. Februar 2026'],
    ['fr', DAY, '01/02/2026', '1 février 2026'],
    ['us', DAY, '2026/06/15', 'June 15, 2026'],
    ['jp', DAY, '2026-6-15', '2026年6月15日'],
  ],
  'days that are the same in every zone': [
    ['us', TIME, '2026-02-01', '2026-02-01 00:00:00'],
    ['jp', DAY, 'June 15, 2026', '2026年6月15日'],
    ['in', DAY, '15/06/2026', '15 June 2026'],
  ],
  'Unix time': [
    ['de', TIME, 1798070400, '2026-12-24 01:00:00'],
    ['us', TIME, 1798070400000, '2026-12-23 19:00:00'],
    ['jp', TIME, '1798070400', '2026-12-24 09:00:00'],
    ['gb', TIME, 0, '1970-01-01 01:00:00'],
  ],
  'what is no date': [
    ['us', DAY, 'N/A 3', 'N/A 3', 'NOT_A_DATE'],
    ['de', DAY, '31.04.2026', '31.04.2026', 'NOT_A_DATE'],
    ['fr', DAY, '99/99/2026', '99/99/2026', 'NOT_A_DATE'],
    ['jp', DAY, '2026-13-01', '2026-13-01', 'NOT_A_DATE'],
    ['us', DAY, '2026-02-29', '2026-02-29', 'NOT_A_DATE'],
    ['gb', DAY, 46_380, '46380', 'NOT_A_DATE'],
    ['us', DAY, true, 'true', 'NOT_A_DATE'],
    ['us', DAY, 'tomorrow', 'tomorrow', 'NOT_A_DATE'],
  ],
  patterns: [
    ['us', '{{formatDate v "EEE, d MMM yyyy"}}', '2026-12-24', 'Thu, 24 Dec 2026'],
    ['fr', '{{formatDate v format="EEEE d MMMM"}}', '2026-12-24', 'jeudi 24 décembre'],
    ['jp', '{{formatDate v format="yy/M/d"}}', '2026-02-01', '26/2/1'],
    ['de', `{{formatDate v "d. 'of' MMM"}}`, '2026-12-24', '24. of Dez.'],
  ],
  'numbers as text': [
    ['us', NUMBER, '1,234.5', '1,234.5'],
    ['de', NUMBER, '1.234,5', '1.234,5'],
    ['fr', NUMBER, '1 234,5', '1 234,5'],
    ['ch', NUMBER, '1’234.5', "1'234.5"],
    ['in', NUMBER, '12,34,567', '12,34,567'],
    ['de', NUMBER, '-1234.5', '-1.234,5'],
    ['de', NUMBER, '1.5e3', '1.500'],
    ['de', MONEY, '1.234,50 €', '1.234,50 €'],
    ['gb', MONEY, '£1,000', '£1,000.00'],
    ['jp', MONEY, '￥1,000', '￥1,000'],
  ],
  'what is no number': [
    ['us', NUMBER, '12 apples', '12 apples', 'NOT_A_NUMBER'],
    ['de', NUMBER, '1,2,3', '1,2,3', 'NOT_A_NUMBER'],
    ['fr', MONEY, '—', '—', 'NOT_A_NUMBER'],
    ['us', MONEY, true, 'true', 'NOT_A_NUMBER'],
    ['us', MONEY, '€5', '€5', 'NOT_A_NUMBER'],
  ],
  'numbers that are computed with': [
    ['de', '{{formatNumber (add v "0,5")}}', '1.000,50', '1.001'],
    ['us', '{{multiply v 3}}', '1,000.10', '3000.3'],
    ['fr', '{{formatNumber (subtract v 1)}}', '1 000,5', '999,5'],
    ['us', '[{{add v 1}}]', 'x', '[]', 'NOT_A_NUMBER'],
    ['de', '[{{divide 1 v}}]', '0,00', '[]', 'NOT_A_NUMBER'],
    ['us', '[{{divide 1 v}}]', 0, '[]', 'NOT_A_NUMBER'],
  ],
  'numbers that are compared': [
    ['de', '{{#if (lt v 2)}}less{{else}}more{{/if}}', '1,5', 'less'],
    ['us', '{{#if (gte v "1000")}}at least{{else}}less{{/if}}', '1,000.00', 'at least'],
    ['de', '{{#if (eq v 0)}}PAID{{else}}OPEN{{/if}}', '0,00', 'PAID'],
    ['us', '{{#if (gt v 9)}}more{{else}}less{{/if}}', '10', 'more'],
    ['us', '{{#if (ne v 7)}}other{{else}}seven{{/if}}', '7.0', 'seven'],
    ['us', '{{#if (lte v 7)}}at most{{else}}more{{/if}}', '7.5', 'more'],
  ],
  sums: [
    ['de', '{{formatCurrency (sum v "net")}}', [{ net: '1.000,50' }, { net: 0.5 }], '1.001,00 €'],
    ['us', '{{sum v}}', ['1', 2, '3.5'], '6.5'],
    ['fr', '{{formatNumber (sum v "price.net")}}', [{ price: { net: '1 000,5' } }, { price: { net: 1 } }], '1 001,5'],
    ['us', '[{{sum v "nett"}}]', [{ net: 1 }], '[]', 'MISSING_VARIABLE'],
    ['us', '[{{sum v "price.nett"}}]', [{ price: { net: 1 } }], '[]', 'MISSING_VARIABLE'],
    ['us', '[{{sum v}}]', 'text', '[]', 'NOT_A_LIST'],
    ['us', '{{sum v "net"}}', [], '0'],
  ],
  'arguments that people expect': [
    ['de', '{{formatCurrency v currency="USD"}}', 5, '5,00 $'],
    ['us', '{{formatCurrency v "EUR" digits=0}}', 5.4, '€5'],
    ['fr', '{{formatNumber v decimals=2}}', 5, '5,00'],
    ['us', '{{formatNumber v 3}}', 5, '5.000'],
    ['jp', '{{formatNumber v digits=1}}', 5.25, '5.3'],
  ],
  'fields with the name of a helper': [
    ['us', '{{#with v}}{{sum}} {{add}} {{eq}}{{/with}}', { sum: 1, add: 2, eq: 3 }, '1 2 3'],
    ['de', '{{#each v}}{{round}}/{{join}}/{{barcode}} {{/each}}', [{ round: 1, join: 'j', barcode: 'b' }], '1/j/b'],
    ['us', '{{v.not}} {{v.and}} {{v.json}}', { not: 'n', and: 'a', json: 'j' }, 'n a j'],
  ],
  'what cannot be printed': [
    ['us', '{{v}}', { a: 1 }, '[object Object]', 'NOT_PRINTABLE'],
    ['us', '[{{join v}}]', [{ a: 1 }, { a: 2 }], '[, ]', 'NOT_PRINTABLE'],
    ['us', '[{{v.a}}]', { a: { b: 1 } }, '[[object Object]]', 'NOT_PRINTABLE'],
    ['us', '[{{#each v}}x{{/each}}]', 5, '[]', 'NOT_A_LIST'],
    ['us', '[{{#each v}}x{{/each}}]', 'abc', '[]', 'NOT_A_LIST'],
    ['us', '{{#each v.rows}}[{{n}}]{{/each}}', { rows: { n: 'one', m: 2 } }, '[one]', 'NOT_A_LIST'],
    ['us', '{{#each v}}[{{../w}}]{{/each}}', [1], '[]', 'MISSING_VARIABLE'],
    ['us', '{{#each v}}[{{../../v}}]{{/each}}', [1], '[]', 'MISSING_VARIABLE'],
  ],
  'what reaches the page as it is': [
    ['us', '{{{{raw}}}}{{v}} {{#if{{{{/raw}}}} {{v}}', 1, '{{v}} {{#if 1'],
    ['us', '<p id=o></p><script>o.textContent = {{json v}}.length</script>', ['</script>', '<!--', '\u2028'], '3'],
    ['us', '<p id=o></p><script>o.textContent = {{json v}}</script>', '</script><b>', '</script><b>'],
    ['us', '{{v.0.name}} {{v.1.name}}', [{ name: 'a' }, { name: 'b' }], 'a b'],
    ['us', '{{#each v}}{{tags.0}} {{/each}}', [{ tags: ['x'] }, { tags: ['y'] }], 'x y'],
  ],
};

describe('data in the words of a place', () => {
  let hub: SharedHub;
  let caller: Caller;
  before(async () => {
    hub = await sharedHub();
    caller = await hub.account();
  });
  after(() => hub.stop());

  for (const [sentence, rows] of Object.entries(SENTENCES)) {
    it(`${sentence}: printed as it was meant, or said`, async () => {
      for (const [region, html, v, text, ...warnings] of rows) {
        const body = { html, data: { v }, ...REGIONS[region] };
        const document = await printed(caller, body);
        const shown = [region, html, v];
        assert.deepEqual([...shown, document.text, warningsOf(document).map((said) => said.split(' ')[0])], [...shown, text, warnings]);
        if (warnings.length > 0) await caller.refused('POST', '/v1/generate', { ...body, strict: true }, 400, 'VALIDATION_ERROR');
      }
    });
  }
});
