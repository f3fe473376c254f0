import assert from 'node:assert/strict';
import { pageRequestOf, pager } from './contract.ts';

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
