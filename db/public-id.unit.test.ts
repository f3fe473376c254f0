import assert from 'node:assert/strict';
import { derivedId, publicId, randomBase62 } from './public-id.ts';

describe('public ids', () => {
  it('have their prefix and 22 characters of base62', () => {
    assert.match(publicId('gen'), /^gen_[0-9A-Za-z]{22}$/);
  });

  it('carry at least 128 random bits', () => {
    assert.ok(22 * Math.log2(62) >= 128);
    const ids = new Set(Array.from({ length: 1000 }, () => publicId('tmpl')));
    assert.equal(ids.size, 1000);
  });

  it('have every length that is asked for', () => {
    for (const length of [0, 1, 22, 32, 1000]) assert.equal(randomBase62(length).length, length);
  });

  it('use all 62 characters about equally often', () => {
    const counts = new Map<string, number>();
    const text = randomBase62(62_000);
    for (const letter of text) counts.set(letter, (counts.get(letter) ?? 0) + 1);
    assert.equal(counts.size, 62);
    // Eight standard deviations: a fair source misses this once in 10^13 runs.
    for (const [letter, count] of counts) assert.ok(Math.abs(count - 1000) < 8 * Math.sqrt(1000), `${letter}: ${String(count)}`);
  });

  it('are the same again for the same seed, place and prefix', () => {
    assert.equal(derivedId('gen', 'seed', 3), derivedId('gen', 'seed', 3));
    assert.match(derivedId('gen', 'seed', 3), /^gen_[0-9A-Za-z]{22}$/);
  });

  it('differ by seed, place and prefix', () => {
    const ids = [derivedId('gen', 'seed', 0), derivedId('gen', 'seed', 1), derivedId('gen', 'other', 0), derivedId('evt', 'seed', 0)];
    assert.equal(new Set(ids.map((id) => id.replace(/^[a-z]+_/, ''))).size, ids.length);
  });
});
