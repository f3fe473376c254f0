import assert from 'node:assert/strict';
import { CountedLimits } from './plan-limits.ts';
import { LimitsConfig } from './plans.ts';

const OWNER = { accountId: 'acct_1', plan: 'free' };
const LIMITS = LimitsConfig.parse({ plans: { free: { requestsPerSecond: 1, documentsPerMonth: 1, maxHooks: 2 } } });

/** Neither collection is reached before something is added. */
const NONE = undefined as never;
const limitsOf = (used: () => number): CountedLimits => {
  const limits = new CountedLimits({ locks: NONE, monthly: NONE, config: LIMITS, clock: () => new Date() });
  limits.measure('hooks', () => Promise.resolve(used()));
  return limits;
};

describe('a limit of what an account keeps', () => {
  it('does not refuse what another request adds while this one counts', async () => {
    let there: string | undefined;
    const limits = limitsOf(() => {
      there = 'the same hook';
      return 2;
    });
    const known = () => Promise.resolve(there);
    assert.equal(await limits.within(OWNER, 'hooks', known, () => assert.fail('added twice')), 'the same hook');
  });

  it('refuses another one when it is used up', async () => {
    const adding = limitsOf(() => 2).within(OWNER, 'hooks', () => Promise.resolve(undefined), () => assert.fail('added')); // prettier-ignore
    await assert.rejects(adding, /allows 2 hooks \(maxHooks\)/);
  });
});
