import assert from 'node:assert/strict';
import { S3Config } from '../../plugins/storage/s3-config.ts';
import { S3Store } from '../../plugins/storage/s3-store.ts';
import type { Caller } from '../support/caller.ts';
import { startHub, type TestHub } from '../support/hub.ts';
import { rawAnswers } from '../support/malformed.ts';
import { textOf } from '../support/pdf.ts';
import { RawServer } from '../support/raw-server.ts';
import { until } from '../support/until.ts';

const ANSWERS = rawAnswers();
const AT_ONCE = 8;

describe(`a server that gives one of ${String(ANSWERS.length)} answers that nobody can use`, function () {
  this.timeout(300_000);
  let hub: TestHub;
  let server: RawServer;
  let callers: readonly [Caller, Caller];
  /** Of the AI provider and the bucket, which are always asked under the same path. */
  let current = 0;
  before(async () => {
    assert.ok(ANSWERS.length >= 150);
    server = await RawServer.open((path, socket) => {
      const answer = ANSWERS[Number(/^\/raw\/(\d+)/.exec(path)?.[1] ?? current)];
      if (answer === undefined) throw new Error(`nothing to answer to ${path}`);
      socket.write(answer.bytes, () => {
        if (answer.then === 'end') socket.end();
        else if (answer.then === 'reset') socket.resetAndDestroy();
      });
    });
    hub = await startHub({
      config: { egress: { allow: ['127.0.0.1:*'] } },
      plugins: {
        webhooks: { config: { retrySeconds: [3600] } },
        ai: { config: { apiKey: 'sk-x', baseUrl: `http://127.0.0.1:${String(server.port)}/v1`, timeoutMs: 2000 } },
      },
    });
    callers = [await hub.account(), await hub.account()];
  });
  afterEach(async () => {
    assert.equal(await textOf(await callers[1].pdf({ html: '<p>unharmed' })), 'unharmed');
  });
  after(async () => {
    await hub.stop();
    await server.close();
  });

  const address = (n: number): string => `http://127.0.0.1:${String(server.port)}/raw/${String(n)}`;
  const each = async (work: (n: number) => Promise<void>): Promise<void> => {
    let next = 0;
    const worker = async (): Promise<void> => {
      for (let n = next++; n < ANSWERS.length; n = next++) await work(n);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
  };

  it('is refused as a pdf_url', async () => {
    await each(async (n) => {
      await callers[0].refused('POST', '/v1/pdf/info', { pdf_url: address(n) }, 400, 'VALIDATION_ERROR');
    });
  });

  it('fails as a picture and as a style of a document, which is made', async () => {
    for (let first = 0; first < ANSWERS.length; first += 10) {
      const numbers = Array.from({ length: Math.min(10, ANSWERS.length - first) }, (_, n) => first + n);
      const html = numbers.map((n) => `<img src="${address(n)}"><link rel=stylesheet href="${address(n)}">`).join('');
      assert.equal(await textOf(await callers[0].pdf({ html: `${html}<p>made` })), 'made');
    }
  });

  it('has not taken a webhook, unless what it says is a success', async () => {
    await each(async (n) => {
      await callers[0].generate({ html: '<p>x', webhook: address(n) });
    });
    interface Page {
      readonly data: readonly { readonly url: string; readonly attempts: readonly { readonly status: number | null }[] }[];
      readonly next_cursor: string | null;
    }
    const attempted = new Set<string>();
    await until(
      () => `an attempt at each: ${String(attempted.size)}`,
      async () => {
        let query = '';
        for (;;) {
          const { body } = await callers[0].send<Page>('GET', `/v1/webhooks/deliveries?limit=100${query}`);
          for (const { url, attempts } of body.data) if (attempts.length > 0) attempted.add(url);
          if (body.next_cursor === null) break;
          query = `&cursor=${body.next_cursor}`;
        }
        return attempted.size === ANSWERS.length ? true : undefined;
      },
      120_000,
    );
  });

  it('is an error of the AI provider', async () => {
    for (current = 0; current < ANSWERS.length; current++) {
      await callers[0].refused('POST', '/v1/ai/generate-template', { prompt: 'An invoice' }, 502, 'AI_ERROR');
    }
  });

  it('is a bucket that is away', async () => {
    const endpoint = `http://127.0.0.1:${String(server.port)}`;
    const store = new S3Store(S3Config.parse({ endpoint, bucket: 'files', accessKeyId: 'a', secretAccessKey: 's', forcePathStyle: true }));
    for (current = 0; current < ANSWERS.length; current++) {
      // What only looks like a success is one to a client that asks for no more than a status.
      await store.put('2026/11/25/x.pdf', Buffer.from('x')).catch((error: unknown) => {
        assert.ok(error instanceof Error, ANSWERS[current]?.name);
      });
    }
  });
});
