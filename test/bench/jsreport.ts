import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { cacheFolder } from '../../db/cache-folder.ts';
import { cachedIn, preparation } from '../support/preparation.ts';

/** The packages of jsreport 4.14.2 that take HTML and print it, and the puppeteer of the other peers. */
const PACKAGES = ['@jsreport/jsreport-core@4.11.2', '@jsreport/jsreport-chrome-pdf@4.4.1', 'puppeteer@25.16.0'];
const FOLDER = join(cacheFolder(process.env), 'jsreport-4.14.2');
/** Threads, each with a browser of its own: as many as the cores that these tables are measured on. */
const WORKERS = 2;

/** Installs jsreport into the cache; it is nobody's dependency. */
export const prepareJsreport = preparation({
  name: 'jsreport 4.14.2',
  limitMinutes: 5,
  ...cachedIn(FOLDER, async (fresh, run) => {
    writeFileSync(join(fresh, 'package.json'), '{"private": true}\n');
    // Without install scripts: the browser is ours.
    await run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', ...PACKAGES], { cwd: fresh });
  }),
});

interface Reporter {
  use(extension: unknown): Reporter;
  init(): Promise<unknown>;
  render(request: object): Promise<{ readonly content: Buffer }>;
}

/** jsreport's own rendering, without its web server, its sandbox for templates and its studio. */
export async function openJsreport(executablePath: string, fontConfig: string): Promise<(html: string) => Promise<Buffer>> {
  // Only it is CommonJS, without types, and outside of what is compiled.
  const load = createRequire(join(FOLDER, 'package.json')) as (name: string) => (options?: object) => unknown;
  const reporter = load('@jsreport/jsreport-core')({
    rootDirectory: FOLDER,
    loadConfig: false,
    discover: false,
    useExtensionsLocationCache: false,
    trustUserCode: true,
    logger: { silent: true },
    reportTimeout: 60_000,
    workers: { numberOfWorkers: WORKERS },
    extensions: {
      'chrome-pdf': {
        strategy: 'chrome-pool',
        numberOfWorkers: 1,
        launchOptions: {
          executablePath,
          headless: 'shell',
          pipe: true,
          args: ['--no-sandbox'],
          env: { ...process.env, FONTCONFIG_FILE: fontConfig },
        },
      },
    },
  }) as Reporter;
  await reporter.use(load('@jsreport/jsreport-chrome-pdf')()).init();
  const margin = '0.5in';
  const chrome = {
    ...{ format: 'A4', printBackground: true, marginTop: margin, marginBottom: margin, marginLeft: margin, marginRight: margin },
    mediaType: 'print',
    tagged: false,
    preferCSSPageSize: true,
  };
  return async (html) => (await reporter.render({ template: { content: html, engine: 'none', recipe: 'chrome-pdf', chrome } })).content;
}
