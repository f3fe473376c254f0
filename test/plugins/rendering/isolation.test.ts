import assert from 'node:assert/strict';
import { startHub } from '../../support/hub.ts';
import { textOf } from '../../support/pdf.ts';

describe('isolation of documents', () => {
  for (const isolation of ['context', 'browser']) {
    it(`can be a ${isolation} for each`, async () => {
      const hub = await startHub({ plugins: { rendering: { config: { isolation } } } });
      try {
        const caller = await hub.account();
        const texts = await Promise.all(
          Array.from({ length: 4 }, (_, i) =>
            caller.pdf({ html: `<p>own ${String(i)}</p>${i % 2 === 0 ? '<script></script>' : ''}` }).then(textOf),
          ),
        );
        assert.deepEqual(texts, ['own 0', 'own 1', 'own 2', 'own 3']);
      } finally {
        await hub.stop();
      }
    });
  }

  it('renders on while its browser is recycled', async () => {
    const hub = await startHub({ plugins: { rendering: { config: { recycleAfter: 10 } } } });
    try {
      const caller = await hub.account();
      for (let round = 0; round < 3; round++) {
        const texts = await Promise.all(
          Array.from({ length: 12 }, (_, i) =>
            caller.pdf({ html: `<p id=x></p><script>x.textContent = 'n${String(i)}'</script>` }).then(textOf),
          ),
        );
        assert.deepEqual(
          texts,
          Array.from({ length: 12 }, (_, i) => `n${String(i)}`),
        );
      }
      assert.doesNotMatch(hub.log.join(''), /ended unexpectedly|did not close/);
    } finally {
      await hub.stop();
    }
  });
});
