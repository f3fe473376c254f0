import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { digestOf, hintOf, isWellFormed, newKey } from './api-key.ts';

describe('API keys', () => {
  it('begin with their kind and the customary sk_', () => {
    assert.match(newKey(false), /^plt_live_sk_[0-9A-Za-z]{38}$/);
    assert.match(newKey(true), /^plt_test_sk_[0-9A-Za-z]{38}$/);
  });

  it('are all different', () => {
    assert.equal(new Set(Array.from({ length: 1000 }, () => newKey(false))).size, 1000);
  });

  it('are well-formed as they are issued', () => {
    for (let i = 0; i < 100; i++) assert.equal(isWellFormed(newKey(i % 2 === 0)), true);
  });

  it('are not once any one character is another', () => {
    const key = newKey(false);
    for (let i = 0; i < key.length; i++) {
      const other = key[i] === 'A' ? 'B' : 'A';
      assert.equal(isWellFormed(key.slice(0, i) + other + key.slice(i + 1)), false, `place ${String(i)}`);
    }
  });

  it('are not when two neighbours change places', () => {
    const key = newKey(false);
    for (let i = 12; i + 1 < key.length; i++) {
      if (key[i] === key[i + 1]) continue;
      const swapped = `${key.slice(0, i)}${key[i + 1] ?? ''}${key[i] ?? ''}${key.slice(i + 2)}`;
      assert.equal(isWellFormed(swapped), false, `place ${String(i)}`);
    }
  });

  for (const key of ['', 'plt_live_sk_', 'Bearer x', `plt_live_sk_${'0'.repeat(37)}`, `plt_dev_sk_${'0'.repeat(38)}`])
    it(`are not “${key}”`, () => {
      assert.equal(isWellFormed(key), false);
    });

  it('are not with anything around them', () => {
    const key = newKey(false);
    for (const text of [` ${key}`, `${key} `, `${key}\n`, key.toUpperCase()]) assert.equal(isWellFormed(text), false);
  });

  it('are stored as SHA-256 and shown by their kind and last four characters', () => {
    const key = newKey(true);
    assert.equal(digestOf(key), createHash('sha256').update(key).digest('hex'));
    assert.equal(hintOf(key), `plt_test_sk_…${key.slice(-4)}`);
  });
});
