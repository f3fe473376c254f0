import assert from 'node:assert/strict';
import { csvLine, dayRange, pageRequestOf, pager } from './contract.ts';

describe('pageRequestOf', () => {
  it('shows the first part for a cursor that is none', () => {
    assert.deepEqual(pageRequestOf(new URLSearchParams('cursor=%00x'), 20), { limit: 20, offset: 0, cursor: undefined });
  });
});

describe('pager', () => {
  it('has no links on a list of one part', () => {
    assert.deepEqual(pager('/documents', new URLSearchParams(), null), { kind: 'pager', newer: undefined, older: undefined });
  });

  it('keeps the filters, without empty ones and the old cursor', () => {
    const links = pager('/documents', new URLSearchParams('status=failed&q=&cursor=old'), 'next');
    assert.deepEqual(links, { kind: 'pager', newer: '/documents?status=failed', older: '/documents?status=failed&cursor=next' });
  });

  it('leads back to the bare path without filters', () => {
    assert.deepEqual(pager('/documents', new URLSearchParams('cursor=old'), null), {
      kind: 'pager',
      newer: '/documents',
      older: undefined,
    });
  });

  it('escapes what stands in a filter', () => {
    const links = pager('/documents', new URLSearchParams([['q', 'a&b=c d']]), 'n');
    assert.deepEqual(links, { kind: 'pager', newer: undefined, older: '/documents?q=a%26b%3Dc+d&cursor=n' });
  });
});

describe('csvLine', () => {
  it('quotes what would end a cell or a line', () => {
    assert.equal(csvLine(['a', 'b,c', 'd"e', 'f\r\ng', 7, null, new Date(0)]), 'a,"b,c","d""e","f\r\ng",7,,1970-01-01T00:00:00.000Z\r\n');
  });

  it('lets no spreadsheet run a text as a formula, and leaves numbers alone', () => {
    const evil = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'];
    assert.equal(csvLine(evil), `'=1+1,'+1,'-1,'@SUM(A1),'\t=1,"'\r=1"\r\n`);
    assert.equal(csvLine([-1, 'a=b']), '-1,a=b\r\n');
  });
});

describe('dayRange', () => {
  it('has whole days, both included', () => {
    const range = dayRange(new URLSearchParams('from=2026-11-01&to=2026-11-02'));
    assert.deepEqual(range, { from: new Date('2026-11-01T00:00:00Z'), to: new Date('2026-11-03T00:00:00Z') });
  });

  it('knows no day that is none', () => {
    assert.deepEqual(dayRange(new URLSearchParams('from=2026-13-01&to=tomorrow')), {});
  });
});
