import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { temporaryFolder } from '../support/services.ts';
import { freePort } from '../../db/provide.ts';
import { readPdf } from '../support/pdf.ts';
import { DOCUMENTS, type DocumentName } from './documents.ts';

const ROOT = join(import.meta.dirname, '../..');
const quick = process.argv.includes('--quick');
const ROUNDS = quick ? 1 : 3;
const ROUND_MS = quick ? 1000 : 2500;
const CONCURRENCIES = [1, 4, 16];

interface Peer {
  readonly name: string;
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly child: ChildProcess;
}

interface Sample {
  readonly perSecond: number;
  readonly p50: number;
  readonly p95: number;
}

const folder = temporaryFolder('bench');
const agent = new Agent({ keepAlive: true, maxSockets: 64 });

async function startPeer(name: string): Promise<Peer> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'peer.ts'), name, folder.path], {
    cwd: ROOT,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const port = await firstMatch(child, /port (\d+)/);
  return { name, url: `http://127.0.0.1:${port}/`, headers: {}, child };
}

/** The whole hub, as an operator runs it: keys, limits, database, storage. */
async function startPlaten(): Promise<Peer> {
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
  await firstMatch(child, /(Platen is ready)/);
  const key = readFileSync(join(data, 'quickstart', 'api-key'), 'utf8').trim();
  return {
    name: 'Platen',
    url: `http://127.0.0.1:${String(port)}/v1/generate`,
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

async function send({ url, headers }: Peer, body: string): Promise<Buffer> {
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

async function measure(peer: Peer, document: DocumentName, concurrency: number): Promise<Sample> {
  const body = JSON.stringify({ html: DOCUMENTS[document].html });
  const times: number[] = [];
  const started = performance.now();
  const until = started + ROUND_MS;
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      while (performance.now() < until) {
        const from = performance.now();
        await send(peer, body);
        times.push(performance.now() - from);
      }
    }),
  );
  const seconds = (performance.now() - started) / 1000;
  times.sort((a, b) => a - b);
  const at = (share: number): number => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? NaN;
  return { perSecond: times.length / seconds, p50: at(0.5), p95: at(0.95) };
}

async function checkPages(peer: Peer, document: DocumentName): Promise<void> {
  const pages = await readPdf(await send(peer, JSON.stringify({ html: DOCUMENTS[document].html })));
  if (pages.length !== DOCUMENTS[document].pages) throw new Error(`${peer.name} gives ${String(pages.length)} pages for ${document}`);
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

async function main(): Promise<void> {
  const names = ['raw reused page', 'raw fresh context', 'puppeteer newPage', 'puppeteer newContext', 'launch per request'];
  const peers = [await startPlaten(), ...(await Promise.all(names.map(startPeer)))];
  const samples = new Map<string, Sample[]>();
  try {
    for (const peer of peers)
      for (const document of Object.keys(DOCUMENTS) as DocumentName[]) for (let i = 0; i < 4; i++) await checkPages(peer, document);
    for (let round = 0; round < ROUNDS; round++) {
      for (const document of Object.keys(DOCUMENTS) as DocumentName[]) {
        for (const concurrency of CONCURRENCIES) {
          for (let i = 0; i < peers.length; i++) {
            const peer = peers[(i + round) % peers.length] as Peer;
            if (DOCUMENTS[document].scripted && peer.name === 'raw reused page') continue;
            const key = `${document} ${String(concurrency)} ${peer.name}`;
            samples.set(key, [...(samples.get(key) ?? []), await measure(peer, document, concurrency)]);
          }
        }
      }
    }
  } finally {
    for (const { child } of peers) child.kill('SIGTERM');
    agent.destroy();
  }
  report(samples, peers);
  await new Promise((resolve) => setTimeout(resolve, 3000));
  folder.remove();
}

function report(samples: ReadonlyMap<string, readonly Sample[]>, peers: readonly Peer[]): void {
  for (const document of Object.keys(DOCUMENTS) as DocumentName[]) {
    console.log(
      `\n### ${document}\n\n| Peer | ${CONCURRENCIES.map((c) => `at ${String(c)}: PDF/s (p50, p95 ms)`).join(' | ')} | Platen / peer |\n|---|${'---|'.repeat(CONCURRENCIES.length + 1)}`,
    );
    for (const peer of peers) {
      const cells = CONCURRENCIES.map((c) => samples.get(`${document} ${String(c)} ${peer.name}`) ?? []);
      if (cells[0]?.length === 0) continue;
      const text = cells.map(
        (list) =>
          `${median(list.map((s) => s.perSecond)).toFixed(1)} (${median(list.map((s) => s.p50)).toFixed(0)}, ${median(list.map((s) => s.p95)).toFixed(0)})`,
      );
      const ratios = CONCURRENCIES.map((c, i) => {
        const own = samples.get(`${document} ${String(c)} Platen`) ?? [];
        const each = (cells[i] ?? []).map((sample, round) => (own[round]?.perSecond ?? NaN) / sample.perSecond);
        return median(each).toFixed(2);
      });
      console.log(`| ${peer.name} | ${text.join(' | ')} | ${ratios.join(' / ')} |`);
    }
  }
}

await main();
process.exit(0);
