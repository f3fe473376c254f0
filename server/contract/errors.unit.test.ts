import assert from 'node:assert/strict';
import { defineError, HubError, invalidFields, NotFound, RateLimited, ValidationError } from './errors.ts';

describe('errors of the hub', () => {
  it('carry their code and status', () => {
    const error = defineError('GONE', 410)('The file is gone.');
    assert.deepEqual([error.code, error.status, error.message, error.name], ['GONE', 410, 'The file is gone.', 'GONE']);
    assert.deepEqual([NotFound.code, NotFound.status], ['NOT_FOUND', 404]);
  });

  it('are told from others by their brand, also those of another copy of the class', () => {
    assert.equal(HubError.is(ValidationError('x')), true);
    assert.equal(HubError.is({ [Symbol.for('platen/hub-error')]: true }), true);
    assert.equal(HubError.is(new Error('x')), false);
    assert.equal(HubError.is(null), false);
    assert.equal(HubError.is('VALIDATION_ERROR'), false);
  });

  it('keep their cause, and have none when none is given', () => {
    const cause = new Error('socket');
    assert.equal(ValidationError('x', { cause }).cause, cause);
    assert.equal('cause' in ValidationError('x'), false);
  });

  it('may be tried again only when they say so', () => {
    assert.equal(RateLimited('x', { retryAfter: 3 }).retryAfter, 3);
    assert.equal(ValidationError('x').transient, false);
  });

  it('repeat the first wrong field in their message and count the others', () => {
    const error = invalidFields([
      { field: 'options.format', message: 'is A4' },
      { field: 'html', message: 'is required' },
      { field: 'data', message: 'is an object' },
    ]);
    assert.equal(error.message, 'options.format: is A4 (and 2 more)');
    assert.equal(error.fields?.length, 3);
  });

  it('speak of the request where the whole body is wrong', () => {
    assert.equal(invalidFields([{ field: '', message: 'must be an object' }]).message, 'The request: must be an object');
  });
});
