import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { download, type Caller } from '../../support/caller.ts';
import { Canary } from '../../support/canary.ts';
import { startHub, type TestHub } from '../../support/hub.ts';
import { textOf } from '../../support/pdf.ts';
import { temporaryFolder } from '../../support/services.ts';

/** Ways in which markup, styles and scripts load something; each gets the address in question. */
const markup: Readonly<Record<string, (url: string) => string>> = {
  img: (url) =>
    `<img src="${url}/a.svg"><img srcset="${url}/b.svg 2x"><input type=image src="${url}/c.svg"><video poster="${url}/d.svg" src="${url}/e"></video>`,
  frames: (url) =>
    `<iframe src="${url}/f"></iframe><object data="${url}/g"></object><embed src="${url}/h"><iframe srcdoc="<img src='${url}/i.svg'>"></iframe>`,
  links: (url) =>
    ['stylesheet', 'prefetch', 'preload', 'preconnect', 'dns-prefetch', 'icon', 'modulepreload', 'prerender', 'manifest']
      .map((rel) => `<link rel="${rel}" as="image" href="${url}/${rel}">`)
      .join(''),
  css: (url) =>
    `<style>@import "${url}/j.css"; @font-face { font-family: q; src: url(${url}/k.ttf) } body { font-family: q; background: url(${url}/l.svg); list-style: url(${url}/m.svg) }</style><svg><image href="${url}/n.svg"/><use href="${url}/o.svg#x"/></svg>`,
  scripts: (url) =>
    `<script src="${url}/p.js"></script><script type=module>import('${url}/q.mjs')</script><script type=speculationrules>{"prefetch":[{"urls":["${url}/r"]}]}</script>`,
  calls: (url) => `<script>
    const u = '${url}';
    fetch(u + '/s').catch(() => {}); fetch(u + '/t', { keepalive: true, mode: 'no-cors', method: 'POST', body: 'x' }).catch(() => {});
    navigator.sendBeacon(u + '/u', 'x'); try { new EventSource(u + '/v') } catch {} try { new WebSocket(u.replace('http', 'ws') + '/w') } catch {}
    const x = new XMLHttpRequest(); x.open('GET', u + '/x'); x.send();
    try { new Worker(URL.createObjectURL(new Blob(['fetch("' + u + '/y").catch(()=>{}); try { new WebSocket("' + u.replace('http', 'ws') + '/z") } catch {}']))) } catch {}
    window.open(u + '/popup'); new Image().src = u + '/image.svg';
    </script>`,
  rtc: (url) => `<script>
    const host = new URL('${url}').host;
    const pc = new RTCPeerConnection({ iceServers: [{ urls: 'stun:' + host }, { urls: 'turn:' + host + '?transport=tcp', username: 'a', credential: 'b' }] });
    pc.createDataChannel('x'); pc.createOffer().then((offer) => pc.setLocalDescription(offer));
    try { new WebTransport('https://' + host + '/wt') } catch {}
    </script>`,
  refresh: (url) => `<meta http-equiv="refresh" content="0; url=${url}/refresh">`,
  navigation: (url) =>
    `<form id=f action="${url}/form" method=post></form><script>setTimeout(() => f.submit(), 10); setTimeout(() => { location = '${url}/location' }, 50)</script>`,
};

