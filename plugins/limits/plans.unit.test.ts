import assert from 'node:assert/strict';
import { amountInWords, inWords, LIMIT_NAMES, LimitsConfig, planNamed } from './plans.ts';

const DEFAULTS = LimitsConfig.parse({});
const plan = (more: object = {}) => ({ requestsPerSecond: 5, documentsPerMonth: 300, ...more });

describe('plans', () => {
  // specification.md, "Limits", and contract.md, section 1.
  for (const [name, rate, documents] of [
    ['free', 10, 1000],
    ['starter', 100, 10_000],
    ['pro', 100, 100_000],
    ['enterprise', 500, null],
  ] as const)
    it(`have ${name} with ${String(rate)} requests a second and ${String(documents ?? 'any number of')} documents a month`, () => {
      const { requestsPerSecond, documentsPerMonth } = planNamed(DEFAULTS, name);
      assert.deepEqual([requestsPerSecond, documentsPerMonth], [rate, documents]);
    });

  it('give who has an unknown plan the least that any plan has, of everything', () => {
    const config = LimitsConfig.parse({
      plans: {
        a: plan({ documentsPerMonth: null, maxKeys: 7 }),
        b: plan({ requestsPerSecond: 3, documentsPerMonth: 200, maxHooks: null }),
      },
    });
    const { requestsPerSecond, documentsPerMonth, previewsPerMonth, maxKeys, maxHooks } = planNamed(config, 'gone');
    assert.deepEqual([requestsPerSecond, documentsPerMonth, previewsPerMonth, maxKeys, maxHooks], [3, 200, 100, 7, 100]);
  });

  it('never give who has an unknown plan more than the default free one has', () => {
    const none = Object.fromEntries(LIMIT_NAMES.map((name) => [name, null]));
    for (const plans of [{}, { a: { requestsPerSecond: 500, documentsPerMonth: null, ...none } }])
      assert.deepEqual(planNamed(LimitsConfig.parse({ plans }), 'gone'), planNamed(DEFAULTS, 'free'));
  });

  for (const name of ['constructor', 'toString', '__proto__'])
    it(`know no plan named ${name} unless the config has one`, () => {
      assert.deepEqual(planNamed(DEFAULTS, name), planNamed(DEFAULTS, 'free'));
    });

  it('have half as many previews as documents when they do not say', () => {
    const previews = (more: object) => planNamed(LimitsConfig.parse({ plans: { a: plan(more) } }), 'a').previewsPerMonth;
    assert.equal(previews({ documentsPerMonth: 301 }), 150);
    assert.equal(previews({ documentsPerMonth: null }), null);
    assert.equal(previews({ previewsPerMonth: 0 }), 0);
    assert.equal(previews({ previewsPerMonth: null }), null);
  });

  it('must have at least a request a second', () => {
    assert.equal(LimitsConfig.safeParse({ plans: { a: plan({ requestsPerSecond: 0 }) } }).success, false);
  });

  it('refuse limits they do not know', () => {
    assert.equal(LimitsConfig.safeParse({ plans: { a: plan({ maxTemplate: 3 }) } }).success, false);
  });
});

describe('what a plan lets an account keep', () => {
  it('is what the config says, null for no limit', () => {
    const config = LimitsConfig.parse({ plans: { free: plan({ maxTemplates: 3, maxKeys: null, maxHooks: 0 }) } });
    const { maxTemplates, maxKeys, maxHooks } = planNamed(config, 'free');
    assert.deepEqual([maxTemplates, maxKeys, maxHooks], [3, null, 0]);
  });

  it('is the default of the plan’s name where the config is silent', () => {
    const config = LimitsConfig.parse({ plans: { enterprise: plan(), own: plan() } });
    assert.equal(planNamed(config, 'enterprise').maxStoredBytes, null);
    for (const name of LIMIT_NAMES) assert.equal(planNamed(config, 'own')[name], planNamed(DEFAULTS, 'pro')[name], name);
  });

  it('grows from free to starter to pro', () => {
    for (const name of LIMIT_NAMES) {
      const [free, starter, pro] = ['free', 'starter', 'pro'].map((known) => planNamed(DEFAULTS, known)[name] ?? Infinity);
      assert.ok((free ?? 0) < (starter ?? 0) && (starter ?? 0) < (pro ?? 0), name);
    }
  });

  for (const [amount, words] of [
    [0, '0 bytes'],
    [1023, '1,023 bytes'],
    [1024, '1 KB'],
    [1536, '1.5 KB'],
    [1024 ** 2 * 25, '25 MB'],
    [1024 ** 3, '1 GB'],
    [1024 ** 4 * 2000, '2,000 TB'],
  ] as const)
    it(`is written as ${words} for ${String(amount)} bytes`, () => {
      assert.equal(amountInWords('maxStoredBytes', amount), words);
    });

  it('is written with its noun', () => {
    assert.deepEqual(
      [
        inWords('maxTemplates', 2000),
        inWords('maxStoredBytes', 1024 ** 3),
        inWords('aiCallsPerMonth', null),
        inWords('maxStoredBytes', null),
      ],
      ['2,000 templates', '1 GB of stored files', 'any number of AI calls', 'any number of stored files'],
    );
  });
});
