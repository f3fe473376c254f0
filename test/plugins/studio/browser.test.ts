import assert from 'node:assert/strict';
import type { Browser, Page } from 'puppeteer';
import { openBrowser } from '../../support/browser.ts';
import type { Caller } from '../../support/caller.ts';
import { startHub, type TestHub } from '../../support/hub.ts';
import { axeProblems } from '../../support/page-check.ts';
import { PASSWORD } from '../../support/visitor.ts';

const KEY_MS = 70;
const HTML = '<h1>{{title}}</h1>';

describe('the studio in a browser', function () {
  this.timeout(180_000);
  let hub: TestHub;
  let browser: Browser;
  let page: Page;
  let caller: Caller;
  const troubles: string[] = [];

  before(async () => {
    [hub, browser] = await Promise.all([startHub(), openBrowser()]);
    caller = await hub.account();
    page = await browser.newPage();
    page.on('pageerror', (error) => troubles.push(String(error)));
    page.on('dialog', (dialog) => void dialog.accept());
    await page.setViewport({ width: 1280, height: 860 });
    await enter();
  });
  after(async () => {
    await browser.close();
    await hub.stop();
  });
  afterEach(() => {
    assert.deepEqual(troubles.splice(0), []);
  });

  const enter = async (): Promise<void> => {
    const [link = ''] = (await hub.command('account', 'password', caller.email)).split('\n');
    await page.goto(link);
    await page.type('[name=password]', PASSWORD);
    await Promise.all([page.waitForNavigation(), page.click('button.primary')]);
  };
  interface Given {
    readonly html_content?: string;
    readonly options?: object;
    readonly schema?: object;
  }
  interface Saved {
    readonly html_content: string;
    readonly options: Record<string, unknown>;
    readonly version: number;
  }
  const open = async (given: Given = {}): Promise<string> => {
    const { body } = await caller.send<{ id: string }>('POST', '/v1/templates', { name: 'Letter', html_content: HTML, ...given });
    await page.goto(`${hub.url}/dashboard/templates/${body.id}`, { waitUntil: 'load' });
    await page.waitForSelector('.sheets img');
    return body.id;
  };
  const read = async (id: string): Promise<Saved> => (await caller.send<Saved>('GET', `/v1/templates/${id}`)).body;
  const seen = (text: string, selector: string): Promise<unknown> =>
    page.waitForFunction(
      (wanted: string, at: string) => document.querySelector<HTMLElement>(at)?.innerText.includes(wanted) === true,
      { timeout: 30_000 },
      text,
      selector,
    );
  const press = async (modifier: 'Control' | 'Shift', key: 'a' | 's' | 'Tab' | 'End'): Promise<void> => {
    await page.keyboard.down(modifier);
    await page.keyboard.press(key);
    await page.keyboard.up(modifier);
  };
  const save = async (version: number): Promise<void> => {
    await press('Control', 's');
    await seen(`version ${String(version)}`, '.bar');
    await seen('Saved', '.bar .badge.good');
  };
  const codeOf = (panel: string): Promise<string> => page.$eval(`${panel} .cm-content`, (element) => (element as HTMLElement).innerText);

  const isWide = (px: number): Promise<unknown> =>
    page.waitForFunction(
      (wanted: number) => Math.abs((document.querySelector<HTMLImageElement>('.sheets img')?.clientWidth ?? 0) - wanted) < 3,
      { timeout: 30_000 },
      px,
    );

  it('loses no letter that is typed while previews are made: neither options, nor editors, nor words', async () => {
    const id = await open({ html_content: `${HTML}<p>${'text '.repeat(2000)}</p>` });
    await page.click('#tab-page');
    const typed: readonly (readonly [selector: string, text: string])[] = [
      ['#margin-top', '12mm'],
      ['#margin-left', '1.25in'],
      ['[aria-label="Header"]', '<b>Ann & Co of the North'],
      ['[aria-label="Footer"]', '<i>{{pageNumber}} of {{totalPages}}'],
      ['#locale', 'de-DE'],
      ['#currency', 'EUR'],
    ];
    for (const [selector, text] of typed) {
      await page.click(selector);
      await page.keyboard.type(text, { delay: KEY_MS });
    }
    await page.click('#tab-template');
    await page.click('#panel-template .cm-content');
    await press('Control', 'End');
    await page.keyboard.type('<p>Dear {{customer.name}}, and so on', { delay: KEY_MS });
    await page.click('.bar input', { count: 3 });
    await page.keyboard.type('A letter that goes north', { delay: KEY_MS });
    await save(2);
    const { html_content: html, options } = await read(id);
    assert.deepEqual(options, {
      margin: { top: '12mm', left: '1.25in' },
      header: '<b>Ann & Co of the North</b>',
      footer: '<i>{{pageNumber}} of {{totalPages}}</i>',
      locale: 'de-DE',
      currency: 'EUR',
    });
    assert.ok(html.includes('<p>Dear {{customer.name}}, and so on'), html.slice(-80));
    assert.equal(await page.$eval('.bar input', (input) => input.value), 'A letter that goes north');
    await page.reload();
    await page.click('#tab-page');
    assert.equal(await page.$eval('#margin-left', (input) => (input as HTMLInputElement).value), '1.25in');
    await page.waitForSelector('#panel-page .cm-content');
    assert.match(await codeOf('#panel-page'), /of the North/);
  });

  it('saves one margin for all sides, a paper of any size, and takes defaults back', async () => {
    const id = await open({
      options: { margin: '1in', format: { width: '100mm', height: '150mm' }, printBackground: false, deterministic: true },
    });
    await page.click('#tab-page');
    assert.equal(await page.$eval('#margin-bottom', (input) => (input as HTMLInputElement).value), '1in');
    assert.equal(await page.$eval('#paper-width', (input) => (input as HTMLInputElement).value), '100mm');
    for (const side of ['top', 'right', 'bottom', 'left']) {
      await page.click(`#margin-${side}`, { count: 3 });
      await page.keyboard.type('9mm');
    }
    await page.select('#format', 'Letter');
    await page.select('#orientation', 'landscape');
    await page.click('#panel-page input[type=checkbox]');
    await save(2);
    assert.deepEqual((await read(id)).options, { margin: '9mm', format: 'Letter', orientation: 'landscape', deterministic: true });
  });

  it('closes braces wherever they are typed, and types over what it closed', async () => {
    const id = await open({ html_content: '<td class=""></td>' });
    await page.click('#panel-template .cm-content');
    await press('Control', 'a');
    await page.keyboard.sendCharacter('<td class=""></td>');
    for (let i = 0; i < 5; i++) await page.keyboard.press('ArrowLeft');
    await page.keyboard.type('{{a');
    assert.equal(await codeOf('#panel-template'), '<td class="">{{a}}</td>');
    await page.keyboard.press('Escape');
    await page.keyboard.type('}}');
    for (let i = 0; i < 7; i++) await page.keyboard.press('ArrowLeft');
    await page.keyboard.type('{{{b}}}');
    assert.equal(await codeOf('#panel-template'), '<td class="{{{b}}}">{{a}}</td>');
    await save(2);
    assert.equal((await read(id)).html_content, '<td class="{{{b}}}">{{a}}</td>');
  });

  it('is left by Escape and Tab, and indents by Tab alone', async () => {
    await open();
    await page.click('#panel-template .cm-content');
    const isInEditor = (): Promise<boolean> => page.evaluate(() => document.activeElement?.closest('#panel-template .cm-content') != null);
    await page.keyboard.press('Tab');
    assert.ok(await isInEditor());
    assert.match(await codeOf('#panel-template'), /^\s+<h1>/);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    assert.ok(!(await isInEditor()));
    await press('Shift', 'Tab');
    assert.ok(await isInEditor());
  });

  it('clears an error when it is fixed, whatever it was', async () => {
    await open();
    await page.click('#tab-page');
    await page.type('#margin-top', 'wide');
    await seen('options.margin', '#preview-problem');
    await press('Control', 's');
    await seen('Not saved:', '.bar');
    await page.click('#margin-top', { count: 3 });
    await page.keyboard.type('1cm');
    await page.waitForFunction(() => document.querySelector('#preview-problem') === null, { timeout: 30_000 });
    await page.waitForFunction(() => document.querySelector('.bar .badge.bad') === null);
    await seen('Not saved yet', '.bar');
    await page.click('#tab-template');
    await page.click('#panel-template .cm-content');
    await press('Control', 'a');
    await page.keyboard.sendCharacter('{{#if x}}open');
    await page.waitForSelector('#panel-template .cm-lintRange-error, #panel-template .cm-lintPoint-error');
    await press('Control', 'a');
    await page.keyboard.sendCharacter('{{#if x}}open{{/if}}');
    await page.waitForFunction(() => document.querySelector('.cm-lintRange-error, .cm-lintPoint-error, #preview-problem') === null);
  });

  it('enlarges pages, shows small ones that lead to them, and keeps its height', async () => {
    await open({ html_content: [1, 2, 3, 4, 5, 6, 7, 8].map((n) => `<h1 style="break-after:page">Page ${String(n)}</h1>`).join('') });
    await page.waitForFunction(() => document.querySelectorAll('.thumbs img').length === 6);
    await page.select('.zoom select', '150');
    await isWide(1190);
    await page.select('.zoom select', '50');
    await isWide(397);
    await page.click('.thumbs button:nth-child(5)');
    await page.waitForFunction(() => document.querySelector('.thumbs button:nth-child(5)')?.getAttribute('aria-current') === 'page');
    await seen('more of', '.sheets');
    await page.click('.sheets button');
    await page.waitForFunction(() => document.querySelectorAll('.sheets img').length >= 8, { timeout: 30_000 });
    const heights = (): Promise<number[]> =>
      page.$$eval('.panes > *', (panes) => panes.map((pane) => Math.round(pane.getBoundingClientRect().height)));
    const before = await heights();
    for (const tab of ['versions', 'code', 'page', 'variables', 'data']) {
      await page.click(`#tab-${tab}`);
      assert.deepEqual(await heights(), before, tab);
    }
    assert.ok(
      before.every((height) => height > 500),
      before.join(),
    );
  });

  it('keeps what was typed through a lost session, and gives it back after signing in', async () => {
    const id = await open();
    await page.click('#panel-template .cm-content');
    await press('Control', 'End');
    await page.keyboard.type('<p>Not lost');
    await browser.deleteCookie(...(await browser.cookies()));
    await press('Control', 's');
    await seen('You are signed out', '#app');
    assert.doesNotMatch((await read(id)).html_content, /Not lost/);
    await page.waitForFunction((key) => localStorage.getItem(key)?.includes('Not lost') === true, {}, `platen.draft.${id}`);
    await Promise.all([page.waitForNavigation(), page.click('.notice.bad a')]);
    await page.type('[name=email]', caller.email);
    await page.type('[name=password]', PASSWORD);
    await Promise.all([page.waitForNavigation(), page.click('button.primary')]);
    assert.ok(page.url().endsWith(id), page.url());
    await seen('your unsaved changes', '.draft');
    assert.match(await codeOf('#panel-template'), /Not lost/);
    await save(2);
    assert.match((await read(id)).html_content, /Not lost/);
    await page.waitForFunction((key) => localStorage.getItem(key) === null, {}, `platen.draft.${id}`);

    await page.click('#panel-template .cm-content');
    await page.keyboard.type('mistake');
    await page.waitForFunction((key) => localStorage.getItem(key) !== null, {}, `platen.draft.${id}`);
    await page.reload();
    await seen('your unsaved changes', '.draft');
    await page.click('.draft button');
    await page.waitForFunction(() => document.querySelector('#panel-template .cm-content')?.textContent.includes('mistake') === false);
    assert.equal(await page.$('.draft'), null);
  });

  it('keeps every letter when the page is left, and nothing of what was saved, however soon that is', async () => {
    const id = await open();
    const key = `platen.draft.${id}`;
    await page.click('#panel-template .cm-content');
    await press('Control', 'End');
    await page.keyboard.type('<p>Kept');
    await page.waitForFunction((at) => localStorage.getItem(at)?.includes('Kept') === true, {}, key);
    await page.keyboard.type(' to the last letter');
    await page.reload();
    await seen('your unsaved changes', '.draft');
    assert.match(await codeOf('#panel-template'), /Kept to the last letter/);

    await page.click('#panel-template .cm-content');
    await press('Control', 'End');
    await page.keyboard.type('<p>Saved later');
    const left = page.waitForFunction(
      (at: string) => document.querySelector('.bar .badge.good')?.textContent === 'Saved' && String(localStorage.getItem(at)),
      { polling: 'mutation', timeout: 30_000 },
      key,
    );
    await press('Control', 's');
    assert.equal(await (await left).jsonValue(), 'null');
    await page.reload();
    assert.match(await codeOf('#panel-template'), /Kept to the last letter.*Saved later/s);
    assert.equal(await page.$('.draft'), null);
  });

  it('names what is deleted, and asks with Cancel in focus', async () => {
    const id = await open();
    await page.click('.bar .danger');
    await page.waitForSelector('dialog[open] button');
    const asked = await page.$eval('dialog[open]', (dialog) => dialog.innerText);
    assert.ok(asked.includes('Letter') && asked.includes(id), asked);
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Cancel');
    await page.keyboard.press('Enter');
    assert.equal((await caller.send('GET', `/v1/templates/${id}`)).status, 200);
    await page.click('.bar .danger');
    await page.waitForSelector('dialog[open] .danger');
    await Promise.all([page.waitForNavigation(), page.click('dialog[open] .danger')]);
    assert.equal((await caller.send('GET', `/v1/templates/${id}`)).status, 404);
  });

  it('has nothing serious for axe in any of its tabs', async () => {
    await open({ html_content: `${HTML}{{customer.name}}<p style="break-before:page">two` });
    const problems: string[] = [];
    for (const [left, right] of [
      ['page', 'versions'],
      ['data', 'code'],
      ['variables', 'publish'],
    ]) {
      await page.click(`#tab-${left ?? ''}`);
      await page.click(`#tab-${right ?? ''}`);
      problems.push(...(await axeProblems(page, `${left ?? ''} and ${right ?? ''}`)));
    }
    assert.deepEqual(problems, []);
  });
});
