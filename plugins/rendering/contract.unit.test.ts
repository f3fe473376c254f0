import assert from 'node:assert/strict';
import { z } from 'zod';
import { PrintOptions, regionFields, WaitRules } from './contract.ts';

const accepts = (schema: z.ZodType, value: unknown): boolean => schema.safeParse(value).success;

describe('options of a document', () => {
  for (const margin of ['0', '0.5in', '12mm', '1.5cm', '36pt', '48px', '10', 0, 12.5])
    it(`may have the margin ${JSON.stringify(margin)}`, () => {
      assert.equal(accepts(PrintOptions, { margin }), true);
    });

  for (const margin of ['', '-1in', '1 in', '5furlongs', '1e3px', '.5in', '1.in', '50%', '1IN', ' 1in', -1, NaN, Infinity, null, ['1in']])
    it(`may not have the margin ${JSON.stringify(margin)}`, () => {
      assert.equal(accepts(PrintOptions, { margin }), false);
    });

  for (const [name, options] of [
    ['another format', { format: 'A3' }],
    ['a format in lower case', { format: 'a4' }],
    ['a format of one side', { format: { width: '1in' } }],
    ['another orientation', { orientation: 'sideways' }],
    ['a misspelt name', { printbackground: true }],
    ['a side nobody knows', { margin: { start: '1in' } }],
    ['a header over 1,000,000 characters', { header: 'x'.repeat(1_000_001) }],
  ] as const)
    it(`may not have ${name}`, () => {
      assert.equal(accepts(PrintOptions, options), false);
    });
});

describe('rules of waiting', () => {
  it('have limits at both ends', () => {
    assert.equal(accepts(WaitRules, { selector: '#a', expression: 'window.ready', delay_ms: 20_000, timeout_ms: 25_000 }), true);
    for (const rules of [
      { delay_ms: 20_001 },
      { delay_ms: -1 },
      { timeout_ms: 25_001 },
      { timeout_ms: 0 },
      { selector: '' },
      { delay_ms: 1.5 },
    ])
      assert.equal(accepts(WaitRules, rules), false, JSON.stringify(rules));
  });
});

describe('the region of a document', () => {
  const Region = z.strictObject(regionFields);

  for (const region of [
    { locale: 'en' },
    { locale: 'de-CH' },
    { locale: 'zh-Hant-TW' },
    { timezone: 'Europe/Zurich' },
    { timezone: 'UTC' },
    { currency: 'CHF' },
  ])
    it(`may be ${JSON.stringify(region)}`, () => {
      assert.equal(accepts(Region, region), true);
    });

  for (const region of [
    { locale: 'de_CH!' },
    { locale: '' },
    { locale: 'english-language-of-england' },
    { timezone: 'Mars/Olympus' },
    { timezone: '' },
    { currency: 'euro' },
    { currency: 'eur' },
  ])
    it(`may not be ${JSON.stringify(region)}`, () => {
      assert.equal(accepts(Region, region), false);
    });
});
