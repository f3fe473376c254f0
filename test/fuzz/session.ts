import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Caller } from '../support/caller.ts';
import { readPdf } from '../support/pdf.ts';
import { type Usage, usageOf } from '../support/processes.ts';
import { routesOf, type Route } from './bodies.ts';
import { FOREIGN, type FuzzCase, OWN_DOCUMENT, OWN_TEMPLATE, UPSTREAM } from './case.ts';
import { HubProcess } from './hub-process.ts';
import type { Outcome } from './judge.ts';
import { ANSWER_LIMIT_MS } from '../plugins/pdf-tools/children.ts';
import { base64 } from '../plugins/pdf-tools/fixtures.ts';

const RASTER = 300;

/** One drawn by reused pages, one by a page of its own. */
const STYLE = '<style>p { color: #c00; font: 20px Arimo } div { background: linear-gradient(90deg, navy, gold); height: 3cm }</style>';
const CONTROLS = [
  `${STYLE}<p>Control</p><div></div>`,
  `${STYLE}<p id=x></p><div></div><script>x.textContent = 'Scripted'</script>`,
] as const;
export const KINDS_OF_CONTROL = CONTROLS.length;

/** A hub with the account that fuzzes and the one that must not notice. */
export class Session {
  readonly hub: HubProcess;
  readonly #attacker: Caller;
  readonly #neighbour: Caller;
  readonly #words: readonly (readonly [string, string])[];
  readonly #pictures: string[] = [];
  routes: readonly Route[] = [];

  private constructor(hub: HubProcess, attacker: Caller, neighbour: Caller, words: readonly (readonly [string, string])[]) {
    this.hub = hub;
    this.#attacker = attacker;
    this.#neighbour = neighbour;
    this.#words = words;
  }

  /** `warmUpRounds` load everything that is loaded at its first use, so that memory before and after can be compared. */
  static async start(upstream: { readonly origin: string; readonly port: number }, warmUpRounds = 0): Promise<Session> {
    const hub = await HubProcess.start(upstream.port);
    try {
      const [attacker, neighbour] = [await hub.account(), await hub.account()];
      const [own, foreign] = [await things(attacker), await things(neighbour)];
      const session = new Session(hub, attacker, neighbour, [
        [UPSTREAM, upstream.origin],
        [OWN_TEMPLATE, own.template],
        [OWN_DOCUMENT, own.document],
        [FOREIGN.template, foreign.template],
        [FOREIGN.document, foreign.document],
      ]);
      session.routes = routesOf((await (await fetch(`${hub.url}/openapi.json`)).json()) as Parameters<typeof routesOf>[0]);
      for (const [kind] of CONTROLS.entries()) session.#pictures.push(await session.#picture(kind));
      await session.#warmUp(warmUpRounds);
      return session;
    } catch (error) {
      await hub.stop();
      throw error;
    }
  }

  /** Sends a case as the account that fuzzes. */
  async send(sent: FuzzCase): Promise<Outcome> {
    const fill = (text: string): string => this.#words.reduce((filled, [word, value]) => filled.replaceAll(word, value), text);
    const started = performance.now();
    const seconds = (): number => (performance.now() - started) / 1000;
    const { body } = sent;
    try {
      const response = await fetch(this.hub.url + fill(sent.path), {
        method: sent.method,
        headers: { ...sent.headers, authorization: `Bearer ${this.#attacker.key}` },
        redirect: 'manual',
        signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
        ...(body === undefined ? {} : { body: sent.encoding === 'base64' ? Buffer.from(body, 'base64') : fill(body) }),
      });
      const text = Buffer.from(await response.arrayBuffer()).toString();
      return { status: response.status, headers: response.headers, text, seconds: seconds() };
    } catch (error) {
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
      return { status: 0, headers: new Headers(), text: cause instanceof Error ? cause.message : String(cause), seconds: seconds() };
    }
  }

  /** What is wrong with the neighbour's document of this turn; undefined when it looks as at the beginning. */
  async control(turn: number): Promise<string | undefined> {
    const kind = turn % CONTROLS.length;
    try {
      return (await this.#picture(kind)) === this.#pictures[kind] ? undefined : `control document ${String(kind)} looks different`;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }

  /** Medians of some seconds in which nothing is asked of the hub. */
  async idle(seconds: number): Promise<Pick<Usage, 'own' | 'browsers'>> {
    const samples: Usage[] = [];
    for (let n = 0; n < seconds; n++) {
      samples.push(usageOf(this.hub.pid));
      await pause(1000);
    }
    const median = (field: 'own' | 'browsers'): number =>
      samples.map((usage) => usage[field]).sort((a, b) => a - b)[Math.floor(samples.length / 2)] ?? NaN;
    return { own: median('own'), browsers: median('browsers') };
  }

  async #picture(kind: number): Promise<string> {
    const response = await this.#neighbour.raw('POST', '/v1/generate', {
      body: { html: CONTROLS[kind] },
      headers: { accept: 'application/pdf' },
      signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
    });
    if (!response.ok) throw new Error(`control document ${String(kind)}: status ${String(response.status)}`);
    const hash = createHash('sha256');
    for (const page of await readPdf(new Uint8Array(await response.arrayBuffer()))) {
      hash.update(`${String(page.width)} ${String(page.height)} ${page.text}`);
      for (let row = 0; row < RASTER; row++)
        for (let column = 0; column < RASTER; column++)
          hash.update(Uint8Array.of(...page.colorAt((column + 0.5) / RASTER, (row + 0.5) / RASTER)));
    }
    return hash.digest('hex');
  }

  async #warmUp(rounds: number): Promise<void> {
    const caller = this.#attacker;
    const printed = await caller.raw('POST', '/v1/generate', { body: { html: '<p>a' }, headers: { accept: 'application/pdf' } });
    const pdf = base64(new Uint8Array(await printed.arrayBuffer()));
    for (let round = 0; round < rounds; round++) {
      const requests: readonly (readonly [string, object])[] = [
        ['/v1/generate', { html: `<p>${String(round)}` }],
        ['/v1/generate', { html: '<p>x<script>1</script>' }],
        ['/v1/generate', { html: '{{title}}', data: { title: 'x' } }],
        ['/v1/generate', { react: 'export default () => <p>x</p>' }],
        ['/v1/pdf/split', { pdf }],
        ['/v1/pdf/info', { pdf }],
        ['/v1/pdf/pdfa', { pdf }],
        ['/v1/pdf/preview', { pdf }],
      ];
      await Promise.all(requests.map(async ([path, body]) => (await caller.raw('POST', path, { body })).arrayBuffer()));
    }
  }
}

async function things(caller: Caller): Promise<{ readonly template: string; readonly document: string }> {
  const { body } = await caller.send<{ id: string }>('POST', '/v1/templates', { name: 'Own', html_content: '<h1>{{title}}</h1>' });
  const { id } = await caller.generate({ html: '<p>own' });
  return { template: body.id, document: id };
}
