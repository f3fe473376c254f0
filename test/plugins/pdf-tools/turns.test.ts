import assert from 'node:assert/strict';
import { assertEnvelope, type Caller } from '../../support/caller.ts';
import { startHub, type TestHub } from '../../support/hub.ts';
import { until } from '../../support/until.ts';
import { ANSWER_LIMIT_MS, allChildren, isTooBusy } from './children.ts';
import { base64, pages } from './fixtures.ts';
import { hostilePdf } from './hostile-pdfs.ts';

describe('PDF tools between accounts', function () {
  this.timeout(300_000);
  let small: string;
  let slow: string;
  before(async () => {
    small = base64(await pages(1));
    slow = base64(hostilePdf('forms that multiply'));
  });

  const info = async (account: Caller): Promise<void> => {
    const reply = await account.send('POST', '/v1/pdf/info', { pdf: small });
    assert.equal(reply.status, 200, JSON.stringify(reply.body));
  };
  const with_ = async (children: number, use: (hub: TestHub) => Promise<void>): Promise<void> => {
    const hub = await startHub({ plugins: { 'pdf-tools': { config: { children } }, limits: false } });
    try {
      await use(hub);
    } finally {
      await hub.stop();
    }
  };

  for (const children of [1, 2]) {
    it(`a small job overtakes the worst of another account, with ${String(children)} of them`, async () => {
      await with_(children, async (hub) => {
        const [greedy, modest] = [await hub.account(), await hub.account()];
        await Promise.all([info(greedy), info(modest)]);
        const stop = new AbortController();
        let ended = 0;
        const flood = Array.from({ length: 12 }, async () => {
          const reply = await greedy.raw('POST', '/v1/pdf/preview', { body: { pdf: slow }, signal: stop.signal }).catch(() => undefined);
          if (reply !== undefined) ended++;
        });
        // From here on every process works on one of them, and the others wait.
        await until('the first of them', () => (ended > 0 ? true : undefined), ANSWER_LIMIT_MS);
        const before = ended;
        await info(modest);
        const overtaken = ended - before;
        stop.abort();
        await Promise.all(flood);
        assert.ok(overtaken <= children + 1, `${String(overtaken)} of 12 ended first`);
      });
    });
  }

  it('a queue of one account that is full is its own 429, and a newcomer has a place', async () => {
    await with_(1, async (hub) => {
      const [greedy, modest] = [await hub.account(), await hub.account()];
      await info(modest);
      const stop = new AbortController();
      const waiting = Array.from({ length: 60 }, () =>
        greedy.raw('POST', '/v1/pdf/preview', { body: { pdf: slow }, signal: stop.signal }).catch(() => undefined),
      );
      const answered: (Response | undefined)[] = [];
      for (const one of waiting) void one.then((response) => answered.push(response));
      await until('refusals', () => (answered.length >= 30 ? true : undefined));
      for (const response of answered) {
        assert.ok(response !== undefined);
        assert.equal(response.status, 429);
        assert.ok(Number(response.headers.get('retry-after')) >= 1);
      }
      await info(modest);
      stop.abort();
      await Promise.all(waiting);
    });
  });

  it('a queue that is full of many accounts is 503', async () => {
    await with_(1, async (hub) => {
      const accounts = await Promise.all(Array.from({ length: 7 }, () => hub.account()));
      const stop = new AbortController();
      const waiting = accounts
        .slice(1)
        .flatMap((account) =>
          Array.from({ length: 22 }, () =>
            account.raw('POST', '/v1/pdf/preview', { body: { pdf: slow }, signal: stop.signal }).catch(() => undefined),
          ),
        );
      const [first] = accounts;
      assert.ok(first);
      try {
        const reply = await until('a full queue', async () => {
          const answer = await first.send('POST', '/v1/pdf/info', { pdf: small });
          return answer.status === 200 ? undefined : answer;
        });
        assertEnvelope(reply, 503, 'SERVICE_UNAVAILABLE');
        assert.ok(Number(reply.headers.get('retry-after')) >= 1);
      } finally {
        stop.abort();
        await Promise.all(waiting);
      }
    });
  });

  it('a file that gets no processor is told that the machine is busy, and the next one is worked on', async () => {
    await with_(1, async (hub) => {
      const account = await hub.account();
      await info(account);
      for (const child of allChildren()) process.kill(child, 'SIGSTOP');
      const reply = await account.send('POST', '/v1/pdf/preview', { pdf: small });
      assertEnvelope(reply, 503, 'SERVICE_UNAVAILABLE');
      assert.ok(isTooBusy(reply), JSON.stringify(reply.body));
      assert.ok(Number(reply.headers.get('retry-after')) >= 1);
      await info(account);
    });
  });
});
