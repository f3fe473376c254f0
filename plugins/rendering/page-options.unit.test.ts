import assert from 'node:assert/strict';
import type { PrintOptions } from './contract.ts';
import { planPrint, withHeaderFooter } from './page-options.ts';

const plan = (options: PrintOptions, defaults = true) => planPrint(options, defaults, 'options');
const near = (actual: number | undefined, expected: number): void => {
  assert.ok(Math.abs((actual ?? NaN) - expected) < 1e-9, `${String(actual)} is not ${String(expected)}`);
};

/** The fields that a plan is refused for. */
function refusedFields(options: PrintOptions): string[] {
  try {
    plan(options);
  } catch (error) {
    const { status, fields = [] } = error as { readonly status: number; readonly fields?: readonly { readonly field: string }[] };
    assert.equal(status, 400);
    return fields.map(({ field }) => field);
  }
  return [];
}

describe('the paper', () => {
  const FORMATS: readonly (readonly [format: 'A4' | 'Letter' | 'Legal', width: number, height: number])[] = [
    ['A4', 210 / 25.4, 297 / 25.4],
    ['Letter', 8.5, 11],
    ['Legal', 8.5, 14],
  ];
  for (const [format, width, height] of FORMATS)
    it(`of ${format} has its size in inches, turned for landscape`, () => {
      const upright = plan({ format });
      near(upright.paperWidth, width);
      near(upright.paperHeight, height);
      const turned = plan({ format, orientation: 'landscape' });
      near(turned.paperWidth, height);
      near(turned.paperHeight, width);
    });

  it('is A4 when none is named', () => {
    near(plan({}).paperWidth, 210 / 25.4);
  });

  // CSS Values 4, 6.2: 1in = 2.54cm = 25.4mm = 72pt = 96px.
  for (const width of ['2in', '5.08cm', '50.8mm', '144pt', '192px', '192', 192])
    it(`of ${JSON.stringify(width)} is two inches wide`, () => {
      near(plan({ format: { width, height: '11in' }, margin: 0 }).paperWidth, 2);
    });

  it('of a landscape size stays as it is, and an upright one is turned', () => {
    const wide = plan({ format: { width: '10in', height: '5in' }, orientation: 'landscape' });
    assert.deepEqual([wide.paperWidth, wide.paperHeight], [10, 5]);
    const tall = plan({ format: { width: '5in', height: '10in' }, orientation: 'landscape' });
    assert.deepEqual([tall.paperWidth, tall.paperHeight], [10, 5]);
  });

  for (const [smallest, largest] of [
    ['0.5in', '200in'],
    ['12.7mm', '5080mm'],
    ['1.27cm', '508cm'],
    ['36pt', '14400pt'],
    ['48px', '19200px'],
  ] as const)
    it(`may be ${smallest} by ${largest}, the smallest and largest sides`, () => {
      assert.deepEqual(refusedFields({ format: { width: smallest, height: largest }, margin: 0 }), []);
    });

  it('may be neither smaller nor larger, and both sides are named', () => {
    assert.deepEqual(refusedFields({ format: { width: '0.49in', height: '201in' } }), ['options.format.width', 'options.format.height']);
  });

  it('follows the CSS of the document only when neither format nor orientation was chosen', () => {
    assert.deepEqual(
      [{}, { format: 'A4' }, { orientation: 'portrait' }, { margin: '1in' }].map(
        (options) => plan(options as PrintOptions).preferCSSPageSize,
      ),
      [true, false, false, true],
    );
  });
});

describe('margins', () => {
  const sides = ({ marginTop, marginRight, marginBottom, marginLeft }: ReturnType<typeof plan>) => [
    marginTop,
    marginRight,
    marginBottom,
    marginLeft,
  ];

  it('are half an inch by default', () => {
    assert.deepEqual(sides(plan({})), [0.5, 0.5, 0.5, 0.5]);
  });

  it('are left to the engine where there are no defaults', () => {
    assert.deepEqual(sides(plan({}, false)), [undefined, undefined, undefined, undefined]);
  });

  it('are the same on every side for one length', () => {
    assert.deepEqual(sides(plan({ margin: '72pt' })), [1, 1, 1, 1]);
  });

  it('are half an inch on the sides that an object leaves out', () => {
    assert.deepEqual(sides(plan({ margin: { top: '1in', left: 0 } })), [1, 0.5, 0.5, 0]);
  });

  it('may be zero, and very small', () => {
    assert.deepEqual(sides(plan({ margin: 0 })), [0, 0, 0, 0]);
    assert.deepEqual(sides(plan({ margin: 96 * 2 ** -30 })), [2 ** -30, 2 ** -30, 2 ** -30, 2 ** -30]);
  });

  it('must leave room on the paper', () => {
    assert.deepEqual(refusedFields({ margin: { left: '4.25in', right: '4.25in' }, format: 'Letter' }), ['options.margin']);
    assert.deepEqual(refusedFields({ margin: { left: '4.25in', right: '4.24in' }, format: 'Letter' }), []);
  });

  it('are judged after the paper is turned', () => {
    assert.deepEqual(refusedFields({ margin: '4.5in', format: { width: '20in', height: '8in' } }), ['options.margin']);
    assert.deepEqual(refusedFields({ margin: { top: '5in', bottom: '5in' }, format: 'Letter' }), []);
    assert.deepEqual(refusedFields({ margin: { top: '5in', bottom: '5in' }, format: 'Letter', orientation: 'landscape' }), [
      'options.margin',
    ]);
  });
});

describe('backgrounds', () => {
  it('are printed by default, and left to the engine where there are no defaults', () => {
    assert.deepEqual([plan({}).printBackground, plan({}, false).printBackground], [true, undefined]);
  });

  it('are printed as asked', () => {
    assert.deepEqual(
      [plan({ printBackground: false }).printBackground, plan({ printBackground: true }, false).printBackground],
      [false, true],
    );
  });
});

describe('header and footer', () => {
  it('are absent when neither is given', () => {
    const { header, footer } = plan({});
    assert.deepEqual([header, footer], [undefined, undefined]);
  });

  it('are both sent when one is given, as the engine would print its own otherwise', () => {
    const { header, footer } = withHeaderFooter(plan({}), { footer: 'x' });
    assert.ok(footer?.includes('x'));
    assert.ok(header !== undefined && !/date|title|url/.test(header));
  });

  it('are lined up with the text by the margins of the page', () => {
    const { header = '' } = withHeaderFooter(plan({ margin: { left: '1in', right: '0.25in' } }), { header: 'x' });
    assert.match(header, /padding:0 0\.250in 0 1\.000in/);
  });
});
