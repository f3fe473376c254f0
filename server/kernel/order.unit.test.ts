import assert from 'node:assert/strict';
import { z } from 'zod';
import { definePlugin } from '../contract/plugin.ts';
import { definePort, type Ports } from '../contract/port.ts';
import type { LoadedPlugin } from './load.ts';
import { orderPlugins } from './order.ts';

const NONE = { bound: [], demanded: [] };
const [A, B, C] = [definePort<object>('a/port'), definePort<object>('b/port'), definePort<object>('c/port')];

function plugin(name: string, ports: { readonly provides?: Ports; readonly requires?: Ports; readonly uses?: Ports } = {}): LoadedPlugin {
  const made = definePlugin({
    name,
    version: '1.0.0',
    hub: '*',
    summary: name,
    config: z.strictObject({}),
    setup: () => {
      throw new Error('ordering sets nothing up');
    },
    ...ports,
  });
  return { plugin: made, config: {} };
}

const namesOf = (ordered: readonly LoadedPlugin[]): string[] => ordered.map((entry) => entry.plugin.name);

describe('orderPlugins', () => {
  it('goes by name where no port decides', () => {
    assert.deepEqual(namesOf(orderPlugins([plugin('c'), plugin('a'), plugin('b')], NONE)), ['a', 'b', 'c']);
  });

  it('puts a provider before whoever requires it', () => {
    const loaded = [plugin('a', { requires: { b: B } }), plugin('b', { provides: { b: B } })];
    assert.deepEqual(namesOf(orderPlugins(loaded, NONE)), ['b', 'a']);
  });

  it('puts a provider before whoever only uses it', () => {
    const loaded = [plugin('a', { uses: { b: B } }), plugin('b', { provides: { b: B } })];
    assert.deepEqual(namesOf(orderPlugins(loaded, NONE)), ['b', 'a']);
  });

  it('follows chains', () => {
    const loaded = [
      plugin('a', { requires: { b: B } }),
      plugin('b', { provides: { b: B }, requires: { c: C } }),
      plugin('c', { provides: { c: C } }),
    ];
    assert.deepEqual(namesOf(orderPlugins(loaded, NONE)), ['c', 'b', 'a']);
  });

  it('does not depend on the order in which plugins were loaded', () => {
    const loaded = [plugin('d', { provides: { a: A } }), plugin('a', { requires: { a: A } }), plugin('b'), plugin('c', { uses: { a: A } })];
    assert.deepEqual(namesOf(orderPlugins(loaded, NONE)), namesOf(orderPlugins(loaded.toReversed(), NONE)));
  });

  it('is content without what a plugin merely uses', () => {
    assert.deepEqual(namesOf(orderPlugins([plugin('a', { uses: { b: B } })], NONE)), ['a']);
  });

  it('is content with ports that the core binds', () => {
    assert.deepEqual(namesOf(orderPlugins([plugin('a', { requires: { c: C } })], { bound: [C], demanded: [] })), ['a']);
  });

  it('names the plugin that is switched off and would provide what is missing', () => {
    assert.throws(() => orderPlugins([plugin('a', { requires: { b: B } })], NONE, ['b', 'x']), /enable plugin b or another provider/);
  });

  it('refuses a port without provider, for plugins and for the hub', () => {
    assert.throws(() => orderPlugins([plugin('a', { requires: { b: B } })], NONE), /plugin a requires port b\/port/);
    assert.throws(() => orderPlugins([plugin('a')], { bound: [], demanded: [C] }), /the hub requires port c\/port/);
  });

  it('refuses two providers of one port', () => {
    const loaded = [plugin('x', { provides: { a: A } }), plugin('y', { provides: { a: A } })];
    assert.throws(() => orderPlugins(loaded, NONE), /port a\/port is provided by x and y/);
  });

  it('refuses a circle and shows it', () => {
    const loaded = [plugin('a', { provides: { a: A }, requires: { b: B } }), plugin('b', { provides: { b: B }, requires: { a: A } })];
    assert.throws(() => orderPlugins(loaded, NONE), /a → b → a/);
  });

  it('tells every problem at once', () => {
    const loaded = [plugin('a', { requires: { b: B } }), plugin('x', { provides: { a: A } }), plugin('y', { provides: { a: A } })];
    assert.throws(() => orderPlugins(loaded, NONE), /a\/port is provided by x and y[\s\S]*requires port b\/port/);
  });
});
