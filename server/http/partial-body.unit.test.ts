import assert from 'node:assert/strict';
import { withoutFields } from './partial-body.ts';

describe('a body without its wrong fields', () => {
  const body = { name: 'x', fields: [{ name: 'a' }, { name: 1 }, { name: 'c' }], output: 'url' };

  it('has lost entries of lists, and names the others as they were', () => {
    const rest = withoutFields(body, ['fields.1.name', 'output']);
    assert.deepEqual(rest?.value, { name: 'x', fields: [{ name: 'a' }, { name: 'c' }] });
    assert.equal(rest.nameInWhole('fields.1.value'), 'fields.2.value');
    assert.equal(rest.nameInWhole('fields.0'), 'fields.0');
    assert.equal(rest.nameInWhole('name'), 'name');
    assert.deepEqual(body.fields.length, 3);
  });

  it('has lost a list that is wrong itself', () => {
    assert.deepEqual(withoutFields(body, ['fields', 'fields.0.name', 'unknown'])?.value, { name: 'x', output: 'url' });
  });

  it('is none where there are no fields', () => {
    for (const value of [null, 'x', [1]]) assert.equal(withoutFields(value, ['x']), undefined);
  });
});
