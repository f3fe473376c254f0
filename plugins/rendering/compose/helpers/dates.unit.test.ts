import assert from 'node:assert/strict';
import { readDate } from './dates.ts';
import { Formats } from './formats.ts';

const formats = new Formats();
const read = (value: unknown, locale = 'en'): string => {
  const found = readDate(value, locale, formats);
  if (found === undefined) return 'none';
  const text = new Date(found.ms).toISOString();
  return found.kind === 'day' ? text.slice(0, 10) : found.kind === 'local' ? text.slice(0, 19) : text;
};

const CASES: readonly (readonly [value: unknown, expected: string, locale?: string])[] = [
  ['2026-06-15', '2026-06-15'],
  ['2026-06', '2026-06-01'],
  ['2026', '2026-01-01'],
  ['20261224', '2026-12-24'],
  ['2026-06-15T10:00', '2026-06-15T10:00:00'],
  ['2026-06-15 10:00:05', '2026-06-15T10:00:05'],
  ['2026-06-15T10:00:00Z', '2026-06-15T10:00:00.000Z'],
  ['2026-06-15T10:00:00.123456+02:00', '2026-06-15T08:00:00.123Z'],
  ['2026-06-15T10:00:00-0330', '2026-06-15T13:30:00.000Z'],
  ['2026-06-15T10:00:00+02:00[Europe/Berlin]', '2026-06-15T08:00:00.000Z'],
  ['2026-06-15T10:00:00[Europe/Berlin]', 'none'],
  ['20260615T100000Z', '2026-06-15T10:00:00.000Z'],
  ['20260615T1000', '2026-06-15T10:00:00'],
  ['20260615T100000.5+0200', '2026-06-15T08:00:00.500Z'],
  ['20260631T100000Z', 'none'],
  ['Sun, 06 Nov 1994 08:49:37 GMT', '1994-11-06T08:49:37.000Z'],
  ['Sunday, 06-Nov-94 08:49:37 GMT', '1994-11-06T08:49:37.000Z'],
  ['Sun Nov  6 08:49:37 1994', '1994-11-06T08:49:37.000Z'],
  ['Mon Jun 15 2026 10:00:00 GMT+0200 (Central European Summer Time)', '2026-06-15T08:00:00.000Z'],
  ['June 15, 2026', '2026-06-15'],
  ['15th of June 2026', '2026-06-15'],
  ['Jun. 15, 2026 at 3:30 p.m.', '2026-06-15T15:30:00'],
  ['12:30', 'none'],
  ['June 2026', '2026-06-01'],
  ['Freitag, 5. Juni 2026', '2026-06-05', 'de'],
  ['15 de junio de 2026', '2026-06-15', 'es'],
  ['1er février 2026', '2026-02-01', 'fr'],
  ['15 июня 2026 г.', '2026-06-15', 'ru'],
  ['15 czerwca 2026', '2026-06-15', 'pl'],
  ['2026年6月15日', '2026-06-15', 'ja'],
  ['01.02.2026', '2026-02-01', 'de-DE'],
  ['Do., 24.12.2026', '2026-12-24', 'de'],
  ['Thu 24/12/2026 10:30 PM', '2026-12-24T22:30:00', 'en-GB'],
  ['Room 24.12.2026', 'none', 'de'],
  ['01/02/2026', '2026-02-01', 'en-GB'],
  ['01/02/2026', '2026-01-02', 'en-US'],
  ['1.2.26', '2026-02-01', 'de'],
  ['2026/06/15', '2026-06-15'],
  ['2026-6-5', '2026-06-05'],
  ['01.02.2026 10:30', '2026-02-01T10:30:00', 'de'],
  [1798070400, '2026-12-24T00:00:00.000Z'],
  ['1798070400', '2026-12-24T00:00:00.000Z'],
  [1798070400000, '2026-12-24T00:00:00.000Z'],
  [0, '1970-01-01T00:00:00.000Z'],
  [46380, 'none'],
  ['46380', 'none'],
  ['46380.5', 'none'],
  ['2026-02-30', 'none'],
  ['30.02.2026', 'none', 'de'],
  ['13/01/2026', 'none', 'en-US'],
  ['February 30, 2026', 'none'],
  ['2026-13-01', 'none'],
  ['2026-06-15T25:00', 'none'],
  ['Room 12', 'none'],
  ['N/A 3', 'none'],
  ['March 3', 'none'],
  ['Maybe 2026', 'none'],
  ['soon', 'none'],
  ['1.2.', 'none'],
  [true, 'none'],
  [{}, 'none'],
  [1e300, 'none'],
  ['x'.repeat(1000), 'none'],
];

describe('what is read as a date', () => {
  for (const [value, expected, locale = 'en'] of CASES) {
    it(`${JSON.stringify(value).slice(0, 70)} in ${locale}: ${expected}`, () => {
      assert.equal(read(value, locale), expected);
    });
  }

  it('is no other in a process with another zone', () => {
    const own = process.env['TZ'];
    try {
      for (const zone of ['America/New_York', 'Asia/Kolkata', 'UTC']) {
        process.env['TZ'] = zone;
        assert.equal(read('June 15, 2026'), '2026-06-15');
        assert.equal(read('2026-06-15T00:00:00'), '2026-06-15T00:00:00');
      }
    } finally {
      if (own === undefined) delete process.env['TZ'];
      else process.env['TZ'] = own;
    }
  });
});