describe('what a document can reach', () => {
  let hub: TestHub;
  let caller: Caller;
  let canary: Canary;
  before(async () => {
    canary = await Canary.open();
    hub = await startHub({
      plugins: { rendering: { config: { deadlineMs: 15_000 } } },
      resolver: async (host) => [{ address: host.startsWith('mixed') ? '1.1.1.1' : '127.0.0.1', family: 4 }],
    });
    caller = await hub.account();
  });
  after(async () => {
    await hub.stop();
    await canary.close();
  });

  const tryAll = async (makers: readonly string[], addresses: readonly string[]): Promise<void> => {
    const html = addresses.flatMap((address) => makers.map((name) => markup[name]?.(address) ?? ''));
    for (let i = 0; i < html.length; i += 12) {
      const reply = await caller.send('POST', '/v1/generate', { html: html.slice(i, i + 12).join('\n'), wait: { delay_ms: 400 } });
      assert.ok(reply.status === 201 || reply.status === 422, JSON.stringify(reply.body));
    }
    assert.deepEqual(canary.hits, []);
  };

  it('is not loopback, by whatever element, style or call', async function () {
    this.timeout(120_000);
    for (const name of Object.keys(markup)) {
      const reply = await caller.send('POST', '/v1/generate', {
        html: `<p>x</p>${markup[name]?.(`http://127.0.0.1:${String(canary.port)}`) ?? ''}`,
        wait: { delay_ms: 500 },
      });
      assert.ok(reply.status === 201 || reply.status === 422, `${name}: ${JSON.stringify(reply.body)}`);
      assert.deepEqual(canary.hits, [], name);
    }
  });

  it('is not a private address in any spelling', async function () {
    this.timeout(120_000);
    const port = String(canary.port);
    const hosts =
      `2130706433 0x7f000001 0177.0.0.1 127.1 0 0.0.0.0 127.0.0.1. ①②⑦.⓪.⓪.① 127。0。0。1 [::1] [::] [::ffff:127.0.0.1] [::ffff:7f00:1] [::127.0.0.1]
      [64:ff9b::7f00:1] [2002:7f00:1::] localhost LOCALHOST localhost. foo.localhost loop.example.com a@127.0.0.1 127.0.0.1#@ok.test`.split(
        /\s+/,
      );
    await tryAll(
      ['img', 'frames'],
      hosts.map((host) => `http://${host.includes('#') ? host.replace('#', `:${port}#`) : `${host}:${port}`}`),
    );
    await tryAll(
      ['img'],
      [
        `HTTP://127.0.0.1:${port}`,
        `//127.0.0.1:${port}`,
        `http:\\\\127.0.0.1:${port}`,
        `ht\ntp://127.0.0.1:${port}`,
        `https://127.0.0.1:${port}`,
      ],
    );
  });

  it('is the same for data, React, styles, header and footer', async () => {
    const url = `http://127.0.0.1:${String(canary.port)}`;
    await caller.generate({ html: '<p>x</p>{{{html}}}', data: { html: markup['img']?.(url) } });
    await caller.generate({ html: '<p>x</p>', styles: `body { background: url(${url}/styles.svg) }` });
    await caller.send('POST', '/v1/generate', {
      react: `fetch('${url}/react').catch(() => {}); export default () => <img src="${url}/r.svg"/>`,
    });
    const header = `<script>new Image().src = '${url}/h'</script><img src="${url}/header.svg" onerror="fetch('${url}/e')"><iframe src="${url}/f"></iframe>`;
    await caller.generate({ html: '<p>x</p>', options: { header, footer: header } });
    assert.deepEqual(canary.hits, []);
  });

  it('is no file of the machine', async () => {
    const folder = temporaryFolder('secret');
    const path = join(folder.path, 'secret.txt');
    writeFileSync(path, 'FILE-SECRET');
    for (const url of [
      `file://${path}`,
      `file://localhost${path}`,
      `\\\\localhost${path}`,
      `view-source:file://${path}`,
      `filesystem:file://${path}`,
    ]) {
      const html = `<p>x</p><iframe src="${url}"></iframe><object data="${url}"></object><embed src="${url}"><link rel=stylesheet href="${url}">
        <script>fetch('${url}').then((r) => r.text()).then((t) => document.body.append(t)).catch(() => {}); window.open('${url}')</script>`;
      const response = await caller.raw('POST', '/v1/generate', {
        body: { html, wait: { delay_ms: 200 } },
        headers: { accept: 'application/pdf' },
      });
      assert.equal(response.status, 201);
      assert.doesNotMatch(await textOf(new Uint8Array(await response.arrayBuffer())), /FILE-SECRET/);
      await caller.send('POST', '/v1/generate', { html: `<script>location = ${JSON.stringify(url)}</script>` });
    }
    for (const url of [
      'chrome://version',
      'chrome://crash',
      'chrome://inducebrowsercrashforrealz',
      'devtools://devtools/bundled/inspector.html',
    ]) {
      await caller.send('POST', '/v1/generate', {
        html: `<p>x</p><iframe src="${url}"></iframe><script>setTimeout(() => { location = '${url}' }, 10)</script>`,
        wait: { delay_ms: 100 },
      });
    }
    assert.equal(await textOf(await caller.pdf({ html: '<p>still here</p><script></script>' })), 'still here');
    folder.remove();
  });

  it('leaves nothing for the next document', async () => {
    const write = `<p>x</p><script>
      window.name = 'LEAK'; globalThis.leak = 1; document.cookie = 'leak=1'; history.pushState({}, ''); Array.prototype.leak = 1;
      try { localStorage.leak = 1 } catch {} try { indexedDB.open('leak') } catch {}
      </script>`;
    const read = `<p id=out></p><script>
      let stored = ''; try { stored = localStorage.leak } catch {}
      out.textContent = [window.name, typeof leak, typeof [].leak, stored, history.length].join('|')
      </script>`;
    for (let i = 0; i < 3; i++) {
      await caller.generate({ html: write });
      assert.equal(await textOf(await caller.pdf({ html: read })), '|undefined|undefined||1');
    }
  });
});

describe('what the operator allows', () => {
  it('is reached by documents, with failures named in the warnings', async () => {
    const server = await Canary.open(
      '<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"><rect width="100" height="100" fill="red"/></svg>',
    );
    const hub = await startHub({ config: { egress: { allow: ['127.0.0.1:*'] } } });
    try {
      const caller = await hub.account();
      const url = `http://127.0.0.1:${String(server.port)}`;
      const good = await caller.generate({ html: `<p>x</p><img src="${url}/logo.svg">` });
      assert.deepEqual(good.warnings, []);
      assert.ok(server.hits.some((hit) => hit.includes('GET /logo.svg')));
      const bad = await caller.generate({ html: `<p>x</p><img src="http://10.0.0.1/x.png"><img src="https://10.0.0.1/y.png">` });
      assert.deepEqual(bad.warnings.map(({ code, subject }) => `${code} ${subject ?? ''}`).sort(), [
        'ASSET_FAILED http://10.0.0.1/x.png',
        'ASSET_FAILED https://10.0.0.1/y.png',
      ]);

      const relative =
        '<!DOCTYPE html><link rel=stylesheet href="/app.css"><img src="logo.svg"><a href="page?a&amp;b">page</a> <a href="#end">end</a><h1 id=end>End</h1>';
      const based = await caller.generate({ html: relative, base_url: `${url}/folder/` });
      assert.deepEqual(based.warnings, []);
      for (const path of ['/app.css', '/folder/logo.svg'])
        assert.ok(
          server.hits.some((hit) => hit.includes(`GET ${path}`)),
          path,
        );
      const file = Buffer.from(await download(based.url)).toString('latin1');
      assert.deepEqual([...file.matchAll(/\/URI \(([^)]*)\)/g)].map(([, uri]) => uri), [`${url}/folder/page?a&b`]); // prettier-ignore
      assert.match(file, /\/Dest /);
      const forbidden = await caller.generate({ html: relative, base_url: 'http://10.0.0.1/' });
      assert.deepEqual(new Set(forbidden.warnings.map(({ code }) => code)), new Set(['ASSET_FAILED']));
    } finally {
      await hub.stop();
      await server.close();
    }
  });
});
