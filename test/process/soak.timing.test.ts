import { runSoak } from '../soak/run-soak.ts';

describe('a soak', function () {
  this.timeout(300_000);

  it('of a minute leaves memory, descriptors and processes as they were (npm run soak takes 20 minutes)', async () => {
    // So few documents end before the heaps of young processes have found their size: the long form allows a tenth.
    await runSoak({ seconds: 45, documents: 500, mostGrowth: 0.3 }, () => undefined);
  });
});
