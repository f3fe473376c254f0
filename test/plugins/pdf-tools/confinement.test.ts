import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import type { AddressInfo } from 'node:net';
import { type Confinement, findConfinement, startConfined } from '../../../plugins/pdf-tools/child/confinement.ts';
import { startHub } from '../../support/hub.ts';
import { temporaryFolder } from '../../support/services.ts';
import { base64, pages } from './fixtures.ts';

const ATTEMPTS = join(import.meta.dirname, 'attempts.ts');
const isLinux = process.platform === 'linux';
/** What Node itself keeps from it on every system. */
const ALWAYS = [
  'read what the system keeps',
  'read the data folder',
  'write a file',
  'change compiled code',
  'add compiled code',
  'start a program',
  'start a thread of its own',
  'make code of text',
];
const BY_RIGHT = {
  network: ['connect by TCP', 'send by UDP'],
  'local sockets': ['connect to a local socket'],
  signals: ['signal its parent', 'signal everybody'],
} as const;

describe('processes that read PDFs', function () {
  this.timeout(120_000);
  const folder = temporaryFolder('confinement');
  const socket = join(folder.path, 'database.sock');
  const written = join(folder.path, 'written');
  const secret = join(folder.path, 'secret');
  const codeCache = { folder: join(folder.path, 'compiled'), isNew: false };
  const compiled = join(codeCache.folder, 'code');
  let servers: Server[];
  let connections = 0;
  let port: number;
  let udp: ReturnType<typeof createSocket>;
  before(async () => {
    writeFileSync(secret, 'of another account');
    mkdirSync(codeCache.folder);
    writeFileSync(compiled, 'compiled');
    // Also of the user that reads it, who could write it but for the limit.
    for (const path of [folder.path, codeCache.folder, compiled]) chmodSync(path, 0o777);
    servers = [createServer(), createServer()];
    for (const server of servers) server.on('connection', () => connections++);
    const [tcp, local] = servers as [Server, Server];
    tcp.listen(0, '127.0.0.1');
    local.listen(socket);
    await Promise.all(servers.map((server) => once(server, 'listening')));
    port = (tcp.address() as AddressInfo).port;
    udp = createSocket('udp4').on('message', () => connections++);
    udp.bind(port, '127.0.0.1');
    await once(udp, 'listening');
  });
  after(() => {
    for (const server of servers) server.close();
    udp.close();
    folder.remove();
  });

  const attemptAll = async (way: Pick<Confinement, 'means' | 'uid'>): Promise<Record<string, string>> => {
    const child = startConfined(way, {
      run: [ATTEMPTS, JSON.stringify({ secret, port, socket, written, compiled })],
      readable: [ATTEMPTS],
      // A hub gives it only where it can set limits.
      codeCache: existsSync('/usr/bin/prlimit') ? codeCache : undefined,
    });
    let words = '';
    child.stderr?.on('data', (chunk: Buffer) => (words += chunk.toString()));
    const [outcomes] = (await Promise.race([once(child, 'message'), once(child, 'exit').then(() => [words])])) as [Record<string, string>];
    return outcomes;
  };
  const assertRefused = (outcomes: Record<string, string>, names: readonly string[]): void => {
    for (const name of names)
      assert.match(
        outcomes[name] ?? 'not tried',
        /EPERM|EFBIG|ENETUNREACH|restricted|disallowed|not permitted/i,
        `${name}: ${JSON.stringify(outcomes)}`,
      );
  };

  it('read code only, and reach neither the network nor any other process', async () => {
    const confinement = await findConfinement();
    // Where neither is to be had, the hub runs and its doctor warns.
    if (isLinux && existsSync('/usr/bin/perl')) assert.deepEqual([confinement.means, confinement.rights], ['seccomp', []]);
    const outcomes = await attemptAll(confinement);
    const refused = Object.entries(BY_RIGHT).flatMap(([right, names]) => (confinement.rights.some((one) => one === right) ? [] : names));
    assertRefused(outcomes, [...ALWAYS, ...refused]);
    if (confinement.rights.length === 0) assert.deepEqual([connections, Object.values(outcomes).includes('done')], [0, false]);
    assert.equal(existsSync(written), false);
    assert.equal(readFileSync(compiled, 'utf8'), 'compiled');
  });

  it('can neither read, write nor start anything where the system has no means beside Node', async () => {
    assertRefused(await attemptAll({ means: 'none', uid: undefined }), ALWAYS);
  });

  it('are what a hub lets work on a PDF', async function () {
    if (!isLinux) this.skip();
    const { means, uid } = await findConfinement();
    const hub = await startHub();
    try {
      const caller = await hub.account();
      assert.equal((await caller.send('POST', '/v1/pdf/info', { pdf: base64(await pages(1)) })).status, 200);
      const statuses = readdirSync('/proc').flatMap((pid) => {
        if (!/^\d+$/.test(pid)) return [];
        try {
          const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
          const status = readFileSync(`/proc/${pid}/status`, 'utf8');
          // A spare one that is being started has not become what it will be.
          const isStarting = /^Name:\t(?:prlimit|setpriv)\n/.test(status);
          const isOurs = !isStarting && command.includes('pdf-tools/child/main') && status.includes(`\nPPid:\t${String(process.pid)}\n`);
          const [limits, environment] = ['limits', 'environ'].map((name) => readFileSync(`/proc/${pid}/${name}`, 'utf8'));
          return isOurs ? [{ status, limits, command, environment }] : [];
        } catch {
          return []; // it ended meanwhile
        }
      });
      assert.ok(statuses.length > 0);
      for (const { status, limits = '', command, environment = '' } of statuses) {
        if (means === 'seccomp') assert.match(status, /\nNoNewPrivs:\t1\nSeccomp:\t2\n/);
        if (uid !== undefined) assert.match(status, new RegExp(`\\nUid:\\t${String(uid)}\\t${String(uid)}\\t`));
        if (existsSync('/usr/bin/prlimit')) {
          assert.match(limits, /Max file size +0 +0 [^]*Max core file size +0 +0 /);
          const cache = /(?:^|\0)NODE_COMPILE_CACHE=([^\0]+)/.exec(environment)?.[1] ?? '';
          const [version = ''] = readdirSync(cache);
          assert.ok(readdirSync(join(cache, version)).length > 50, 'the code was compiled before');
          assert.deepEqual(
            command.split('\0').filter((flag) => flag.startsWith('--allow-fs-write')),
            [`--allow-fs-write=${cache}`],
          );
          if (uid !== undefined) assert.equal(statSync(join(cache, version)).uid, 0);
        }
        const readable = command.split('\0').filter((flag) => flag.startsWith('--allow-fs-read='));
        assert.ok(
          readable.length > 0 && !readable.some((flag) => flag === `--allow-fs-read=${process.cwd()}` || flag.includes(hub.dataFolder)),
        );
      }
    } finally {
      await hub.stop();
    }
  });
});
