import assert from 'node:assert/strict';
import { Breaker } from './breaker.ts';

function clocked() {
  let now = Date.UTC(2026, 10, 21);
  const breaker = new Breaker(() => new Date(now));
  const fail = (times: number, receiver = 'a'): void => {
    for (let i = 0; i < times; i++) breaker.failed(receiver);
  };
  return { breaker, fail, at: () => new Date(now), pass: (ms: number) => (now += ms) };
}

describe('Breaker', () => {
  it('stays closed for 19 failures and opens with the 20th, for a minute', () => {
    const { breaker, fail, at } = clocked();
    fail(19);
    assert.equal(breaker.openUntil('a'), undefined);
    fail(1);
    assert.deepEqual(breaker.openUntil('a'), new Date(at().getTime() + 60_000));
  });

  it('lets an attempt through after the minute', () => {
    const { breaker, fail, pass } = clocked();
    fail(20);
    pass(59_999);
    assert.notEqual(breaker.openUntil('a'), undefined);
    pass(1);
    assert.equal(breaker.openUntil('a'), undefined);
  });

  it('opens again at once when that attempt fails', () => {
    const { breaker, fail, pass } = clocked();
    fail(20);
    pass(60_000);
    fail(1);
    assert.notEqual(breaker.openUntil('a'), undefined);
  });

  it('begins anew after a success', () => {
    const { breaker, fail, pass } = clocked();
    fail(20);
    pass(60_000);
    breaker.succeeded('a');
    fail(19);
    assert.equal(breaker.openUntil('a'), undefined);
  });

  it('counts only failures in a row', () => {
    const { breaker, fail } = clocked();
    fail(19);
    breaker.succeeded('a');
    fail(19);
    assert.equal(breaker.openUntil('a'), undefined);
  });

  it('counts receivers apart', () => {
    const { breaker, fail } = clocked();
    fail(20, 'a');
    assert.equal(breaker.openUntil('b'), undefined);
  });

  it('forgets the receiver longest unheard of when it knows 10,000 others', () => {
    const { breaker, fail } = clocked();
    fail(20, 'first');
    fail(20, 'second');
    for (let i = 0; i < 9998; i++) fail(1, `receiver ${String(i)}`);
    assert.notEqual(breaker.openUntil('first'), undefined);
    fail(1, 'one more');
    assert.equal(breaker.openUntil('first'), undefined);
    assert.notEqual(breaker.openUntil('second'), undefined);
  });
});
