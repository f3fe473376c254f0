import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { assertEnvelope, Caller, download } from '../support/caller.ts';
import { atWork } from '../support/at-work.ts';
import { Authority } from '../support/certificates.ts';
import { Gate } from '../support/gate.ts';
import { suiteDatabase } from '../support/hub.ts';
import { readPdf, textOf } from '../support/pdf.ts';
import { callerOf, ready, ROOT, type Running, start, stop } from '../support/process.ts';
import { temporaryFolder } from '../support/services.ts';
import { cacheFolder } from '../../db/cache-folder.ts';
import { freePort } from '../support/ports.ts';
import { until } from '../support/until.ts';
import { Visitor } from '../support/visitor.ts';

interface Item {
  readonly id: string;
  readonly status: string;
  readonly error: string | null;
}

/** Processes whose command line holds the text. */
function alive(text: string): number {
  return readdirSync('/proc').filter((name) => {
    try {
      return /^\d+$/.test(name) && Number(name) !== process.pid && readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(text);
    } catch {
      return false; // it ended meanwhile
    }
  }).length;
}

describe('the process', function () {
  this.timeout(180_000);
  const folder = temporaryFolder('process');
  after(() => folder.remove());

  it('makes an account, a key and a document on its first start, and keeps them on the second', async () => {
    const data = join(folder.path, 'first');
    const port = await freePort();
    const first = await start(data, port);
    await ready(first);
    const link = /Document +(\S+)/.exec(first.output())?.[1] ?? '';
    const pdf = await download(link);
    const [page] = await readPdf(pdf);
    assert.match(page?.text ?? '', /Invoice[\s\S]*Åkerlund & Søn ApS[\s\S]*€22,263\.00/);
    assert.ok((page?.ink ?? 0) > 0.02);
    const signInLink = /Dashboard +(\S+) +\(sets your password, once\)/.exec(first.output())?.[1] ?? '';
    await new Visitor({ url: first.url, command: () => Promise.reject(new Error('the link is printed')) }).enterBy(signInLink);

    const curl = /curl (.*)$/m.exec(first.output())?.[0] ?? '';
    const own = spawn('sh', ['-c', curl], { cwd: folder.path, stdio: 'ignore' });
    assert.equal(await new Promise((resolve) => own.once('exit', resolve)), 0);
    assert.equal(await textOf(readFileSync(join(folder.path, 'hello.pdf'))), 'Hello, paper');

    const twin = await start(data, await freePort());
    assert.equal(await twin.ended, 1);
    assert.match(twin.output(), /platen: another Platen \(process \d+\) uses the data folder/);
    const busy = await start(join(folder.path, 'busy'), port);
    assert.equal(await busy.ended, 1);
    assert.match(busy.output(), /port \d+ on 127\.0\.0\.1 is in use; stop what uses it, or set PLATEN_PORT/);

    assert.equal(await stop(first, 'SIGINT'), 0);
    assert.equal(alive(data), 0, 'nothing it started is left');

    const second = await start(data, port);
    await ready(second);
    assert.match(second.output(), /Dashboard +http\S+\/dashboard\n/);
    const { body } = await callerOf(data, second.url).send<{ data: Item[] }>('GET', '/v1/generations');
    assert.deepEqual(
      body.data.map(({ status }) => status),
      ['completed', 'completed'],
    );
    assert.equal(await textOf(await download(/Document +(\S+)/.exec(second.output())?.[1] ?? '')), await textOf(pdf));
    assert.equal(await stop(second), 0);
  });

  it('ends with all it started when it is told to while it starts', async () => {
    const moments: readonly ((data: string, running: Running) => boolean)[] = [
      (data) => existsSync(join(data, 'db', 'lock')),
      (data) => existsSync(join(data, 'db', 'server.json')),
      (_, { output }) => output().includes('platen: database'),
    ];
    for (const [n, isReached] of moments.entries()) {
      const data = join(folder.path, `early-end-${String(n)}`);
      const running = await start(data, await freePort());
      try {
        await until(`moment ${String(n)}`, () => (isReached(data, running) ? true : undefined), 30_000);
        assert.equal(await stop(running), 0, running.output());
        assert.equal(alive(data), 0, 'nothing it started is left');
        assert.equal(existsSync(join(data, 'db', 'lock')), false);
      } finally {
        running.child.kill('SIGKILL');
      }
    }
  });

  it('ends when the npm start that began it is told to', async () => {
    const data = join(folder.path, 'npm');
    const env = { ...process.env, PLATEN_DATA: data, PLATEN_PORT: String(await freePort()) };
    const npm = spawn('npm', ['start'], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'ignore'] });
    let output = '';
    npm.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const ended = new Promise((resolve) => npm.once('exit', resolve));
    await until('the hub', () => (output.includes('Platen is ready.') ? true : undefined), 60_000);
    npm.kill('SIGTERM');
    await ended;
    await until('the end of all it started', () => (alive(data) === 0 ? true : undefined));
  });

  it('closes what kill -9 interrupted, and gives the quota back', async () => {
    const data = join(folder.path, 'killed');
    const config = join(folder.path, 'killed.json');
    const plans = { enterprise: { requestsPerSecond: 500, documentsPerMonth: 10 } };
    writeFileSync(config, JSON.stringify({ data, plugins: { limits: { config: { plans } } } }));
    const port = await freePort();
    const env = { PLATEN_CONFIG: config, PLATEN_MONGO_URL: suiteDatabase() };
    const first = await start(data, port, 'server/main.ts', env);
    await ready(first);
    const caller = callerOf(data, first.url);
    const pending = Array.from({ length: 3 }, () =>
      caller.raw('POST', '/v1/generate', { body: { html: '<p>x</p>', wait: { delay_ms: 15_000 } } }),
    );
    await atWork(caller, 3);
    first.child.kill('SIGKILL');
    await Promise.allSettled(pending);
    await first.ended;

    const second = await start(data, port, 'server/main.ts', env);
    await ready(second);
    const isClosed = async (): Promise<true | undefined> => {
      const { body } = await caller.send<{ data: Item[] }>('GET', '/v1/generations');
      assert.equal(body.data.length, 4);
      return body.data.filter(({ status }) => status === 'failed').length === 3 ? true : undefined;
    };
    await until('what was interrupted to be closed', isClosed, 60_000);
    // Each is counted after its record is written.
    await until('three failed documents in the metrics', async () => {
      const metrics = await (await fetch(`${second.url}/metrics`)).text();
      return metrics.includes('\nplaten_documents_total{outcome="failed",kind="single"} 3\n') ? true : undefined;
    });
    for (let i = 0; ; i++) {
      const made = await caller.raw('POST', '/v1/generate', { body: { html: '<p>y</p>' } });
      assert.equal(made.status, 201);
      // The sample, this document and those before it in this loop are what counts.
      if (made.headers.get('x-quota-remaining') === String(10 - 2 - i)) break;
      assert.ok(i < 5, `remaining ${made.headers.get('x-quota-remaining') ?? ''} after ${String(i + 2)} documents`);
      await new Promise((resolve) => setTimeout(resolve, 1000));
    }
    assert.equal(await stop(second), 0);
    assert.equal(alive(data), 0);
  });

  it('answers 503 while the database is away for ten seconds, and works again without a restart', async () => {
    const data = join(folder.path, 'away');
    const gate = await Gate.open();
    const running = await start(data, await freePort(), 'server/main.ts', {
      PLATEN_MONGO_URL: `mongodb://127.0.0.1:${String(gate.port)}/away`,
    });
    try {
      await ready(running);
      const caller = callerOf(data, running.url);
      // On the way of the record, after all that is asked before.
      gate.shutOn('insert\0\x0a\0\0\0templates\0');
      assertEnvelope(await caller.send('POST', '/v1/templates', { name: 'x', html_content: 'x' }), 503, 'SERVICE_UNAVAILABLE');
      const away = performance.now() + 10_000;
      let asked = 0;
      while (performance.now() < away) {
        const replies = await Promise.all([caller.send('POST', '/v1/generate', { html: 'x' }), caller.send('GET', '/v1/generations')]);
        for (const reply of replies) assertEnvelope(reply, 503, 'SERVICE_UNAVAILABLE');
        assert.equal((await fetch(`${running.url}/healthz`)).status, 200);
        asked++;
      }
      assert.ok(asked > 0);
      assert.equal((await fetch(`${running.url}/readyz`)).status, 503);
      await gate.reopen();
      const isBack = async (): Promise<true | undefined> =>
        (await caller.raw('POST', '/v1/generate', { body: { html: 'x' } })).status === 201 ? true : undefined;
      await until(() => `the hub to work again: ${running.output()}`, isBack);
      await until('the job queue', () => (running.output().includes('the job queue reaches the database again') ? true : undefined));
      const said = running.output().split('\n');
      assert.equal(said.filter((line) => line.includes('the job queue cannot reach the database')).length, 1);
      assert.equal(said.filter((line) => line.includes('the job queue met an error')).length, 0);
      assert.equal(await stop(running), 0, running.output());
    } finally {
      running.child.kill('SIGKILL');
      gate.shut();
    }
  });

  it('waits for a database that is away when it starts, says so, and begins when it is there', async () => {
    const data = join(folder.path, 'early');
    const gate = await Gate.open();
    gate.shut();
    const address = `mongodb://127.0.0.1:${String(gate.port)}/early`;
    const running = await start(data, await freePort(), 'server/main.ts', { PLATEN_MONGO_URL: address });
    try {
      const first = await until('an answer', () => fetch(`${running.url}/readyz`).catch(() => undefined));
      assert.deepEqual([first.status, first.headers.get('retry-after')], [503, '2']);
      assert.deepEqual(await first.json(), { status: 'starting', checks: {} }, 'it answers before it has looked for the database');
      await until('its complaint', () => (running.output().includes('trying again') ? true : undefined));
      const answer = await fetch(`${running.url}/readyz`);
      assert.deepEqual(await answer.json(), { status: 'unavailable', checks: { database: 'unavailable' } });
      for (const path of ['/healthz', '/healthz?probe=1', '/healthz?'])
        assert.equal((await fetch(`${running.url}${path}`)).status, 200, path);
      const caller = new Caller(running.url, 'pk_live_sk_none', { accountId: '', email: '', keyId: '' });
      assertEnvelope(await caller.send('GET', '/v1/nope'), 503, 'SERVICE_UNAVAILABLE');
      const large = await caller.send('POST', '/v1/generate', { html: 'x'.repeat(5_000_000) });
      assertEnvelope(large, 503, 'SERVICE_UNAVAILABLE');
      assert.deepEqual([large.headers.get('retry-after'), large.headers.get('x-request-id')], ['2', large.body.error.request_id]);
      assert.match(
        running.output(),
        /no MongoDB answers at mongodb:\/\/127\.0\.0\.1:\d+\/early; start it, or fix mongo\.url .*trying again/,
      );
      await gate.reopen();
      await ready(running);
      await callerOf(data, running.url).generate({ html: '<p>at last' });
      assert.equal(await stop(running), 0, running.output());
      const again = await start(join(folder.path, 'never'), await freePort(), 'server/main.ts', {
        PLATEN_MONGO_URL: 'mongodb://127.0.0.1:1/x',
      });
      await until('its complaint', () => (again.output().includes('trying again') ? true : undefined));
      assert.equal(await stop(again), 0, 'told to stop while it waits, it does');
    } finally {
      running.child.kill('SIGKILL');
      gate.shut();
    }
  });

  it('waits for a database that goes away at any moment of its start', async () => {
    const data = join(folder.path, 'interrupted');
    const gate = await Gate.open();
    const address = `mongodb://127.0.0.1:${String(gate.port)}/interrupted`;
    const running = await start(data, await freePort(), 'server/main.ts', { PLATEN_MONGO_URL: address });
    let interrupted = 0;
    const interrupting = (async () => {
      for (let chunks = 4; ; chunks = Math.ceil(chunks * 1.5)) {
        await gate.interruptAfter(chunks);
        interrupted++;
      }
    })();
    try {
      await Promise.race([ready(running, 150_000), interrupting]);
      gate.stay();
      await until('readiness after the last interruption', async () => ((await fetch(`${running.url}/readyz`)).ok ? true : undefined));
      assert.ok(interrupted > 6, `interrupted ${String(interrupted)} times`);
      assert.doesNotMatch(running.output(), /an error reached the process/);
      await callerOf(data, running.url).generate({ html: '<p>at last' });
      assert.equal(await stop(running), 0, running.output());
    } finally {
      running.child.kill('SIGKILL');
      gate.shut();
    }
  });

  it('starts its database again when that dies, and loses nothing', async () => {
    const data = join(folder.path, 'restarted');
    const running = await start(data, await freePort());
    await ready(running);
    const caller = callerOf(data, running.url);
    const { id } = await caller.generate({ html: '<p>before</p>' });
    const { pid } = JSON.parse(readFileSync(join(data, 'db', 'server.json'), 'utf8')) as { pid: number };
    process.kill(pid, 'SIGKILL');
    const isBack = async (): Promise<true | undefined> =>
      (await caller.raw('POST', '/v1/generate', { body: { html: 'x' } })).status === 201 ? true : undefined;
    await until(() => `the hub to work again: ${running.output()}`, isBack);
    assert.equal((await caller.send<Item>('GET', `/v1/generations/${id}`)).body.status, 'completed');
    assert.match(running.output(), /the database ended unexpectedly and is started again/);
    assert.equal(await stop(running), 0);
    assert.equal(alive(data), 0);
  });

  it('says in one sentence what is missing', async () => {
    const data = join(folder.path, 'missing');
    mkdirSync(data);
    const config = join(folder.path, 'wrong.json');
    const refused = async (own: object, env: Record<string, string>, sentence: RegExp): Promise<void> => {
      writeFileSync(config, JSON.stringify({ data, ...own }));
      const running = await start(data, await freePort(), 'server/main.ts', { PLATEN_CONFIG: config, ...env });
      assert.equal(await running.ended, 1);
      assert.match(running.output(), sentence);
      assert.doesNotMatch(running.output(), /\n {4}at /, 'no stack');
    };
    await refused({ mongo: { url: { $env: 'NOT_SET' } } }, {}, /environment variable NOT_SET is not set; set it/);
    await refused(
      { plugins: { rendering: { config: { executablePath: '/nowhere/chrome' } } } },
      {},
      /executablePath names \/nowhere\/chrome, where nothing lies/,
    );
    const broken = join(folder.path, 'chrome');
    writeFileSync(
      broken,
      '#!/bin/sh\necho "$0: error while loading shared libraries: libnss3.so: cannot open shared object file" >&2\nexit 127\n',
      { mode: 0o755 },
    );
    chmodSync(folder.path, 0o755);
    await refused(
      { plugins: { rendering: { config: { executablePath: broken } } } },
      {},
      /platen: Chromium \(.*chrome\) lacks the library libnss3\.so: install it \(Debian: apt-get install libnss3\)/,
    );
    await refused(
      { plugins: { storage: false } },
      {},
      /plugin generation requires port storage\/files, which no enabled plugin provides; enable plugin storage/,
    );
    await refused(
      {},
      { PATH: '/nonexistent', PLATEN_CACHE: join(folder.path, 'cache'), MONGOMS_DOWNLOAD_MIRROR: 'http://127.0.0.1:1' },
      /platen: no database: PLATEN_MONGO_URL is not set.*apt-get install/,
    );
    await refused({}, { MONGOD_BINARY: '/nowhere/mongod' }, /MONGOD_BINARY names \/nowhere\/mongod/);
  });

  it('does not wait for a download that brings nothing', async () => {
    const authority = new Authority(join(folder.path, 'mute-authority'));
    authority.issue('mirror', { kind: 'rsa', usage: 'subjectAltName=IP:127.0.0.1' });
    const [key, cert] = ['mirror.key', 'mirror.pem'].map((file) => readFileSync(authority.path(file)));
    const asked: string[] = [];
    const mute = createServer({ key, cert }, ({ method = '' }, response) => {
      asked.push(method);
      if (method === 'HEAD') response.end(); // The reachability check is answered, the download never is.
    });
    await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve));
    const cache = join(folder.path, 'mute-cache');
    mkdirSync(cache);
    // All that is kept but a database that was downloaded.
    const shared = cacheFolder(process.env);
    for (const name of readdirSync(shared).filter((entry) => /^(compiled|embedded-mongo-)/.test(entry)))
      symlinkSync(join(shared, name), join(cache, name));
    const running = await start(join(folder.path, 'mute'), await freePort(), 'server/main.ts', {
      PLATEN_CACHE: cache,
      PATH: `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`,
      MONGOMS_DOWNLOAD_MIRROR: `https://127.0.0.1:${String((mute.address() as AddressInfo).port)}`,
      NODE_EXTRA_CA_CERTS: authority.path('ca.pem'),
    });
    try {
      await ready(running);
      assert.deepEqual(asked, ['HEAD', 'GET']);
      assert.match(running.output(), /could not be downloaded: nothing arrived for 5 s/);
    } finally {
      await stop(running);
      mute.closeAllConnections();
      mute.close();
    }
  });

  it('takes the operator’s commands while it runs and while it does not', async () => {
    const data = join(folder.path, 'commands');
    const command = async (...args: string[]): Promise<string> => {
      const child = spawn(process.execPath, ['server/command.ts', 'account', ...args], {
        cwd: ROOT,
        env: { ...process.env, PLATEN_DATA: data },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let output = '';
      child.stdout.on('data', (chunk: Buffer) => void (output += chunk.toString()));
      let errors = '';
      child.stderr.on('data', (chunk: Buffer) => void (errors += chunk.toString()));
      const code = await new Promise((resolve) => child.once('exit', resolve));
      if (code !== 0) throw new Error(errors);
      return output;
    };
    const made = await command('create', 'ann@example.com', '--plan', 'pro');
    assert.match(
      made,
      /^acct_\w{22} {2}ann@example\.com {2}pro\nSet its password, once, within 24 hours: http\S+\/dashboard\/password\/[\w-]{43}\n$/,
    );
    const running = await start(data, await freePort());
    await ready(running);
    const { key } = JSON.parse(await command('key', 'create', 'ann@example.com', '--json')) as { key: string };
    const caller = new Caller(running.url, key, { accountId: '', email: '', keyId: '' });
    assert.equal((await caller.raw('GET', '/v1/generations')).status, 200);
    await assert.rejects(command('create', 'ann@example.com'), /belongs to an account already/);
    assert.equal(await stop(running), 0);
  });

  it('runs from the build as from the sources', async () => {
    const build = spawn('npm', ['run', 'build'], { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] });
    assert.equal(await new Promise((resolve) => build.once('exit', resolve)), 0);
    const data = join(folder.path, 'built');
    const running = await start(data, await freePort(), 'dist/server/main.js');
    await ready(running);
    assert.equal((await fetch(`${running.url}/readyz`)).status, 200);
    const caller = callerOf(data, running.url);
    assert.equal(await textOf(await caller.pdf({ html: '<p>{{x}}</p>', data: { x: 'built' } })), 'built');
    assert.equal(await textOf(await caller.pdf({ react: 'export default () => <p>react built</p>' })), 'react built');
    const page = await (await fetch(`${running.url}/dashboard/sign-in`)).text();
    const [, script = ''] = /src="([^"]+\.js)"/.exec(page) ?? [];
    assert.equal((await fetch(running.url + script)).headers.get('content-type'), 'text/javascript; charset=utf-8');
    assert.equal(await stop(running), 0);
  });
});
