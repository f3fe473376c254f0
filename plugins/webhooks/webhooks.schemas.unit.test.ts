import assert from 'node:assert/strict';
import { HookBody } from './webhooks.schemas.ts';

const HOOK = { target_url: 'https://example.com/hook', event: 'generation.completed' };
const accepts = (more: object): boolean => HookBody.safeParse({ ...HOOK, ...more }).success;

describe('the body of a subscription', () => {
  for (const event of [
    'generation.completed',
    'generation.failed',
    'batch.completed',
    'template.created',
    'template.updated',
    'template.deleted',
    'quota.warning',
  ])
    it(`may name the event ${event}`, () => {
      assert.equal(accepts({ event }), true);
    });

  it('may filter by template, document and source', () => {
    assert.equal(accepts({ template_id: 'tmpl_1', generation_id: 'gen_1', source: 'batch' }), true);
  });

  for (const [name, more] of [
    ['another event', { event: 'generation.started' }],
    ['an empty address', { target_url: '' }],
    ['an address over 8,192 characters', { target_url: `https://example.com/${'a'.repeat(8192)}` }],
    ['an id of something else than a document', { generation_id: 'batch_1' }],
    ['another source', { source: 'studio' }],
    ['an empty template', { template_id: '' }],
    ['a field nobody knows', { secret: 'x' }],
  ] as const)
    it(`may not have ${name}`, () => {
      assert.equal(accepts(more), false);
    });
});
