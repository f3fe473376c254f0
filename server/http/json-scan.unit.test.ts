import assert from 'node:assert/strict';
import { JsonScan } from './json-scan.ts';

const LIMITS = { maxValues: 1000, maxDepth: 5, maxTextBytes: 100 };

function scan(limits: Partial<typeof LIMITS>, ...pieces: readonly string[]): void {
  const judged = new JsonScan({ ...LIMITS, ...limits });
  for (const piece of pieces) judged.push(Buffer.from(piece));
}

describe('JsonScan', () => {
  it('counts the items of a list with the list itself', () => {
    scan({ maxValues: 4 }, '[1,2,3]');
    assert.throws(() => scan({ maxValues: 3 }, '[1,2,3]'), /more than 3 values/);
  });

  it('counts the values of an object, not its names', () => {
    scan({ maxValues: 3 }, '{"a":1,"b":2}');
    assert.throws(() => scan({ maxValues: 2 }, '{"a":1,"b":2}'), /more than 2 values/);
  });

  it('allows a depth of exactly the limit', () => {
    scan({ maxDepth: 3 }, '[[{"a":1}]]');
    assert.throws(() => scan({ maxDepth: 2 }, '[[{"a":1}]]'), /deeper than 2 levels/);
  });

  it('forgets the depth of what was closed', () => {
    scan({ maxDepth: 2 }, '[[],[],{},[]]');
  });

  it('allows a text of exactly the limit', () => {
    scan({ maxTextBytes: 8 }, '["12345678"]');
    assert.throws(() => scan({ maxTextBytes: 8 }, '["123456789"]'), /text of more than 8 bytes/);
  });

  it('refuses a long text before it ends', () => {
    assert.throws(() => scan({ maxTextBytes: 8 }, `["${'x'.repeat(10)}`), /text of more than 8 bytes/);
  });

  it('adds up a text that arrives in pieces', () => {
    scan({ maxTextBytes: 8 }, '["1234', '5678"]');
    assert.throws(() => scan({ maxTextBytes: 8 }, '["1234', '5678', '9"]'), /text of more than 8 bytes/);
  });

  it('counts a text as it is written, in bytes of UTF-8', () => {
    scan({ maxTextBytes: 6 }, String.raw`["\u00e4"]`, '["é"]');
    assert.throws(() => scan({ maxTextBytes: 5 }, String.raw`["\u00e4"]`), /text of more than 5 bytes/);
    assert.throws(() => scan({ maxTextBytes: 3 }, '["ää"]'), /text of more than 3 bytes/);
  });

  it('takes brackets, commas and colons in a text for text', () => {
    scan({ maxValues: 3, maxDepth: 1 }, '["[[[{{{,,,:::","]}"]');
  });

  it('does not end a text at an escaped quote', () => {
    scan({ maxValues: 2 }, String.raw`["a\",\",[[["]`);
  });

  it('ends a text at a quote behind an escaped backslash', () => {
    assert.throws(() => scan({ maxValues: 2 }, String.raw`["a\\","b"]`), /more than 2 values/);
  });

  it('remembers an escape at the border of two pieces', () => {
    scan({ maxValues: 2 }, '["a\\', '",,,,"]');
  });

  it('refuses a name of more than 1,024 bytes and takes one of 1,024', () => {
    scan({ maxTextBytes: 5000 }, `{"${'n'.repeat(1024)}":1}`);
    assert.throws(() => scan({ maxTextBytes: 5000 }, `{"${'n'.repeat(1025)}":1}`), /longer than 1024 bytes/);
  });

  it('refuses more than 10,000 fields of one object, and takes them in several', () => {
    const fields = (count: number): string => `{${Array.from({ length: count }, (_, i) => `"${String(i)}":0`).join(',')}}`;
    scan({ maxValues: 100_000 }, `[${fields(10_000)},${fields(10_000)}]`);
    assert.throws(() => scan({ maxValues: 100_000 }, fields(10_001)), /more than 10000 fields/);
  });

  it('counts the fields of an outer object beside those of its inner ones', () => {
    const inner = Array.from({ length: 6000 }, (_, i) => `"${String(i)}":0`).join(',');
    scan({ maxValues: 100_000 }, `{"a":{${inner}},"b":{${inner}}}`);
  });

  it('leaves to the parser what is no JSON', () => {
    scan({}, ']]]}}} nonsense');
  });
});
