import { setTimeout as pause } from 'node:timers/promises';
import type { FuzzCase } from './case.ts';
import { Findings } from './findings.ts';
import { makeCase, type Material } from './generate-case.ts';
import { type Distribution, Health } from './health.ts';
import { download } from '../support/caller.ts';
import { faultsOf, lateness, leakOf, normalise, type Outcome, requestIdOf, wrongDocument } from './judge.ts';
import { pdfSeeds } from './pdfs.ts';
import { Random } from './random.ts';
import { KINDS_OF_CONTROL, Session } from './session.ts';
import { Upstream } from './upstream.ts';

const CALLERS = 4;
const CONTROL_EVERY_MS = 3000;
const BATCH_LIMIT_MS = 120_000;
/** Cases that a fault which belongs to none is written down with. */
const REMEMBERED = 40;
const HEALTH_LIMIT_MS = 100;
const STALL_MS = 1000;
/** What a heap keeps although nothing in it is used. */
const GROWTH = { share: 1.5, bytes: 128 * 2 ** 20 };
const LOGGED_MS = 300;
const ENDED_MS = 2000;

export interface FuzzOptions {
  readonly seconds: number;
  /** After so many cases it ends before its time. */
  readonly cases?: number;
  readonly seed: number;
  /** Where failing cases are written. */
  readonly folder: string;
  /** How long memory is watched before and after. */
  readonly idleSeconds: number;
  readonly warmUpRounds: number;
  /** Whether slow answers are faults, which they are only on a machine that does nothing else. */
  readonly isQuiet: boolean;
  readonly tell: (line: string) => void;
}

interface Memory {
  readonly what: string;
  readonly before: number;
  readonly after: number;
}

export interface FuzzReport {
  readonly cases: number;
  /** Answers by group and status. */
  readonly statuses: Readonly<Record<string, number>>;
  readonly restarts: number;
  readonly controls: number;
  readonly health: { readonly hub: Distribution; readonly machine: Distribution };
  readonly memory: readonly Memory[];
  readonly findings: Findings['all'];
  /** What the hub logged as errors, by how often. */
  readonly logged: ReadonlyMap<string, number>;
}

/** A document, or an item of a batch. */
interface Made {
  readonly index?: number;
  readonly error: string | null;
  readonly url: string | null;
}

/** What is known of a run so far. */
class Run {
  readonly options: FuzzOptions;
  readonly findings: Findings;
  readonly upstream: Upstream;
  readonly #recent: FuzzCase[] = [];
  readonly #inFlight = new Set<FuzzCase>();
  readonly statuses: Record<string, number> = {};
  readonly logged = new Map<string, number>();
  cases = 0;
  controls = 0;

  constructor(options: FuzzOptions, upstream: Upstream) {
    this.options = options;
    this.findings = new Findings(options.folder, options.seed);
    this.upstream = upstream;
  }

  isOver(until: number): boolean {
    return performance.now() > until || this.cases >= (this.options.cases ?? Infinity);
  }

  fault(text: string, cases: readonly FuzzCase[]): void {
    if (this.findings.add(text, cases)) this.options.tell(`FOUND ${text}`);
  }

