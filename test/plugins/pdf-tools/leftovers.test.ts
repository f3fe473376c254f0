import assert from 'node:assert/strict';
import { pino } from 'pino';
import { ChildPool } from '../../../plugins/pdf-tools/child/pool.ts';
import { textOf } from '../../support/pdf.ts';
import { pages } from './fixtures.ts';

describe('a result that the hub cannot take', () => {
  it('is not the next one’s: what is left of it goes with its process', async function () {
    this.timeout(60_000);
    const pool = new ChildPool({ size: 1, fonts: () => Promise.resolve([]), log: pino({ level: 'silent' }) });
    const split = async (accountId: string, prefix: string, isFull: boolean): Promise<string> => {
      const full = (): Promise<never> => Promise.reject(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }));
      const { files } = await pool.run({
        accountId,
        operation: 'split',
        options: { maxPages: 100 },
        inputs: [{ content: await pages(20, prefix) }],
        limitMs: 10_000,
        signal: new AbortController().signal,
        ...(isFull ? { files: { create: () => ({ byteLength: 0, append: full, chunks: full, bytes: full }) as never } } : {}),
      });
      assert.equal(files.length, 20);
      const [first] = files;
      assert.ok(first instanceof Uint8Array);
      return textOf(first);
    };
    try {
      for (let n = 0; n < 3; n++) {
        await assert.rejects(split('acct_a', 'SECRET', true), /no space left/);
        assert.match(await split('acct_b', 'OWN', false), /OWN/);
      }
    } finally {
      await pool.close();
    }
  });
});
