import assert from 'node:assert/strict';
import { BodyBudget } from './body-budget.ts';

const KB = 1024;
const LIMITS = { maxBodyBytes: 1000 * KB, maxAccountBodyBytes: 600 * KB };
const OWN = { status: 429, code: 'RATE_LIMITED', retryAfter: 1 };
const ALL = { status: 503, code: 'SERVICE_UNAVAILABLE', retryAfter: 1 };

describe('BodyBudget', () => {
  it('gives an account its whole share and no byte more', () => {
    const share = new BodyBudget(LIMITS).open('a');
    share.take(600 * KB);
    assert.throws(() => share.take(1), OWN);
  });

  it('counts all requests of an account together', () => {
    const budget = new BodyBudget(LIMITS);
    budget.open('a').take(400 * KB);
    assert.throws(() => budget.open('a').take(201 * KB), OWN);
    budget.open('b').take(400 * KB);
  });

  it('refuses large bodies with 503 when the hub’s budget is used up', () => {
    const budget = new BodyBudget(LIMITS);
    budget.open('a').take(600 * KB);
    budget.open('b').take(400 * KB);
    assert.throws(() => budget.open('c').take(65 * KB), ALL);
  });

  it('takes bodies of up to 64 KB while the hub’s budget is used up', () => {
    const budget = new BodyBudget(LIMITS);
    budget.open('a').take(600 * KB);
    budget.open('b').take(400 * KB);
    const small = budget.open('c');
    small.take(32 * KB);
    small.take(32 * KB);
    assert.throws(() => small.take(1), ALL);
  });

  it('does not count what is only expected', () => {
    const share = new BodyBudget(LIMITS).open('a');
    share.expect(600 * KB);
    share.take(600 * KB);
    assert.throws(() => share.expect(1), OWN);
  });

  it('has everything again after the release', () => {
    const budget = new BodyBudget(LIMITS);
    const share = budget.open('a');
    share.take(600 * KB);
    share.release();
    budget.open('a').take(600 * KB);
  });

  it('releases once, however often it is told to', () => {
    const budget = new BodyBudget(LIMITS);
    const first = budget.open('a');
    first.take(100 * KB);
    first.release();
    first.release();
    const second = budget.open('a');
    second.take(600 * KB);
    assert.throws(() => second.take(1), OWN);
  });
});
