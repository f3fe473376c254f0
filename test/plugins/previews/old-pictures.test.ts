import assert from 'node:assert/strict';
import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startHub } from '../../support/hub.ts';
import { temporaryFolder } from '../../support/services.ts';
import { until } from '../../support/until.ts';

describe('old pictures of templates', () => {
  it('are removed by every process from its own disk when it starts, a web process without jobs too', async () => {
    const folder = temporaryFolder('pictures');
    const pictures = join(folder.path, 'previews');
    mkdirSync(pictures, { recursive: true });
    const [old, fresh] = [join(pictures, 'old.png'), join(pictures, 'fresh.png')];
    for (const path of [old, fresh]) writeFileSync(path, 'x');
    const longAgo = new Date(Date.now() - 31 * 24 * 3_600_000);
    utimesSync(old, longAgo, longAgo);
    const hub = await startHub({ config: { roles: ['web'] }, dataFolder: folder.path });
    try {
      await until('the old one to be gone', () => (existsSync(old) ? undefined : true));
      assert.ok(existsSync(fresh));
    } finally {
      await hub.stop();
      folder.remove();
    }
  });
});
