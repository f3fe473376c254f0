import assert from 'node:assert/strict';
import { countWorkers } from './worker-processes.ts';

describe('worker processes of this machine', () => {
  it('are none up to six cores, and one for each six cores more', () => {
    assert.deepEqual(
      [1, 2, 6, 7, 12, 13, 64].map((cores) => countWorkers('auto', cores)),
      [0, 0, 0, 1, 1, 2, 10],
    );
  });

  it('are as many as the setting says', () => {
    assert.deepEqual([countWorkers(0, 64), countWorkers(3, 2)], [0, 3]);
  });
});
