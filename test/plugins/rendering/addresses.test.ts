import assert from 'node:assert/strict';
import type { Caller } from '../../support/caller.ts';
import { type SharedHub, sharedHub } from '../../support/hub.ts';

describe('addresses that lead nowhere', () => {
  let hub: SharedHub;
  let caller: Caller;
  before(async () => {
    hub = await sharedHub();
    caller = await hub.account();
  });
  after(() => hub.stop());

  const said = async (html: string): Promise<unknown[]> =>
    (await caller.generate({ html: `<p>x</p>${html}` })).warnings.map(({ code, subject }) => [code, subject]);

  for (const [html, subject] of [
    ['<link rel=stylesheet href="/app.css">', '/app.css'],
    ['<link rel=stylesheet href="//host.example/app.css">', '//host.example/app.css'],
    ['<div style="background:url(/paper.png);height:30px">x</div>', '/paper.png'],
    ['<style>p{background:url("paper.png")}</style>', 'paper.png'],
    ["<style>@import 'theme.css';</style>", 'theme.css'],
    ['<script src="app.js"></script>', 'app.js'],
    ['<svg><use href="icons.svg#a"/></svg>', 'icons.svg#a'],
    ['<svg><image href="a.png"/></svg>', 'a.png'],
    ['<img src="/logo.png">', '/logo.png'],
    [
      '<picture><source media="(max-width:1px)" srcset="a.webp 2x"><img src="data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA="></picture>',
      'a.webp',
    ],
  ] as const) {
    it(`are told once: ${html}`, async () => {
      assert.deepEqual(await said(html), [['ASSET_FAILED', subject]]);
    });
  }

  it('may be refused as a base that is none', async () => {
    for (const base_url of ['', '/x', 'ftp://example.com', 'https://a:b@example.com', 'x'.repeat(3000), 7])
      await caller.refused('POST', '/v1/generate', { html: 'x', base_url }, 400, 'VALIDATION_ERROR', ['base_url']);
  });

  it('are told of links, too', async () => {
    assert.deepEqual(await said('<a href="/terms">terms</a>'), [['LINK_RELATIVE', '/terms']]);
    assert.deepEqual(await said('<a href="terms.html">terms</a><script></script>'), [['LINK_RELATIVE', 'terms.html']]);
  });

  it('are not whole ones, fragments, data, and what stands in comments and scripts', async () => {
    const html =
      '<a href="#x">a</a><a href="https://example.com">b</a><a href="mailto:a@example.com">c</a><!-- <a href="/x"> --><script>"<a href=/y>"</script>' +
      '<svg><defs><path id=p /></defs><use href="#p"/></svg><div style="fill:url(#p)">d</div>';
    assert.deepEqual(await said(html), []);
  });
});
