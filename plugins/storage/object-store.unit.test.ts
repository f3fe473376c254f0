import assert from 'node:assert/strict';
import { mediaTypeOf } from './contract.ts';
import { dayOf, isFileKey, newFileKey } from './object-store.ts';

describe('keys of files', () => {
  it('begin with the day in UTC', () => {
    assert.equal(dayOf(new Date('2026-03-01T00:30:00+01:00')), '2026/02/28');
    assert.match(newFileKey(new Date('2026-11-21T12:00:00Z'), 'pdf'), /^2026\/11\/21\/[0-9A-Za-z]{22}\.pdf$/);
  });

  it('are recognised', () => {
    for (const extension of ['pdf', 'png', 'zip']) assert.equal(isFileKey(newFileKey(new Date(), extension)), true);
  });

  const RANDOM = 'a'.repeat(22);
  for (const key of [
    '',
    'a.pdf',
    `2026/11/21/${RANDOM}`,
    `2026/11/21/${RANDOM}.`,
    `2026/11/21/../${RANDOM}.pdf`,
    `../2026/11/21/${RANDOM}.pdf`,
    `/2026/11/21/${RANDOM}.pdf`,
    `2026/11/21/${RANDOM}a.pdf`,
    `2026/11/21/${RANDOM}.pdf\n`,
    `2026/11/21/${RANDOM}.pdf/x`,
    `2026\\11\\21\\${RANDOM}.pdf`,
    `2026/11/21/${'.'.repeat(22)}.pdf`,
  ])
    it(`are not ${JSON.stringify(key)}`, () => {
      assert.equal(isFileKey(key), false);
    });

  it('tell the media type', () => {
    assert.deepEqual(['a.pdf', 'a.png', 'a.zip', 'a.xyz', 'a'].map(mediaTypeOf), [
      'application/pdf',
      'image/png',
      'application/zip',
      'application/octet-stream',
      'application/octet-stream',
    ]);
  });
});
