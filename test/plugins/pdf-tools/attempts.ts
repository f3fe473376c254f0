// Runs where PDFs are read, in the place of the program that reads them, and tries what it should not be able to do.
import { spawnSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { readFileSync, writeFileSync } from 'node:fs';
import { connect, type TcpSocketConnectOpts, type IpcSocketConnectOpts } from 'node:net';
import { Worker } from 'node:worker_threads';

const { secret, port, socket, written, compiled } = JSON.parse(process.argv[2] ?? '') as Record<
  'secret' | 'socket' | 'written' | 'compiled',
  string
> & {
  readonly port: number;
};

const reach = async (to: TcpSocketConnectOpts | IpcSocketConnectOpts): Promise<void> =>
  new Promise((resolve, reject) => {
    connect(to).once('connect', resolve).once('error', reject);
  });

const attempts: Readonly<Record<string, () => unknown>> = {
  'read what the system keeps': () => readFileSync('/etc/passwd'),
  'read the data folder': () => readFileSync(secret),
  'write a file': () => writeFileSync(written, 'x'),
  'change compiled code': () => writeFileSync(compiled, 'x', { flag: 'r+' }),
  'add compiled code': () => writeFileSync(`${compiled}2`, 'x'),
  'connect by TCP': async () => reach({ port, host: '127.0.0.1' }),
  'send by UDP': async () =>
    new Promise((resolve, reject) => {
      const udp = createSocket('udp4').once('error', reject);
      udp.send('x', port, '127.0.0.1', (error) => (error === null ? resolve(undefined) : reject(error)));
    }),
  'connect to a local socket': async () => reach({ path: socket }),
  'signal its parent': () => process.kill(process.ppid, 0),
  'signal everybody': () => process.kill(-1, 0),
  'start a program': () => {
    const { error } = spawnSync('/bin/true');
    if (error !== undefined) throw error;
  },
  'start a thread of its own': () => new Worker('', { eval: true }),
  // oxlint-disable-next-line typescript/no-implied-eval, typescript/no-unsafe-call -- that this fails is what is tested
  'make code of text': () => new Function('return 1')() as unknown,
};

const outcomes: Record<string, string> = {};
for (const [name, attempt] of Object.entries(attempts)) {
  try {
    await attempt();
    outcomes[name] = 'done';
  } catch (error) {
    outcomes[name] = error instanceof Error ? error.message : String(error);
  }
}
process.send?.(outcomes, () => process.exit());
