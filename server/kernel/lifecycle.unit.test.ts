import assert from 'node:assert/strict';
import { pino } from 'pino';
import { Lifecycle, type Stage, withinLimit } from './lifecycle.ts';

const quiet = pino({ level: 'silent' });

function stages(events: string[], names: readonly string[]): Stage[] {
  return names.map((name) => ({
    name,
    start: () => Promise.resolve(events.push(`start ${name}`)).then(() => undefined),
    stop: () => Promise.resolve(events.push(`stop ${name}`)).then(() => undefined),
  }));
}

describe('Lifecycle', () => {
  it('stops in reverse what it started in order', async () => {
    const events: string[] = [];
    const lifecycle = new Lifecycle(quiet);
    for (const stage of stages(events, ['a', 'b', 'c'])) await lifecycle.start(stage);
    assert.equal(await lifecycle.stop(), true);
    assert.deepEqual(events, ['start a', 'start b', 'start c', 'stop c', 'stop b', 'stop a']);
  });

  it('stops what runs already when a stage does not start, and throws its error', async () => {
    const events: string[] = [];
    const lifecycle = new Lifecycle(quiet);
    for (const stage of stages(events, ['a', 'b'])) await lifecycle.start(stage);
    await assert.rejects(lifecycle.start({ name: 'c', start: () => Promise.reject(new Error('no port')) }), /no port/);
    assert.deepEqual(events.slice(2), ['stop b', 'stop a']);
  });

  it('goes on stopping after an error, and says that it was not clean', async () => {
    const events: string[] = [];
    const lifecycle = new Lifecycle(quiet);
    const [first] = stages(events, ['a']);
    if (first !== undefined) await lifecycle.start(first);
    await lifecycle.start({ name: 'b', stop: () => Promise.reject(new Error('stuck')) });
    assert.equal(await lifecycle.stop(), false);
    assert.deepEqual(events, ['start a', 'stop a']);
  });

  it('does not wait longer than its limit for a part', async () => {
    const lifecycle = new Lifecycle(quiet);
    await lifecycle.start({ name: 'a', stop: () => new Promise(() => undefined), limitMs: 1 });
    assert.equal(await lifecycle.stop(), false);
  });

  it('stops each part once', async () => {
    const events: string[] = [];
    const lifecycle = new Lifecycle(quiet);
    for (const stage of stages(events, ['a'])) await lifecycle.start(stage);
    await lifecycle.stop();
    await lifecycle.stop();
    assert.deepEqual(events, ['start a', 'stop a']);
  });
});

describe('withinLimit', () => {
  it('passes on what the work gives or throws', async () => {
    assert.equal(await withinLimit(Promise.resolve(7), 1000, 'it'), 7);
    await assert.rejects(withinLimit(Promise.reject(new Error('own error')), 1000, 'it'), /own error/);
  });

  it('names what took too long', async () => {
    await assert.rejects(withinLimit(new Promise(() => undefined), 1, 'closing the door'), /closing the door took longer than 1 ms/);
  });
});
