import assert from 'node:assert/strict';
import { readStateOnce } from '../../../plugins/rendering/lanes/readiness.ts';
import type { Caller } from '../../support/caller.ts';
import { type SharedHub, sharedHub } from '../../support/hub.ts';
import { textOf } from '../../support/pdf.ts';

/** Every name that the reading of a page's state contains, and what a page could ask of its document besides. */
const NAMES = [
  ...new Set([
    ...(readStateOnce(false).match(/[a-zA-Z]{3,}/g) ?? []),
    ...['querySelector', 'getElementById', 'children', 'childNodes', 'head', 'title', 'location', 'defaultView', 'cookie', 'write', 'open'],
    ...['constructor', 'prototype', 'toString', 'hasOwnProperty', '__proto__', 'then', 'length', 'item', 'attributes', 'parentNode'],
  ]),
];

const CARRIERS: readonly ((name: string) => string)[] = [
  (name) => `<img name="${name}">`,
  (name) => `<img id="${name}" name="${name}">`,
  (name) => `<form name="${name}"></form>`,
  (name) => `<form><input name="${name}"></form>`,
  (name) => `<form id="${name}"><button id="${name}"></button></form>`,
  (name) => `<a id="${name}"></a><a id="${name}" name="${name}"></a>`,
  (name) => `<object name="${name}" id="${name}"></object>`,
  (name) => `<embed name="${name}">`,
  (name) => `<iframe name="${name}"></iframe>`,
];

describe('elements named like properties', () => {
  let hub: SharedHub;
  let caller: Caller;
  before(async () => {
    hub = await sharedHub();
    caller = await hub.account();
  });
  after(() => hub.stop());

  const BROKEN = '<img src="data:image/png;base64,broken">';
  const warned = async (html: string, wait?: object): Promise<string[]> => {
    const { warnings } = await caller.generate({ html, ...(wait === undefined ? {} : { wait }) });
    // Objects that are not loaded take up pages of their own.
    return warnings.map(({ code }) => code).filter((code) => code !== 'BLANK_PAGE');
  };

  it('change neither what is printed nor what is warned of, one kind of element at a time', async function () {
    this.timeout(180_000);
    for (const carrier of CARRIERS) {
      const html = `<title>t</title><p>shown</p>${BROKEN}${NAMES.map(carrier).join('')}`;
      assert.deepEqual(await warned(html), ['ASSET_FAILED'], carrier('x'));
      assert.deepEqual(await warned(`${html}<script></script>`), ['ASSET_FAILED'], carrier('x'));
    }
  });

  it('change neither, one name at a time', async function () {
    this.timeout(180_000);
    for (const name of NAMES) {
      const html = `<title>t</title><p>shown</p><img name="${name}"><form name="${name}"><input name="${name}"></form>${BROKEN}`;
      assert.deepEqual(await warned(html), ['ASSET_FAILED'], name);
    }
    assert.equal(await textOf(await caller.pdf({ html: '<img name="images"><p>shown</p>' })), 'shown');
  });

  it('do not hide what a caller waits for', async () => {
    const html = '<img name="querySelector"><form name="querySelectorAll"></form><p id=late>x</p>';
    assert.deepEqual(await warned(html, { selector: '#late', timeout_ms: 2000 }), []);
  });
});
