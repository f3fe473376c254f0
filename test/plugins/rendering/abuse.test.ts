import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { finished, submit } from '../../support/batches.ts';
import type { Caller, Generated } from '../../support/caller.ts';
import { atWork } from '../../support/at-work.ts';
import { Canary } from '../../support/canary.ts';
import { openDatabase, startHub, type TestHub } from '../../support/hub.ts';
import { textOf } from '../../support/pdf.ts';
import { startedBrowsers } from '../../support/processes.ts';
import { until } from '../../support/until.ts';

const DEADLINE_MS = 5000;

/** Parents of a process, up to this one. */
function ancestors(pid: number): number[] {
  const parent = Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${String(pid)}/status`, 'utf8'))?.[1]);
  return parent <= 1 || parent === process.pid ? [] : [parent, ...ancestors(parent)];
}

/** Both of them, so that the time of what follows is its own. */
async function startBrowsers(caller: Caller): Promise<void> {
  for (const html of ['<p>plain', '<p>scripted<script></script>']) await caller.generate({ html });
}

describe('documents that misbehave', () => {
  let hub: TestHub;
  let caller: Caller;
  before(async () => {
    hub = await startHub({
      config: { egress: { allow: ['127.0.0.1:*'] } },
      plugins: { rendering: { config: { deadlineMs: DEADLINE_MS, maxPages: 50, concurrency: 4, maxRendererBytes: 512 * 1024 * 1024 } } },
    });
    caller = await hub.account();
    await startBrowsers(caller);
  });
  after(() => hub.stop());

  /** Sends a document beside which, and after which, another one must be made. */
  const abuse = async (body: object, status: 201 | 400 | 422 | 'either', message: RegExp): Promise<void> => {
    const [reply, neighbour] = await Promise.all([
      caller.send<Generated & { error?: { message: string } }>('POST', '/v1/generate', body),
      caller.send<Generated>('POST', '/v1/generate', { html: '<p>neighbour</p>' }),
    ]);
    assert.ok(status === 'either' ? [201, 422].includes(reply.status) : reply.status === status, JSON.stringify(reply.body));
    assert.match(reply.body.error?.message ?? JSON.stringify(reply.body), message);
    assert.equal(neighbour.status, 201);
    assert.equal(await textOf(await caller.pdf({ html: '<p>next</p>' })), 'next');
  };

  it('that never end meet the deadline, by phase', async () => {
    await abuse({ html: '<p>x</p><script>while (true) {}</script>' }, 422, /5000 ms.*phase load/);
    await abuse(
      { html: '<p>x</p><script>setTimeout(() => { while (true) {} }, 50)</script>', wait: { delay_ms: 300 } },
      422,
      /5000 ms.*phase/,
    );
    await abuse({ react: 'export default () => { while (true) {} }' }, 422, /5000 ms.*phase compose/);
    await abuse({ html: '<p>x</p>', wait: { expression: 'new Promise(() => {})' } }, 422, /phase wait/);
    // On a busy machine its workers may leave it too little of its time.
    await abuse(
      { html: '<p>x</p><script>for (let i = 0; i < 16; i++) new Worker(URL.createObjectURL(new Blob(["while(true){}"])))</script>' },
      'either',
      /completed|5000 ms/,
    );
  });

  it('that call alert, print or close, or open windows, are rendered', async () => {
    await abuse({ html: '<p>x</p><script>for (let i = 0; i < 200; i++) { alert(i); confirm(i); prompt(i) }</script>' }, 201, /completed/);
    await abuse(
      { html: '<p>x</p><script>for (let i = 0; i < 20; i++) window.print(); onbeforeunload = () => "stay"</script>' },
      201,
      /completed/,
    );
    await abuse({ html: '<p>x</p><script>for (let i = 0; i < 20; i++) window.open("about:blank")</script>' }, 201, /completed/);
    await abuse({ html: '<p>x</p><script>window.close()</script>' }, 201, /completed/);
  });

  it('that eat memory are ended', async function () {
    this.timeout(120_000);
    await abuse({ html: '<script>const a = []; for (;;) a.push(new Array(1e6).fill(Math.random()))</script>' }, 422, /memory/);
    await abuse({ html: '<script>const a = []; for (;;) a.push(new Uint8Array(5e7).fill(1))</script>' }, 422, /memory/);
  });

  it('that are too long are refused by the limit they meet', async () => {
    await abuse({ html: '<p style="break-after: page">x</p>'.repeat(60) }, 422, /more than 50 pages/);
    await abuse({ html: '<div style="height: 3000000px">x</div>' }, 422, /more than 50 pages/);
    const fifty = await caller.generate({ html: '<p style="break-after: page">x</p>'.repeat(49) + '<p>x</p>' });
    assert.equal(fifty.pages, 50);
  });

  it('whose templates bomb are stopped in phase compose', async () => {
    const nested = '{{#if a}}'.repeat(20_000) + 'x' + '{{/if}}'.repeat(20_000);
    await abuse({ html: nested, data: { a: 1 } }, 400, /Handlebars/);
    await abuse({ html: '{{a}}'.repeat(20_001), data: { a: 1 } }, 400, /20000/);
    const loops = '{{#each a}}{{#each @root.a}}{{#each @root.a}}{{#each @root.a}}x{{/each}}{{/each}}{{/each}}{{/each}}';
    await abuse({ html: loops, data: { a: Array.from({ length: 300 }, (_, i) => i) } }, 422, /phase compose/);
    await abuse({ html: '{{#*inline "a"}}{{> a}}{{/inline}}{{> a}}', data: {} }, 400, /Handlebars|Maximum/);
    await abuse({ react: `export default () => ${'('.repeat(100_000)}1${')'.repeat(100_000)}` }, 400, /too deep|compile/);
  });

  it('cannot run code through template data', async () => {
    const polluting = JSON.parse('{"list":[{"__proto__":{"polluted":"yes"}}]}') as object;
    await caller.refused('POST', '/v1/generate', { html: '{{polluted}}', data: polluting }, 400, 'VALIDATION_ERROR', [
      'data.list.0.__proto__',
    ]);
    const data = { constructor: 'C', hasOwnProperty: 'H', list: ['s'] };
    const html =
      '<p>[{{constructor}}][{{polluted}}][{{list.constructor}}][{{lookup this "__defineGetter__"}}][{{#with "s" as |x|}}{{x.constructor.name}}{{/with}}]</p>';
    assert.equal(await textOf(await caller.pdf({ html, data })), '[C][][][][]');
    assert.equal(({} as { polluted?: string }).polluted, undefined);
    await caller.refused('POST', '/v1/generate', { html: '{{log "x"}}', data: {} }, 400, 'VALIDATION_ERROR', ['html']);
    await caller.refused('POST', '/v1/generate', { html: '{{* evil}}', data: {} }, 400, 'VALIDATION_ERROR', ['html']);
  });

  it('run in a sandbox, without root and without a debugging port', function () {
    const found = startedBrowsers();
    assert.ok(found.length >= 2);
    for (const { command, uid } of found) {
      assert.doesNotMatch(command, /--no-sandbox|--remote-debugging-port/);
      assert.notEqual(uid, 0);
    }
  });

  it('are rendered again when their renderer dies, and refused when it dies twice', async () => {
    // Those of the browser for documents with scripts, as a document with one would kill its own.
    const killRenderers = (): void => {
      const scripted = startedBrowsers().filter(({ command }) => !command.includes('--enable-begin-frame-control'));
      const own = new Set(scripted.map(({ pid }) => pid));
      for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
        try {
          if (!readFileSync(`/proc/${name}/cmdline`, 'utf8').includes('--type=renderer')) continue;
          if (ancestors(Number(name)).some((pid) => own.has(pid))) process.kill(Number(name), 'SIGKILL');
        } catch {
          // it ended meanwhile
        }
      }
    };
    const slow = { html: '<p>x</p><script></script>', wait: { delay_ms: 1200 } };
    const canary = await Canary.open();
    const seen = (): true | undefined => (canary.hits.some((hit) => hit.includes('GET')) ? true : undefined);
    const html = `<p>x</p><img src="http://127.0.0.1:${String(canary.port)}/at-work.svg">`;
    const once = caller.send<Generated>('POST', '/v1/generate', { html, wait: { delay_ms: 1200 } });
    await until('its page to be at work', seen);
    killRenderers();
    assert.equal((await once).status, 201);
    await canary.close();
    const twice = caller.send<Generated & { error?: { message: string } }>('POST', '/v1/generate', slow);
    const killing = setInterval(killRenderers, 300);
    const reply = await twice;
    clearInterval(killing);
    assert.equal(reply.status, 422);
    assert.match(reply.body.error?.message ?? '', /crashes the renderer/);
    assert.equal(await textOf(await caller.pdf({ html: '<p>after</p>' })), 'after');

    const killingOn = setInterval(killRenderers, 300);
    const fast = Array.from({ length: 10 }, () => ({ html: '<p>unharmed' }));
    const { batch_id } = await submit(caller, { items: [...fast, { html: '<p>x</p><script></script>', wait: { delay_ms: 1200 } }] });
    const state = await finished(caller, batch_id);
    clearInterval(killingOn);
    const poison = state.generations.at(-1);
    assert.equal(poison?.status, 'failed');
    assert.match(poison.error ?? '', /crashes the renderer/);
    const database = await openDatabase(hub.database);
    const record = await database.collection<{ _id: string; attempts: number }>('generations').findOne({ _id: poison.id });
    await database.close();
    assert.equal(record?.attempts, 3);
    assert.deepEqual([state.completed, state.failed], [10, 1]);
  });
});

describe('a killed browser', () => {
  let hub: TestHub;
  let caller: Caller;
  before(async () => {
    hub = await startHub({ plugins: { rendering: { config: { concurrency: 4 } } } });
    caller = await hub.account();
    await startBrowsers(caller);
  });
  after(() => hub.stop());

  it('is replaced, and its documents are rendered again', async () => {
    const texts = Array.from({ length: 8 }, (_, i) => `document ${String(i)}`);
    const pending = Promise.all(
      texts.map(async (text, i) => {
        const delay = i % 2 === 0 ? { wait: { delay_ms: 700 } } : {};
        return textOf(await caller.pdf({ html: `<p>${text}</p>${i % 2 === 0 ? '<script></script>' : ''}`, ...delay }));
      }),
    );
    await atWork(caller);
    const browsers = startedBrowsers();
    assert.equal(browsers.length, 2);
    for (const { pid } of browsers) process.kill(pid, 'SIGKILL');
    assert.deepEqual(await pending, texts);
    assert.equal(await textOf(await caller.pdf({ html: '<p>after</p>' })), 'after');
    await until('the end of zombies', () => {
      const lines = execFileSync('ps', ['-eo', 'ppid=,stat=,comm=']).toString().split('\n');
      return lines.some((line) => line.trim().startsWith(`${String(process.pid)} Z`)) ? undefined : true;
    });
  });
});

describe('a full queue', () => {
  const flood = async (config: object, refusal: number, message: RegExp): Promise<void> => {
    const hub = await startHub({ plugins: { rendering: { config: { ...config, concurrency: 1 } } } });
    try {
      const [caller, other] = await Promise.all([hub.account(), hub.account()]);
      const body = { html: '<p>x</p>', wait: { delay_ms: 1500 } };
      const sending = Array.from({ length: 8 }, () => caller.send('POST', '/v1/generate', body));
      const refused = await Promise.any(
        sending.map(async (reply) => ((await reply).status === refusal ? reply : Promise.reject(new Error()))),
      );
      assert.match(refused.body.error.message, message);
      await other.generate({ html: '<p>not refused' });
      const replies = await Promise.all(sending);
      const statuses = replies.map(({ status }) => status).sort();
      assert.deepEqual(statuses, [201, 201, 201, 201, refusal, refusal, refusal, refusal]);
      for (const { status, headers } of replies) if (status === refusal) assert.match(headers.get('retry-after') ?? '', /^[1-9]/);
    } finally {
      await hub.stop();
    }
  };

  it("answers 429 at once when it is the account's own, and loses none of the others", async () => {
    await flood({ queueLimitPerAccount: 3 }, 429, /3 of your documents wait already/);
  });

  it("answers 503 at once when it is the hub's, but not to an account of which nothing waits", async () => {
    await flood({ queueLimit: 3 }, 503, /3 documents wait for this server already/);
  });
});
