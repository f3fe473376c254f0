import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { freePort } from '../support/ports.ts';
import { temporaryFolder } from '../support/services.ts';

const ROOT = join(import.meta.dirname, '../..');

export interface Peer {
  readonly name: string;
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly child: ChildProcess;
  /** Sent with each document. */
  readonly options?: object;
}

export const folder = temporaryFolder('bench');
export const agent = new Agent({ keepAlive: true, maxSockets: 64 });

export async function startPeer(name: string): Promise<Peer> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'peer.ts'), name, folder.path], {
    cwd: ROOT,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const port = await firstMatch(child, /port (\d+)/);
  return { name, url: `http://127.0.0.1:${port}/`, headers: {}, child };
}

/** The whole hub, as an operator runs it: keys, limits, database, storage. */
export async function startPlaten(): Promise<Peer & { readonly key: string; readonly origin: string; readonly signInLink: string }> {
  const data = join(folder.path, 'data');
  const config = join(folder.path, 'platen.json');
  const chromium = process.env['BENCH_CHROMIUM'];
  const plans = { enterprise: { requestsPerSecond: 100_000, documentsPerMonth: 100_000_000 } };
  const rendering = { config: { systemFonts: false, ...(chromium === undefined ? {} : { executablePath: chromium }) } };
  writeFileSync(config, JSON.stringify({ data, log: { level: 'info' }, plugins: { limits: { config: { plans } }, rendering } }));
  const port = await freePort();
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: ROOT,
    env: { ...process.env, PLATEN_CONFIG: config, PLATEN_PORT: String(port) },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const signInLink = await firstMatch(child, /Platen is ready[\s\S]*Dashboard +(\S+) /);
  const key = readFileSync(join(data, 'quickstart', 'api-key'), 'utf8').trim();
  return {
    name: 'Platen',
    url: `http://127.0.0.1:${String(port)}/v1/generate`,
    origin: `http://127.0.0.1:${String(port)}`,
    key,
    signInLink,
    headers: { authorization: `Bearer ${key}`, accept: 'application/pdf' },
    child,
  };
}

async function firstMatch(child: ChildProcess, pattern: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const match = pattern.exec(output)?.[1];
      if (match !== undefined) resolve(match);
    });
    child.once('exit', (code) => {
      reject(new Error(`a peer ended with ${String(code)}: ${output}`));
    });
  });
}

export async function send({ url, headers }: Peer, body: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const call = request(
      url,
      { method: 'POST', agent, headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), ...headers } },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          const reply = Buffer.concat(chunks);
          if (response.statusCode === 201) resolve(reply);
          else reject(new Error(`${url}: ${String(response.statusCode)} ${reply.toString().slice(0, 200)}`));
        });
      },
    );
    call.once('error', reject);
    call.end(body);
  });
}
