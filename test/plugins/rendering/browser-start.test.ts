import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { findChromium, prepareInstallFolder } from '../../../plugins/rendering/chromium/chromium-install.ts';
import { hangNextAtStart, writeFaultyBrowser } from '../../support/faulty-browser.ts';
import { startHub, type TestHub } from '../../support/hub.ts';
import { readMetrics } from '../../support/metrics.ts';
import { startedBrowsers } from '../../support/processes.ts';
import { temporaryFolder } from '../../support/services.ts';
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

  it('end with it, also one that is being started', async () => {
    const folder = temporaryFolder('slow-browser');
    const executablePath = writeFaultyBrowser(folder.path, await findChromium(undefined, await prepareInstallFolder(folder.path)));
    const isAlive = (): boolean => startedBrowsers().some(({ command }) => command.includes(executablePath));
    try {
      const hub = await startHub({ plugins: { rendering: { config: { executablePath, sandbox: 'off', recycleAfter: 2 } } } });
      try {
        const caller = await hub.account();
        await caller.generate({ html: '<p>x<script></script>' });
        hangNextAtStart(folder.path);
        await caller.generate({ html: '<p>x<script></script>' });
        assert.ok(isAlive());
      } finally {
        await hub.stop();
      }
      await until('the end of the browsers', () => (isAlive() ? undefined : true), 5000);
    } finally {
      folder.remove();
    }
  });

  it('write nothing of a document to their profiles, which go with them when they are killed', async () => {
    await withHub(true, async (hub) => {
      const caller = await hub.account();
      const html = '<p>x</p><script>try { localStorage.setItem("a", "b") } catch {} document.cookie = "a=b"; indexedDB.open("a")</script>';
      await caller.generate({ html });
      const browsers = startedBrowsers();
      const profiles = browsers.map(({ command }) => /--user-data-dir=(\S+)/.exec(command)?.[1] ?? '');
      assert.equal(profiles.length, 2, JSON.stringify(browsers));
      for (const profile of profiles) assert.deepEqual(readdirSync(profile), []);
      for (const { pid } of browsers) process.kill(pid, 'SIGKILL');
      await until('the end of the profiles', () => (profiles.some((profile) => existsSync(profile)) ? undefined : true));
    });
  });
});