  /** A fault of the hub as a whole, with what was asked of it about then. */
  faultOfAll(text: string): void {
    this.fault(text, [...this.#recent, ...this.#inFlight]);
  }

  /** Sends a case and judges what comes of it. */
  async judge(session: Session, sent: FuzzCase): Promise<void> {
    this.cases++;
    this.#inFlight.add(sent);
    const outcome = await session.send(sent);
    const name = `${sent.group} ${String(outcome.status)}`;
    this.statuses[name] = (this.statuses[name] ?? 0) + 1;
    // Nobody can be answered by a process that is gone, which is a fault of its own; its end is told a little later.
    if (outcome.status === 0) await pause(ENDED_MS);
    if (session.hub.ended === undefined) {
      const late = this.options.isQuiet ? lateness(sent, outcome) : [];
      for (const fault of [...late, ...faultsOf(sent, outcome)]) this.fault(await withReason(session, fault, outcome), [sent]);
      if (sent.group === 'batch' && outcome.status === 202) await this.#judgeBatch(session, sent, outcome);
      if (sent.path === '/v1/generate' && outcome.status === 201) await this.#judgePdf(session, sent, JSON.parse(outcome.text) as Made);
    }
    this.#inFlight.delete(sent);
    this.#recent.push(sent);
    if (this.#recent.length > REMEMBERED) this.#recent.shift();
  }

  /** Whether a PDF is of the document that was asked for. */
  async #judgePdf(session: Session, sent: FuzzCase, made: Partial<Made>, index = 0): Promise<void> {
    const { url = null } = made; // without one the answer held the bytes
    if (url === null) return;
    const fault = await download(url).then(
      (pdf) => wrongDocument(pdf, sent.marks?.[index]),
      () => 'the file of a finished document cannot be had',
    );
    if (fault !== undefined && session.hub.ended === undefined) this.fault(`${sent.group}: ${fault}`, [sent]);
  }

  async #judgeBatch(session: Session, sent: FuzzCase, submitted: Outcome): Promise<void> {
    const { batch_id } = JSON.parse(submitted.text) as { batch_id: string };
    const asked: FuzzCase = { group: 'batch', method: 'GET', path: `/v1/batches/${batch_id}`, headers: {} };
    const deadline = performance.now() + BATCH_LIMIT_MS;
    while (performance.now() < deadline && session.hub.ended === undefined) {
      await pause(250);
      const { status, text } = await session.send(asked);
      if (status !== 200) continue;
      const batch = JSON.parse(text) as { finished_at: string | null; generations: Made[] };
      if (batch.finished_at === null) continue;
      for (const made of batch.generations) {
        const { error, index = 0 } = made;
        await this.#judgePdf(session, sent, made, index);
        if (error === null) continue;
        if (/went wrong on our side/.test(error)) this.fault('batch: an item failed on the side of the hub', [sent]);
        const leak = leakOf(sent, error);
        if (leak !== undefined) this.fault(`batch: an item's error tells internals: ${leak}`, [sent]);
      }
      return;
    }
    if (session.hub.ended === undefined) this.fault(`batch: not finished within ${String(BATCH_LIMIT_MS / 1000)} s`, [sent]);
  }
}

/** A failure inside the hub is told apart by what the hub logged of it. */
async function withReason({ hub }: Session, fault: string, outcome: Outcome): Promise<string> {
  if (!fault.includes('status 5')) return fault;
  await pause(LOGGED_MS);
  const { err } = hub.errorOf(requestIdOf(outcome)) ?? {};
  if (err === undefined) return `${fault} (${normalise(outcome.text)})`;
  const frame = /at (\S+ )?\(?(?:file:\/\/)?\S*?((?:plugins|server|db)\/[\w./-]+)/.exec(err.stack ?? '');
  return `${fault}: ${err.type ?? ''} ${normalise(err.message ?? '')} at ${frame?.[2] ?? 'an unknown place'}`;
}

/** Cases on one hub until the time is over or the hub is gone; false when it is gone. */
async function attack(run: Run, session: Session, material: Material, health: Health, until: number): Promise<boolean> {
  const isOver = (): boolean => run.isOver(until) || session.hub.ended !== undefined;
  const caller = async (): Promise<void> => {
    while (!isOver()) await run.judge(session, makeCase(new Random(run.options.seed, String(run.cases)), material));
  };
  const control = async (): Promise<void> => {
    const fault = await session.control(run.controls++);
    if (fault === undefined) return;
    await pause(ENDED_MS);
    if (session.hub.ended === undefined) run.faultOfAll(fault);
  };
  const controls = async (): Promise<void> => {
    while (!isOver()) {
      await pause(CONTROL_EVERY_MS);
      await control();
    }
  };
  const watch = async (): Promise<void> => {
    while (!isOver()) {
      await pause(200);
      for (const { ms } of health.stalls(STALL_MS)) {
        run.options.tell(`/healthz waited ${ms.toFixed(0)} ms`);
        if (run.options.isQuiet) run.faultOfAll(`/healthz waited longer than ${String(STALL_MS)} ms`);
      }
    }
  };
  await Promise.all([...Array.from({ length: CALLERS }, caller), controls(), watch()]);
  // Each kind once more: what harms the neighbour may last, and a short attack may be over before its turn.
  for (let n = 0; n < KINDS_OF_CONTROL && session.hub.ended === undefined; n++) await control();
  return session.hub.ended === undefined;
}

/** Memory after all against before all, where it is not back at its level. */
function growth({ what, before, after }: Memory): string | undefined {
  const limit = Math.max(before * GROWTH.share, before + GROWTH.bytes);
  return after > limit ? `memory of ${what} is not back at its level` : undefined;
}

/**
 * Sends seeded cases to a hub for a while, as one account, and asserts what the other account and the operator rely on. A hub that
 * ends is a finding, and another one takes its place.
 */
export async function runFuzz(options: FuzzOptions): Promise<FuzzReport> {
  const upstream = await Upstream.open();
  const run = new Run(options, upstream);
  const pdfs = await pdfSeeds();
  const memory: Memory[] = [];
  const distributions: FuzzReport['health'][] = [];
  let until: number | undefined;
  let restarts = 0;
  try {
    for (let isDone = false; !isDone;) {
      const session = await Session.start(upstream, options.warmUpRounds);
      const before = await session.idle(options.idleSeconds);
      const health = new Health(session.hub.url);
      // The time that the first hub takes to start is no part of the run.
      until ??= performance.now() + options.seconds * 1000;
      try {
        const lived = await attack(run, session, { routes: session.routes, pdfs }, health, until);
        isDone = run.isOver(until);
        distributions.push({ hub: health.distribution('hub'), machine: health.distribution('machine') });
        health.stop();
        if (!lived) {
          restarts++;
          run.faultOfAll(`the hub ended with ${session.hub.ended ?? ''}: ${session.hub.lastOutput()}`);
        } else {
          await pause(options.idleSeconds * 1000);
          const after = await session.idle(options.idleSeconds);
          memory.push(
            { what: 'the hub', before: before.own, after: after.own },
            { what: 'its browsers', before: before.browsers, after: after.browsers },
          );
        }
        for (const { msg, err } of session.hub.errors) {
          const line = normalise(`${msg ?? ''}: ${err?.message ?? ''}`);
          run.logged.set(line, (run.logged.get(line) ?? 0) + 1);
        }
      } finally {
        await session.hub.stop();
      }
    }
    // Beside other work, nobody can tell whose memory it is.
    for (const one of options.isQuiet ? memory : []) {
      const fault = growth(one);
      if (fault !== undefined) run.fault(fault, []);
    }
    const health = longest(distributions);
    if (options.isQuiet && health.hub.p99 > Math.max(HEALTH_LIMIT_MS, 2 * health.machine.p99))
      run.fault(`/healthz takes longer than ${String(HEALTH_LIMIT_MS)} ms at p99`, []);
    const { cases, controls, statuses, logged } = run;
    return { cases, controls, statuses, logged, restarts, health, memory, findings: run.findings.all };
  } finally {
    await upstream.close();
  }
}

/** Of the hub that lived longest, which is the only one unless one ended. */
function longest(all: readonly FuzzReport['health'][]): FuzzReport['health'] {
  const [first] = [...all].sort((a, b) => b.hub.count - a.hub.count);
  if (first === undefined) throw new Error('no hub ran');
  return first;
}

/** Sends recorded cases one after the other to a fresh hub; what is wrong with the answers. */
export async function replay(cases: readonly FuzzCase[], options: FuzzOptions): Promise<readonly string[]> {
  const upstream = await Upstream.open();
  const run = new Run(options, upstream);
  try {
    const session = await Session.start(upstream);
    try {
      for (const one of cases) {
        await run.judge(session, one);
        const fault =
          session.hub.ended === undefined
            ? ((await session.control(0)) ?? (await session.control(1)))
            : `the hub ended: ${session.hub.lastOutput()}`;
        if (fault !== undefined) run.fault(fault, [one]);
        options.tell(`${one.method} ${one.path} (${one.group})`);
        if (session.hub.ended !== undefined) break;
      }
    } finally {
      await session.hub.stop();
    }
    options.tell(
      Object.entries(run.statuses)
        .map(([name, count]) => `${name}: ${String(count)}`)
        .join(', '),
    );
    return run.findings.all.map(({ fault }) => fault);
  } finally {
    await upstream.close();
  }
}
