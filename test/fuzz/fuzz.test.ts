import assert from 'node:assert/strict';
import { seedOf } from '../support/random.ts';
import { temporaryFolder } from '../support/services.ts';
import { runFuzz } from './run-fuzz.ts';

describe('a short fuzz (npm run fuzz takes an hour)', function () {
  this.timeout(300_000);

  it('harms neither the process nor the neighbour, and finds no error that is the fault of the hub', async () => {
    const folder = temporaryFolder('fuzz-cases');
    const { cases, controls, findings } = await runFuzz({
      seconds: 200,
      cases: 100,
      seed: seedOf(17),
      folder: folder.path,
      idleSeconds: 2,
      warmUpRounds: 2,
      isQuiet: false,
      tell: () => undefined,
    });
    assert.deepEqual(
      findings.map(({ fault }) => fault),
      [],
    );
    assert.ok(cases > 20 && controls > 1);
    folder.remove();
  });
});
