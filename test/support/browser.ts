import { join } from 'node:path';
import puppeteer, { type Browser } from 'puppeteer';
import { bundledLibraries, findChromium, prepareInstallFolder } from '../../plugins/rendering/chromium/chromium-install.ts';
import { temporaryFolder } from './services.ts';

/** A browser for the dashboard's pages: the one that the hub renders with, without its rules. */
export async function openBrowser(): Promise<Browser> {
  const folder = temporaryFolder('browser').path;
  const executablePath = await findChromium(undefined, await prepareInstallFolder(folder));
  const libraries = bundledLibraries(executablePath);
  return puppeteer.launch({
    executablePath,
    headless: 'shell',
    userDataDir: join(folder, 'profile'),
    // It loads loopback pages of ours only, and root has no sandbox.
    args: ['--no-sandbox', '--disable-gpu'],
    env: { ...process.env, ...(libraries === undefined ? {} : { LD_LIBRARY_PATH: libraries }) },
  });
}
