import assert from 'node:assert/strict';
import type { PrintOptions } from '../contract.ts';
import { planPrint } from '../page-options.ts';
import { pageAreaOf } from './page-area.ts';

const area = (css: string, options: PrintOptions = {}): readonly [number, number] => {
  const { width, height } = pageAreaOf(planPrint(options, true, 'options'), `<style>${css}</style>`);
  return [width, height];
};

describe('the room that pages have', () => {
  it('is the paper without its margins', () => {
    assert.deepEqual(area(''), [698, 1027]);
    assert.deepEqual(area('', { format: { width: '4in', height: '6in' }, margin: 0 }), [384, 576]);
    assert.deepEqual(area('', { format: 'Letter', orientation: 'landscape', margin: '1in' }), [864, 624]);
  });

  it('is what @page says for every page', () => {
    assert.deepEqual(area('@page { size: 4in 6in; margin: 0 }'), [384, 576]);
    assert.deepEqual(area('@page{size:A5 landscape;margin:1in .5in}'), [698, 367]);
    assert.deepEqual(area('@page { size: landscape; margin: 0 }'), [1123, 794]);
    assert.deepEqual(area('@page { margin: 1in; margin-left: 2in }'), [506, 931]);
    assert.deepEqual(area(`@page { size: 4in; margin: 72pt 0; @bottom-right { content: counter(page); margin: 5in } }`), [384, 192]);
  });

  it('is not what @page says for the first page, for a named one, or for paper that options choose', () => {
    assert.deepEqual(area('@page :first { margin: 0 } @page wide { size: 20in }'), [698, 1027]);
    assert.deepEqual(area('@page { size: A3; margin: 0 }', { format: 'A4' }), [794, 1123]);
    assert.deepEqual(area('@page { size: calc(1in + 1in); margin: auto }'), [698, 1027]);
    assert.deepEqual(area('@page {'), [698, 1027]);
  });
});
