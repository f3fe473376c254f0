import assert from 'node:assert/strict';
import { jsonReply } from './reply-json.ts';

const LONG = 600_000;
const CASES: readonly (readonly [name: string, reply: unknown])[] = [
  ['a short reply', { id: 'gen_1', warnings: [], url: null }],
  ['a long text', { data: 'A'.repeat(LONG), pages: 1 }],
  ['several long texts between others', { parts: [{ data: 'a'.repeat(LONG) }, { data: 'b'.repeat(LONG * 2) }], total: 2 }],
  ['characters that JSON escapes', { data: '"\\\n\u0001\u2028/'.repeat(LONG / 4) }],
  ['a surrogate pair across the border of two slices', { data: `a${'😀'.repeat(LONG)}` }],
  ['a lone surrogate', { data: `${'x'.repeat(LONG)}\ud83d` }],
  ['a long text alone', 'z'.repeat(LONG)],
];

describe('jsonReply', () => {
  for (const [name, reply] of CASES) {
    it(`writes ${name} as JSON.stringify does`, async () => {
      const written = await jsonReply(reply);
      assert.ok(written.equals(Buffer.from(JSON.stringify(reply))));
    });
  }
});
