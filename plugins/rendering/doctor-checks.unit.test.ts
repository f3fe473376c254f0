import assert from 'node:assert/strict';
import { checkFonts } from './doctor-checks.ts';
import type { Engine } from './engine.ts';

describe('the check of fonts', () => {
  const engine = (covers: (code: number) => boolean) =>
    ({ readFonts: async () => Promise.resolve({ files: 2, covers }) }) as unknown as Engine;

  it('names the scripts that would be boxes, and what to do about them', async () => {
    const { state, text } = await checkFonts(engine((code) => code < 0x3000));
    assert.equal(state, 'warning');
    assert.match(text, /^no installed font has Chinese, Japanese, Korean, emoji: install one \(Debian: /);
  });

  it('is content where every script has a font', async () => {
    const { state, text } = await checkFonts(engine(() => true));
    assert.deepEqual([state, text.slice(0, 28)], ['ok', '2 font files have all of Lat']);
  });
});
