import assert from 'node:assert/strict';
import type { Caller } from '../../support/caller.ts';
import { startHub, type TestHub } from '../../support/hub.ts';

interface Starter {
  readonly slug: string;
  readonly sample_data: Readonly<Record<string, unknown>>;
}

const HUBS = 2;
const PARALLEL = 20;

/** Hubs have browsers of their own; their clocks are days apart. */
describe('starters as reproducible documents', () => {
  const hubs: TestHub[] = [];
  let prints: object[];

  before(async () => {
    for (let day = 1; day <= HUBS; day++) {
      const offset = day * 26 * 3_600_000;
      hubs.push(await startHub({ clock: () => new Date(Date.now() + offset) }));
    }
    const [hub] = hubs;
    if (hub === undefined) throw new Error('no hub');
    const { data } = (await (await fetch(`${hub.url}/v1/starter-templates`)).json()) as { data: Starter[] };
    const full = await Promise.all(
      data.map(async ({ slug, sample_data }) => {
        const starter = (await (await fetch(`${hub.url}/v1/starter-templates/${slug}`)).json()) as { html_content: string };
        return { html: starter.html_content, data: sample_data, deterministic: true };
      }),
    );
    prints = full.flatMap((body) => [body, { ...body, html: `${body.html}<script></script>` }]);
  });
  after(async () => {
    for (const hub of hubs) await hub.stop();
  });

  const hashOf = async (caller: Caller, body: object): Promise<string> => {
    const reply = await caller.send<{ sha256: string }>('POST', '/v1/generate', body);
    assert.equal(reply.status, 201, JSON.stringify(reply.body));
    return reply.body.sha256;
  };

  it('have one hash each, in every browser, in either order, with and without scripts', async () => {
    const found = prints.map(() => new Set<string>());
    for (const hub of hubs) {
      const caller = await hub.account();
      const inOrder = [...prints.keys()];
      for (const i of [...inOrder, ...inOrder.toReversed()]) found[i]?.add(await hashOf(caller, prints[i] ?? {}));
    }
    assert.deepEqual(
      found.map(({ size }) => size),
      prints.map(() => 1),
    );
    // With an empty script a document is printed in another lane, and is the same document.
    assert.equal(new Set(found.flatMap((hashes) => [...hashes])).size, prints.length / 2);
  });

  it('have one hash however many are printed beside each other', async () => {
    const [hub] = hubs;
    const caller = await hub?.account();
    assert.ok(caller);
    for (const body of prints.slice(0, 2)) {
      const hashes: string[] = await Promise.all(Array.from({ length: PARALLEL }, () => hashOf(caller, body)));
      assert.equal(new Set(hashes).size, 1);
    }
  });
});
