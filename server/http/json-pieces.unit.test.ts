import assert from 'node:assert/strict';
import { type Piece, PieceJoiner, piecesOf } from './json-pieces.ts';

function rejoined(value: unknown): { readonly value: unknown; readonly pieces: readonly Piece[] } {
  const joiner = new PieceJoiner();
  const pieces = [...piecesOf(value)];
  // Threads hand over copies.
  for (const piece of pieces) joiner.add(structuredClone(piece));
  return { value: joiner.value, pieces };
}

const ROUND_TRIPS: readonly (readonly [name: string, value: unknown])[] = [
  ['null', null],
  ['false', false],
  ['a number', 0.1],
  ['an empty text', ''],
  ['an empty list', []],
  ['an empty object', {}],
  ['a field without a name', { '': [1, { '': 2 }] }],
  ['a list of 20,000 numbers', Array.from({ length: 20_000 }, (_, i) => i)],
  ['an object of 20,000 fields', Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`field ${String(i)}`, { i }]))],
  ['heavy lists within heavy objects', { a: [{ b: Array.from({ length: 9000 }, () => [null]) }, 'x'], c: { d: 'e' } }],
  ['a text of five million characters between others', ['a', `${'ä'.repeat(5_000_000)}!`, 'b']],
  ['a heavy text as a field', { before: 1, text: 'x'.repeat(4_000_001), after: 2 }],
];

describe('JSON in pieces', () => {
  for (const [name, value] of ROUND_TRIPS) {
    it(`brings back ${name}`, () => {
      assert.deepEqual(rejoined(value).value, value);
    });
  }

  it('keeps the order of fields', () => {
    const value = Object.fromEntries(Array.from({ length: 12_000 }, (_, i) => [`f${String((i * 7919) % 12_000)}`, i]));
    assert.deepEqual(Object.keys(rejoined(value).value as object), Object.keys(value));
  });

  it('passes a small value on as one piece', () => {
    assert.equal(rejoined({ html: '<p>', data: { a: [1, 2, 3] } }).pieces.length, 1);
  });

  it('never copies more than 5,000 values at once', () => {
    const { pieces } = rejoined({ rows: Array.from({ length: 30_000 }, (_, i) => ({ i })) });
    const count = (value: unknown): number =>
      typeof value === 'object' && value !== null ? 1 + Object.values(value).reduce((sum: number, inner) => sum + count(inner), 0) : 1;
    const sizes = pieces.map((piece) => (piece.kind === 'fill' ? count(piece.values) : 1));
    assert.ok(Math.max(...sizes) <= 5001, `the largest piece has ${String(Math.max(...sizes))} values`);
    assert.ok(pieces.length > 6);
  });

  it('makes a field named __proto__ an own field and leaves the prototype alone', () => {
    const sent: unknown = JSON.parse(`{"__proto__":{"admin":true},"rows":[${'0,'.repeat(6000)}0]}`);
    const back = rejoined(sent).value as Record<string, unknown>;
    assert.ok(Object.hasOwn(back, '__proto__'));
    assert.equal(Object.getPrototypeOf(back), Object.prototype);
    assert.equal(back['admin'], undefined);
    assert.equal(JSON.stringify(back), JSON.stringify(sent));
  });
});
