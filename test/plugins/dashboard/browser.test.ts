import assert from 'node:assert/strict';
import type { Browser, BrowserContext, Page } from 'puppeteer';
import { openBrowser } from '../../support/browser.ts';
import type { Caller } from '../../support/caller.ts';
import { startHub, type TestHub } from '../../support/hub.ts';
import { pageProblems } from '../../support/page-check.ts';
import { textOf } from '../../support/pdf.ts';
import { until } from '../../support/until.ts';
import { PASSWORD } from '../../support/visitor.ts';

describe('the dashboard in a browser', function () {
  this.timeout(120_000);
  let hub: TestHub;
  let browser: Browser;
  let page: Page;
  let caller: Caller;
  const troubles: string[] = [];
  let expected: RegExp | undefined;

  before(async () => {
    [hub, browser] = await Promise.all([startHub(), openBrowser()]);
    caller = await hub.account();
    await hub.command('account', 'operator', caller.email, 'on');
    await openPage(browser.defaultBrowserContext());
    await signIn(caller.email);
    await page.close();
  });
  beforeEach(() => openPage(browser.defaultBrowserContext()));
  afterEach(async () => {
    await page.close();
    assert.deepEqual(troubles.splice(0), []);
    expected = undefined;
  });
  after(async () => {
    await browser.close();
    await hub.stop();
  });

  /** The page that the case goes on with. */
  const openPage = async (context: BrowserContext): Promise<void> => {
    page = await context.newPage();
    await page.setViewport({ width: 1280, height: 860 });
    page.on('pageerror', (error) => troubles.push(String(error)));
    page.on('console', (message) => {
      const text = message.text();
      // Chromium styles what its own editing command replaces; the policy blocks that, and nobody misses it.
      const isOfEditing = text.startsWith('Applying inline style') && message.location().lineNumber === undefined;
      if (message.type() === 'error' && !isOfEditing && expected?.test(text) !== true) troubles.push(text);
    });
    page.on('dialog', (dialog) => void dialog.accept());
  };
  const signIn = async (email: string): Promise<void> => {
    const [link = ''] = (await hub.command('account', 'password', email)).split('\n');
    await page.goto(link);
    await page.type('[name=password]', PASSWORD);
    await submit('button.primary');
    assert.equal(pathNow(), '/dashboard');
  };
  /** A template of its own, whose editor and first preview are there. */
  const newTemplate = async (): Promise<string> => {
    await go('/dashboard/templates');
    await submit('button.primary');
    await page.waitForSelector('#panel-template .cm-content[contenteditable=true]');
    await page.waitForSelector('.sheets img');
    await seen(/1 page, \d+ ms/);
    return /tmpl_\w+/.exec(page.url())?.[0] ?? '';
  };
  const go = async (path: string): Promise<void> => {
    await page.goto(hub.url + path, { waitUntil: 'load' });
  };
  const submit = async (selector: string): Promise<void> => {
    await Promise.all([page.waitForNavigation(), page.click(selector)]);
  };
  const seen = (text: string | RegExp, selector = 'main'): Promise<unknown> =>
    page.waitForFunction(
      (source: string, flags: string, at: string) =>
        new RegExp(source, flags).test(document.querySelector<HTMLElement>(at)?.innerText ?? ''),
      { timeout: 20_000 },
      typeof text === 'string' ? text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&') : text.source,
      'i',
      selector,
    );
  const pathNow = (): string => new URL(page.url()).pathname;
  const press = async (...keys: ('Control' | 'Alt' | 'a' | 's' | 'Enter' | 'Digit2' | 'Digit5' | 'Digit6')[]): Promise<void> => {
    for (const key of keys) await page.keyboard.down(key);
    for (const key of keys.reverse()) await page.keyboard.up(key);
  };
  const type = async (panel: string, text: string): Promise<void> => {
    await page.click(`#panel-${panel} .cm-content`);
    await press('Control', 'a');
    // As one piece: brackets that are typed are closed by the editor.
    await page.keyboard.sendCharacter(text);
  };

  it('leads a new user from the link to a key, a template, and its document in the history', async () => {
    const newcomer = await hub.account();
    await page.close();
    await openPage(await browser.createBrowserContext());
    await signIn(newcomer.email);

    await go('/dashboard/keys');
    await page.type('[name=name]', 'my first key');
    await submit('form.form button.primary');
    const key = await page.$eval('.copy.secret pre', (element) => element.textContent);
    assert.match(key, /^plt_live_sk_[0-9A-Za-z]{38}$/);

    const id = await newTemplate();
    assert.equal(pathNow(), `/dashboard/templates/${id}`);
    await type('template', '<h1>Dear {{name}}</h1><p>{{note}}</p>');
    await press('Alt', 'Digit2');
    await type('data', '{"name":"Grace","note":"typed here"}');
    await page.click('.bar input');
    await press('Control', 'a');
    await page.keyboard.type('Letter to Grace');
    await press('Control', 's');
    await seen('Saved', '.bar .badge.good');
    await seen('version 2', '.bar');

    const template = await newcomer.send<{ name: string; html_content: string }>('GET', `/v1/templates/${id}`);
    assert.deepEqual([template.body.name, template.body.html_content], ['Letter to Grace', '<h1>Dear {{name}}</h1><p>{{note}}</p>']);
    await page.reload();
    await seen('Letter to Grace', 'title, #app');

    const made = await fetch(`${hub.url}/v1/generate`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', accept: 'application/pdf' },
      body: JSON.stringify({ template: id, data: { name: 'Grace', note: 'by the API' }, filename: 'grace.pdf' }),
    });
    assert.match(await textOf(new Uint8Array(await made.arrayBuffer())), /Dear Grace/);
    await go('/dashboard/history');
    await seen('grace.pdf');
    await seen('Letter to Grace');
    await submit('td a');
    await seen(/Printing/);
    await page.waitForFunction(() => [...document.images].some((image) => image.complete && image.naturalWidth > 100));
    assert.equal(await page.$eval('main h1', (title) => title.textContent), 'grace.pdf');

    await go('/dashboard/keys');
    await page.evaluate(() =>
      [...document.querySelectorAll('tr')]
        .find((row) => row.innerText.includes('my first key'))
        ?.querySelector('button')
        ?.click(),
    );
    await page.waitForSelector('dialog[open]');
    await submit('dialog .danger');
    await seen('is revoked');
    const refused = await fetch(`${hub.url}/v1/generations`, { headers: { authorization: `Bearer ${key}` } });
    assert.equal(refused.status, 401);
  });

  it('marks the line of a mistake, keeps the last result, and renders again when it is fixed', async () => {
    await newTemplate();
    expected = /400 \(Bad Request\)/;
    await type('template', '<p>one</p>\n<p>{{#if name}}never closed</p>\n');
    await page.waitForSelector('#preview-problem');
    assert.match(await page.$eval('#preview-problem', (element) => element.textContent), /line \d/);
    await page.waitForSelector('.cm-lintRange-error, .cm-lint-marker-error, .cm-lintPoint-error');
    assert.equal(await page.$eval('.sheets', (element) => element.className), 'sheets stale');
    assert.equal((await page.$$('.sheets img')).length, 1);
    await type('template', `<p>one</p>${'<p style="break-before:page">more</p>'.repeat(2)}`);
    await seen(/3 pages/);
    await page.waitForFunction(() => document.querySelectorAll('.sheets img').length === 3);
    await press('Alt', 'Digit2');
    await type('data', '{ "name": ');
    await seen(/The data is not JSON/);
  });

  it('completes variables of the data and helpers', async () => {
    // The preview of a half-typed template is refused, when the machine is slow enough to ask for one.
    expected = /400 \(Bad Request\)/;
    await newTemplate();
    await type('template', '<p>');
    await page.keyboard.type('{{cust');
    await page.waitForSelector('.cm-tooltip-autocomplete');
    assert.match(await page.$eval('.cm-tooltip-autocomplete', (element) => element.textContent), /customer\.name/);
    await page.keyboard.press('Escape');
    await page.keyboard.type('}} {{formatC');
    await page.waitForFunction(() => document.querySelector<HTMLElement>('.cm-tooltip-autocomplete')?.innerText.includes('formatCurrency'));
  });

  it('compares versions on paper, and restores one', async () => {
    await newTemplate();
    await type('template', '<div style="height:60mm;background:#eee">same</div><div style="margin-top:100mm">old words</div>');
    await press('Control', 's');
    await seen('version 2', '.bar');
    await type(
      'template',
      '<div style="height:60mm;background:#eee">same</div><div style="margin-top:100mm">new words that are longer</div>',
    );
    await press('Control', 's');
    await seen('version 3', '.bar');
    await press('Alt', 'Digit5');
    await seen('Version 2', '#panel-versions');
    const rows = '.versions li:nth-child(2) button';
    await page.waitForSelector(rows);
    await page.click(rows);
    await seen(/% of the pixels differ/, '#panel-versions');
    const areas = await page.$$eval('.diff-page figure:last-child rect', (boxes) => boxes.map((box) => Number(box.getAttribute('y'))));
    assert.ok(areas.length > 0 && areas.every((y) => y > 400), `only the lower half changed: ${areas.join()}`);
    const share = Number(/([\d.]+) %/.exec(await page.$eval('#panel-versions h3', (title) => title.textContent))?.[1]);
    assert.ok(share > 0 && share < 3, String(share));
    await page.click('.versions li:nth-child(2) button:last-child');
    await seen('version 4', '.bar');
    assert.match(await page.$eval('#panel-template .cm-content', (element) => element.textContent), /old words/);
  });

  it('shows how a template is used in code, which then works', async () => {
    const id = await newTemplate();
    await type('template', '<p>these words</p>');
    await press('Control', 's');
    await seen('version 2', '.bar');
    await press('Alt', 'Digit6');
    const samples = await page.$$eval('#panel-code pre', (boxes) => boxes.map((box) => box.textContent));
    assert.equal(samples.length, 5);
    const { execFile } = await import('node:child_process');
    const { promisify } = await import('node:util');
    const { mkdtemp, readFile } = await import('node:fs/promises');
    const { tmpdir } = await import('node:os');
    const { join } = await import('node:path');
    const folder = await mkdtemp(join(tmpdir(), 'platen-sample-'));
    const env = { ...process.env, PLATEN_KEY: caller.key };
    await promisify(execFile)('sh', ['-c', samples[0] ?? ''], { cwd: folder, env });
    assert.match(await textOf(await readFile(join(folder, 'document.pdf'))), /these words/);
    await promisify(execFile)(process.execPath, ['--input-type=module', '-e', samples[1] ?? ''], { cwd: folder, env });
    assert.match(await textOf(await readFile(join(folder, 'document.pdf'))), /these words/);
    const program = `import ast, sys; ast.parse(sys.argv[1])`;
    await promisify(execFile)('python3', ['-c', program, samples[2] ?? '']);
    assert.equal(samples[4], id);
  });

  it('writes what people read who fill a template in', async () => {
    const name = 'Invoice with words';
    const html_content = '<p>{{due}}</p>{{customer.email}}{{#each items}}<p>{{price}}</p>{{/each}}';
    const schema = { due: { $type: 'date', title: 'Due' }, items: [{ price: 'number' }] };
    const { body } = await caller.send<{ id: string }>('POST', '/v1/templates', { name, html_content, schema });
    await go(`/dashboard/templates/${body.id}`);
    await page.waitForSelector('#panel-template .cm-content[contenteditable=true]');
    await page.click('#tab-variables');
    await page.waitForSelector('#panel-variables fieldset:nth-of-type(5)');
    await page.type('[aria-label="Title of due"]', ' date');
    await page.type('[aria-label="Help of due"]', 'The last day to pay.');
    await page.type('[aria-label="Example of due"]', '2026-12-24');
    await page.type('[aria-label="Title of customer.email"]', 'E-mail');
    await page.select('[aria-label="Format of customer.email"]', 'email');
    await page.type('[aria-label="Example of items[].price"]', '7.5');
    await page.click('#panel-variables fieldset input[type=checkbox]');
    await seen('Not saved yet', '.bar');
    await press('Control', 's');
    await seen('Saved', '.bar .badge.good');
    await page.waitForFunction(() => document.querySelector<HTMLInputElement>('[aria-label="Title of due"]')?.value === 'Due date');
    const saved = await caller.send<{ schema: object; version: number }>('GET', `/v1/templates/${body.id}`);
    assert.equal(saved.body.version, 1, 'words make no new version');
    assert.deepEqual(saved.body.schema, {
      due: { $type: 'date', title: 'Due date', description: 'The last day to pay.', examples: ['2026-12-24'], required: true },
      customer: { email: { $type: 'string', title: 'E-mail', format: 'email' } },
      items: [{ price: { $type: 'number', examples: [7.5] } }],
    });
    const fields = await caller.send<{ name: string; label: string; help?: string }[]>(
      'GET',
      `/v1/integrations/templates/${body.id}/fields`,
    );
    const due = fields.body.find((field) => field.name === 'due');
    assert.deepEqual([due?.label, due?.help], ['Due date', 'The last day to pay. For example: 2026-12-24']);
  });

  it('publishes a template and takes it back', async () => {
    const id = await newTemplate();
    await page.click('#tab-publish');
    await page.type('#category', 'letters');
    await page.click('#panel-publish button.primary');
    await seen('public', '.bar');
    assert.equal((await caller.send('GET', `/v1/marketplace/${id}`)).status, 200);
    await page.waitForSelector('#panel-publish button.danger:not([disabled])');
    await page.click('#panel-publish button.danger');
    await page.waitForFunction(() => document.querySelector('#panel-publish button.danger') === null);
    assert.equal((await caller.send('GET', `/v1/marketplace/${id}`)).status, 404);
  });

  it('shows every column of the history, whatever the width of the window, the hour and the zone', async () => {
    await caller.generate({ html: '<p>x</p>', filename: 'a-name-that-people-give-their-quarterly-reports.pdf' });
    await caller.generate({ html: '<p>x</p>' });
    const failed = await caller.send('POST', '/v1/generate', { html: '<p>x</p>', wait: { expression: 'x y' } });
    assert.equal(failed.status, 422);
    for (const width of [390, 790, 810, 1090, 1110, 1290, 1310]) {
      await page.setViewport({ width, height: 860 });
      await go('/dashboard/history');
      const { shown, needed } = await page.$eval('.scroll', (scroll) => {
        for (const time of scroll.querySelectorAll('time span:last-child')) time.textContent = '12:58:58 PM GMT+12:45';
        return { shown: scroll.clientWidth, needed: scroll.scrollWidth };
      });
      assert.equal(needed, shown, `at ${String(width)} px`);
    }
  });

  it('updates itself while something runs', async () => {
    const slow = caller.send('POST', '/v1/generate', { html: '<p>slow</p>', wait: { delay_ms: 3000 }, filename: 'slow.pdf' });
    await until('its record', async () => {
      const { body } = await caller.send<{ data: { status: string }[] }>('GET', '/v1/generations?limit=1');
      return body.data[0]?.status === 'processing' ? true : undefined;
    });
    await go('/dashboard/history');
    await page.waitForSelector('td .badge.busy');
    await slow;
    await page.waitForFunction(() => document.querySelector('td .badge.busy') === null, { timeout: 10_000 });
    await seen('slow.pdf');
  });

  describe('can be used by everybody: axe finds nothing serious, nothing overflows, pages are light', () => {
    let generationId = '';
    let batchId = '';
    before(async () => {
      generationId = (await caller.generate({ html: '<h1>{{x}}</h1>', data: {} })).id;
      batchId = (await caller.send<{ batch_id: string }>('POST', '/v1/generate/batch', { items: [{ html: '<p>x</p>' }] })).body.batch_id;
    });

    const own = ['', '/history', '/history/GENERATION', '/batches', '/batches/BATCH', '/templates', '/starters', '/marketplace', '/keys'];
    const others = ['/webhooks', '/reference', '/requests', '/audit', '/account', '/plugins', '/nonsense'];
    const operators = ['accounts', 'accounts/ACCOUNT', 'queue', 'failures', 'storage', 'audit'].map((name) => `/operator/${name}`);
    for (const path of [...own, ...others, ...operators]) {
      it(`/dashboard${path}`, async () => {
        expected = /404 \(Not Found\)/;
        const pathname = path.replace('GENERATION', generationId).replace('BATCH', batchId).replace('ACCOUNT', caller.accountId);
        assert.deepEqual(await pageProblems(page, `${hub.url}/dashboard${pathname}`), []);
      });
    }

    it('the editor of a template', async () => {
      const template = await caller.send<{ id: string }>('POST', '/v1/templates', { name: 'Seen', html_content: '<p>{{x}}' });
      const url = `${hub.url}/dashboard/templates/${template.body.id}`;
      assert.deepEqual(await pageProblems(page, url, { isEditor: true }), []);
    });

    it('what is seen without signing in', async () => {
      const signedOut = await (await browser.createBrowserContext()).newPage();
      const [link = ''] = (await hub.command('account', 'password', caller.email)).split('\n');
      for (const url of [link, `${hub.url}/dashboard/sign-in`, `${hub.url}/reference`])
        assert.deepEqual(await pageProblems(signedOut, url), []);
      await signedOut.browserContext().close();
    });
  });
});
