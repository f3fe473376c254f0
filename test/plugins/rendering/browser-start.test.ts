import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { startHub, type TestHub } from '../../support/hub.ts';
import { readMetrics } from '../../support/metrics.ts';
import { startedBrowsers } from '../../support/processes.ts';
import { until } from '../../support/until.ts';

describe('the two browsers of a hub', () => {
  const started = async (hub: TestHub): Promise<readonly number[]> => {
    const { sum } = await readMetrics(hub.url);
    return ['static', 'scripted'].map((lane) => sum('platen_browser_starts_total', { lane }));
  };
  const withHub = async (autoStart: boolean, use: (hub: TestHub) => Promise<void>): Promise<void> => {
    const hub = await startHub({ plugins: { rendering: { config: { autoStart } } } });
    try {
      await use(hub);
    } finally {
      await hub.stop();
    }
  };

  it('run before it is ready', async () => {
    await withHub(true, async (hub) => {
      assert.deepEqual(await started(hub), [1, 1]);
    });
  });

  it('start with the first document for them where the operator wants that', async () => {
    await withHub(false, async (hub) => {
      const caller = await hub.account();
      assert.deepEqual(await started(hub), [0, 0]);
      await caller.generate({ html: '<p>x' });
      assert.deepEqual(await started(hub), [1, 0]);
      await caller.generate({ html: '<p>x<script></script>' });
      assert.deepEqual(await started(hub), [1, 1]);
    });
  });

  it('write nothing of a document to their profiles, which go with them when they are killed', async () => {
    await withHub(true, async (hub) => {
      const caller = await hub.account();
      const html = '<p>x</p><script>try { localStorage.setItem("a", "b") } catch {} document.cookie = "a=b"; indexedDB.open("a")</script>';
      await caller.generate({ html });
      const browsers = startedBrowsers();
      const profiles = browsers.map(({ command }) => /--user-data-dir=(\S+)/.exec(command)?.[1] ?? '');
      assert.equal(profiles.length, 2);
      for (const profile of profiles) assert.deepEqual(readdirSync(profile), []);
      for (const { pid } of browsers) process.kill(pid, 'SIGKILL');
      await until('the end of the profiles', () => (profiles.some((profile) => existsSync(profile)) ? undefined : true));
    });
  });
});
