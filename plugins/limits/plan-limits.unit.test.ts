import assert from 'node:assert/strict';
import { LimitLockModel, MonthlyUseModel } from './plan-limits.model.ts';
import { CountedLimits } from './plan-limits.ts';
import { LimitsConfig } from './plans.ts';

const OWNER = { accountId: 'acct_1', plan: 'free' };
const LIMITS = LimitsConfig.parse({ plans: { free: { requestsPerSecond: 1, documentsPerMonth: 1, maxHooks: 2 } } });

describe('a limit of what an account keeps', () => {
  it('does not refuse what another request adds while this one counts', async () => {
    const limits = new CountedLimits({ locks: LimitLockModel, monthly: MonthlyUseModel, config: LIMITS, clock: () => new Date() });
    let there: string | undefined;
    limits.measure('hooks', () => {
      there = 'the same hook';
      return Promise.resolve(2);
    });
    const known = () => Promise.resolve(there);
    assert.equal(await limits.within(OWNER, 'hooks', known, () => assert.fail('added twice')), 'the same hook');
  });

  it('refuses another one when it is used up', async () => {
    const limits = new CountedLimits({ locks: LimitLockModel, monthly: MonthlyUseModel, config: LIMITS, clock: () => new Date() });
    limits.measure('hooks', () => Promise.resolve(2));
    const adding = limits.within(
      OWNER,
      'hooks',
      () => Promise.resolve(undefined),
      () => assert.fail('added beyond the limit'),
    );
    await assert.rejects(adding, /allows 2 hooks \(maxHooks\)/);
  });
});
