import assert from 'node:assert/strict';
import { conform } from './conform.ts';
import type { DeclaredSchema } from './contract.ts';

const template = (schema: DeclaredSchema, isDeclared: boolean | null = true) => ({
  id: 'tmpl_x',
  version: 1,
  html: '',
  schema,
  isDeclared,
});
/** A region that writes 1,5 for one and a half. */
const notation = {
  isDate: (value: unknown): boolean => typeof value === 'number' || /^\d{4}-\d\d-\d\d/.test(String(value)),
  readNumber: (value: unknown): string | undefined =>
    typeof value === 'string' && /^\d+(?:,\d+)?$/.test(value) ? value.replace(',', '.').replace(/\.0+$/, '') : undefined,
};

describe('data with the types that a template declares', () => {
  const CASES: readonly (readonly [word: string, taken: readonly (readonly [unknown, unknown])[], wrong: readonly unknown[]])[] = [
    [
      'string',
      [
        ['a', 'a'],
        [7, 7],
        [true, 'true'],
      ],
      [[], {}],
    ],
    [
      'number',
      [
        [0, 0],
        ['12.5', 12.5],
        ['-1e3', '-1e3'],
        ['12345678901234567890', '12345678901234567890'],
        ['1,5', '1,5'],
      ],
      ['1;5', true, []],
    ],
    [
      'integer',
      [
        [0, 0],
        ['-7', -7],
        ['7,0', '7,0'],
      ],
      [1.5, '1.5', '1,5'],
    ],
    [
      'boolean',
      [
        [true, true],
        ['false', false],
        ['TRUE', true],
        [0, false],
        [1, true],
      ],
      ['no', 2],
    ],
    [
      'date',
      [
        ['2026-12-24', '2026-12-24'],
        [1798070400, 1798070400],
      ],
      ['soon', true],
    ],
    ['array', [[[], []]], [{}, 'a', '']],
    ['object', [[{ a: 1 }, { a: 1 }]], [[], 'a']],
  ];
  for (const [word, taken, wrong] of CASES) {
    it(`are taken for a ${word} where that is safe, and told where it is not`, () => {
      const schema = { a: word as 'string' };
      for (const [sent, used] of taken)
        assert.deepEqual(conform(template(schema), { a: sent }, notation), { data: { a: used }, problems: [], warnings: [] });
      for (const value of wrong) {
        const { data, problems, warnings } = conform(template(schema), { a: value }, notation);
        assert.deepEqual(data, { a: value });
        assert.deepEqual(
          problems.map(({ field }) => field),
          ['data.a'],
          JSON.stringify(value),
        );
        assert.deepEqual(
          warnings.map(({ code, subject }) => [code, subject]),
          [['WRONG_TYPE', 'a']],
        );
      }
    });
  }

  it('may be absent, null or empty', () => {
    const schema = { a: 'number', b: ['string'], c: { d: 'date' }, e: 'boolean' } as const;
    const sent = { b: null, c: { d: '' }, e: '' };
    assert.deepEqual(conform(template(schema), sent, notation), { data: sent, problems: [], warnings: [] });
  });

  it('are looked at within lists and objects, and change only where they must', () => {
    const sent = { rows: [{ price: 1 }, { price: '2' }, { price: 'x' }, 7], other: {} };
    const { data, problems, warnings } = conform(template({ rows: [{ price: 'number' }] }), sent, notation);
    assert.deepEqual(data, { rows: [{ price: 1 }, { price: 2 }, { price: 'x' }, 7], other: {} });
    assert.deepEqual(
      problems.map(({ field }) => field),
      ['data.rows.2.price', 'data.rows.3'],
    );
    assert.match(warnings[0]?.message ?? '', /^rows\.2\.price is "x", and the template declares it as a number/);
    assert.equal(sent.rows[1] !== undefined && typeof sent.rows[1] === 'object' && sent.rows[1].price, '2');
  });

  it('are not warned of where nobody declared that what is only asked for is a boolean', () => {
    for (const isDeclared of [false, null]) {
      const { problems, warnings } = conform(template({ a: 'boolean' }, isDeclared), { a: 'text' }, notation);
      assert.deepEqual([problems.length, warnings.length], [1, 0]);
    }
  });

  it('have at most twenty problems', () => {
    const { problems, warnings } = conform(template({ a: ['number'] }), { a: Array.from({ length: 100 }, () => 'x') }, notation);
    assert.deepEqual([problems.length, warnings.length], [20, 20]);
  });

  it('is the day of the platform’s zone where a moment stands for a day', () => {
    const schema: DeclaredSchema = { day: 'date', moment: { $type: 'date', format: 'date-time' }, rows: [{ day: 'date' }] };
    for (const [dayZone, sent, day] of [
      ['Europe/Berlin', '2026-11-30T23:00:00.000Z', '2026-12-01'],
      ['Europe/Berlin', '2026-03-28T23:00:00Z', '2026-03-29'],
      ['Europe/Berlin', '2026-03-29T22:00:00Z', '2026-03-30'],
      ['America/Los_Angeles', '2026-11-01T07:00:00Z', '2026-11-01'],
      ['America/Los_Angeles', '2026-11-02T08:00:00Z', '2026-11-02'],
      ['Asia/Kolkata', '2026-12-23T18:30:00Z', '2026-12-24'],
      ['Pacific/Auckland', '2026-12-23T11:00:00+00:00', '2026-12-24'],
      ['Pacific/Auckland', '2026-12-24', '2026-12-24'],
      ['Pacific/Auckland', '2026-12-24T00:30', '2026-12-24'],
      ['America/Los_Angeles', '2026-12-24 23:30:00', '2026-12-24'],
      ['Pacific/Auckland', 'soon 2026', 'soon 2026'],
      [undefined, '2026-12-23T11:00:00Z', '2026-12-23T11:00:00Z'],
    ] as const) {
      const { data } = conform(template(schema), { day: sent, moment: sent, rows: [{ day: sent }] }, { ...notation, dayZone });
      assert.deepEqual(data, { day, moment: sent, rows: [{ day }] }, `${String(dayZone)} ${sent}`);
    }
    assert.deepEqual(
      conform(template({ day: 'date' }, false), { day: '2026-11-30T23:00:00Z' }, { ...notation, dayZone: 'Europe/Berlin' }).data,
      {
        day: '2026-11-30T23:00:00Z',
      },
    );
  });
});
