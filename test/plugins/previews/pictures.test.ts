import assert from 'node:assert/strict';
import type { Caller } from '../../support/caller.ts';
import { startHub, type TestHub } from '../../support/hub.ts';
import { readMetrics } from '../../support/metrics.ts';
import { heldDocument } from '../../support/slow-picture.ts';
import { until } from '../../support/until.ts';
import { Visitor } from '../../support/visitor.ts';

/** Takes a processor for longer than a picture may. */
const BUSY = `<p>x</p><script>const until = Date.now() + 9000; while (Date.now() < until);</script>`;
const LIMIT_MS = 5000;

interface Member {
  readonly caller: Caller;
  readonly visitor: Visitor;
}

describe('pictures of templates', function () {
  this.timeout(180_000);
  let now = Date.now();
  let hub: TestHub;
  let one: Member;
  let other: Member;
  let held: Awaited<ReturnType<typeof heldDocument>>;
  before(async () => {
    const plans = { free: { requestsPerSecond: 1000, documentsPerMonth: null } };
    held = await heldDocument();
    hub = await startHub({
      clock: () => new Date(now),
      config: { egress: { allow: ['127.0.0.1:*'] } },
      plugins: { limits: { config: { plans } } },
    });
    const enter = async (): Promise<Member> => {
      const caller = await hub.account({ plan: 'free' });
      return { caller, visitor: await new Visitor(hub).enter(caller.email) };
    };
    [one, other] = [await enter(), await enter()];
  });
  after(async () => {
    await hub.stop();
    held.close();
  });

  const pictureOf = async ({ caller }: Member, html: string): Promise<string> => {
    const { status, body } = await caller.send<{ id: string }>('POST', '/v1/templates', { name: 'x', html_content: html });
    assert.equal(status, 201);
    return `/dashboard/templates/${body.id}/picture-1.png`;
  };
  const timeOf = async (work: Promise<unknown>): Promise<number> => {
    const started = performance.now();
    await work;
    return performance.now() - started;
  };

  it('that take longer than five seconds are given up, and not tried again', async () => {
    const path = await pictureOf(one, BUSY);
    assert.equal((await one.visitor.get(path)).status, 404);
    const again = await timeOf(one.visitor.get(path).then(({ status }) => assert.equal(status, 404)));
    assert.ok(again < LIMIT_MS, `took ${String(again)} ms the second time, as if it were tried again`);
  });

  it('of one account do not wait for those of another, nor do its batches', async () => {
    const slow = await Promise.all(Array.from({ length: 3 }, (_, n) => pictureOf(one, `${held.html}${String(n)}`)));
    const quick = await pictureOf(other, '<p>quick');
    // The first picture waits for the process that draws it to start.
    assert.equal((await other.visitor.get(await pictureOf(other, '<p>first'))).status, 200);
    let drawn = 0;
    const drawing = slow.map((path) => one.visitor.get(path).finally(() => drawn++));
    await until('the first of them to be at work', async () => {
      const { sum } = await readMetrics(hub.url);
      return sum('platen_render_busy', { queue: 'pictures' }) > 0 ? true : undefined;
    });
    assert.equal((await other.visitor.get(quick)).status, 200);
    assert.ok(drawn <= 1, `${String(drawn)} of three were drawn first`);
    const batch = { items: [{ html: '<p>item' }] };
    const { body } = await other.caller.send<{ batch_id: string }>('POST', '/v1/generate/batch', batch);
    const state = async () => (await other.caller.send<{ completed: number }>('GET', `/v1/batches/${body.batch_id}`)).body.completed;
    await until('the item', async () => ((await state()) === 1 ? true : undefined));
    assert.ok(drawn < slow.length, 'the item waits for pictures');
    for (const { status } of await Promise.all(drawing)) assert.equal(status, 404);
  });

  it('are drawn sixty times a minute for one account, and shown from what is kept as often as it likes', async () => {
    now += 60_000;
    const paths = await Promise.all(Array.from({ length: 61 }, (_, n) => pictureOf(other, `<p>number ${String(n)}`)));
    for (const path of paths.slice(0, 60)) assert.equal((await other.visitor.get(path)).status, 200);
    const last = paths.at(-1) ?? '';
    const refused = await other.visitor.get(last);
    assert.equal(refused.status, 429);
    assert.match(refused.headers.get('retry-after') ?? '', /^[1-9]/);
    assert.equal((await other.visitor.get(paths[0] ?? '')).status, 200);
    assert.equal((await one.visitor.get('/dashboard/starters/invoice/picture.png')).status, 200);
    now += 60_000;
    assert.equal((await other.visitor.get(last)).status, 200);
  });
});
