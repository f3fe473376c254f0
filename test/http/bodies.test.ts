import assert from 'node:assert/strict';
import { type ClientRequest, request } from 'node:http';
import { BodyBudget } from '../../server/http/body-budget.ts';
import { trimToSchema } from '../../server/http/checked-values.ts';
import { JsonParser } from '../../server/http/json-parser.ts';
import { JsonScan } from '../../server/http/json-scan.ts';
import { jsonReply } from '../../server/http/reply-json.ts';
import { assertEnvelope, type Caller } from '../support/caller.ts';
import { startHub, type TestHub } from '../support/hub.ts';
import { until } from '../support/until.ts';
import { z } from 'zod';

const LIMITS = { maxValues: 1000, maxDepth: 20, maxTextBytes: 100_000 };

/** Judged in pieces of this size, because a body comes in pieces. */
function judge(text: string, pieceBytes: number): string {
  const scan = new JsonScan(LIMITS);
  const bytes = Buffer.from(text);
  try {
    for (let at = 0; at < bytes.length; at += pieceBytes) scan.push(bytes.subarray(at, at + pieceBytes));
    return 'taken';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

describe('JSON bodies', function () {
  this.timeout(120_000);

  it('are judged by their bytes, wherever they are cut', () => {
    const inString = `{"a":"${'{[,'.repeat(2000)}\\"${',[{'.repeat(2000)}\\\\"}`;
    for (const [text, verdict] of [
      [`[${'1,'.repeat(998)}1]`, /^taken$/],
      [`[${'1,'.repeat(999)}1]`, /more than 1000 values/],
      [`[${'{},'.repeat(600)}1]`, /more than 1000 values/],
      ['['.repeat(20), /^taken$/],
      ['['.repeat(21), /deeper than 20/],
      [inString, /^taken$/],
      [`{"${'n'.repeat(1024)}":1}`, /^taken$/],
      [`{"${'n'.repeat(1025)}":1}`, /name is longer than 1024/],
      [`["${'n'.repeat(2000)}"]`, /^taken$/],
      [`["${'x'.repeat(100_001)}"]`, /text of more than 100000/],
      [']]]]}}}}:::"', /^taken$/],
    ] as const) {
      for (const size of [1, 7, 65_536]) assert.match(judge(text, size), verdict, `${text.slice(0, 30)} in pieces of ${String(size)}`);
    }
    const fields = Array.from({ length: 10_001 }, (_, i) => `"k${String(i)}":1`).join(',');
    assert.throws(() => {
      new JsonScan({ ...LIMITS, maxValues: 100_000 }).push(Buffer.from(`{${fields}}`));
    }, /more than 10000 fields/);
  });

  it('are the same values from the thread as from JSON.parse', async () => {
    const parser = new JsonParser();
    const big = {
      a: Array.from({ length: 30_000 }, (_, i) => ({ i, s: `€${String(i)}\ud83d\ude00`, n: null, b: [true, [], {}] })),
      z: 'x',
    };
    const names = Object.fromEntries(Array.from({ length: 9000 }, (_, i) => [`${String(i)} `, { [String(i)]: i / 7 }]));
    const texts = [
      JSON.stringify(big),
      JSON.stringify({ names, text: '😀'.repeat(3_000_000), after: 1 }),
      JSON.stringify(['x'.repeat(5_000_000), '\ud800', 'y'.repeat(4_000_001)]),
      `"${'s'.repeat(20_000)}"`,
      `${' '.repeat(20_000)}7`,
      `{"a":1,"a":${'[1,'.repeat(50)}2${']'.repeat(50)},"pad":"${'-'.repeat(20_000)}"}`,
    ];
    for (const text of texts) {
      const { value } = await parser.parse('someone', [new Uint8Array(Buffer.from(text))], false);
      assert.deepEqual(value, JSON.parse(text));
    }
    const pad = ' '.repeat(20_000);
    for (const text of [`{"pad":"${pad}","__proto__":{"isAdmin":true}}`, `{"pad":"${pad}","b":[{"\\u005f_proto__":1}]}`])
      await assert.rejects(parser.parse('someone', [new Uint8Array(Buffer.from(text))], false), /__proto__: is not allowed/);
    assert.equal(({} as { isAdmin?: boolean }).isAdmin, undefined);
    await assert.rejects(parser.parse('someone', [new Uint8Array(Buffer.from(`{"a":"${'x'.repeat(20_000)}"`))], false), /not valid JSON/);
  });

  it('have one digest whatever the order of their fields, from the thread and from here', async () => {
    const parser = new JsonParser();
    const digest = async (text: string) => (await parser.parse('someone', [new Uint8Array(Buffer.from(text))], true)).digest;
    const pad = 'x'.repeat(20_000);
    assert.equal(await digest(`{"a":1,"b":{"d":[1,2],"c":null}}`), await digest(`{ "b": {"c":null,"d":[1, 2]}, "a": 1.0 }`));
    assert.equal(await digest(`{"a":1,"pad":"${pad}"}`), await digest(`{"pad":"${pad}","a":1}`));
    assert.notEqual(await digest(`{"a":[1,2],"pad":"${pad}"}`), await digest(`{"a":[2,1],"pad":"${pad}"}`));
  });

  it('are checked no longer than a valid one would be', () => {
    const schema = z.strictObject({
      list: z
        .array(z.strictObject({ n: z.int() }))
        .max(3, 'at most 3')
        .optional(),
      text: z.string().max(5, 'at most 5').optional(),
      data: z.record(z.string(), z.unknown()).optional(),
    });
    const { error } = schema.safeParse(trimToSchema(schema, { list: Array.from({ length: 50_000 }, () => ({})), text: 'x'.repeat(1e6) }));
    assert.deepEqual([error?.issues.length, error?.issues.filter(({ message }) => message.startsWith('at most')).length], [2, 2]);
    assert.throws(
      () => trimToSchema(schema, Object.fromEntries(Array.from({ length: 30_000 }, (_, i) => [i, i]))),
      /more than 20000 values/,
    );
    const length = z.union([z.string().max(5), z.number()]);
    const lengths = z.strictObject({
      margin: z.union([length, z.strictObject({ top: length })]),
      format: z.union([z.enum(['A4']), length]),
    });
    for (const given of [
      { margin: '0.5in', format: 'A4' },
      { margin: { top: '10 mm' }, format: '2in' },
    ]) {
      assert.deepEqual(lengths.parse(trimToSchema(lengths, structuredClone(given))), given);
    }
    assert.equal(schema.safeParse(trimToSchema(schema, { data: { rows: Array.from({ length: 100_000 }, () => 1) } })).success, true);
  });

  it('of replies are what JSON.stringify writes', async () => {
    const long = `${'a"\\\n€'.repeat(200_000)}${'😀'.repeat(600_000)}\ud800`;
    for (const reply of [{ a: 1 }, { data: long, b: [long, { c: long }], d: 'x', e: undefined }, long, null]) {
      assert.equal((await jsonReply(reply)).toString(), JSON.stringify(reply));
    }
  });

  it('have a budget each account and all together', () => {
    const budget = new BodyBudget({ maxBodyBytes: 3_000_000, maxAccountBodyBytes: 2_000_000 });
    const [one, two, three] = ['a', 'a', 'b'].map((account) => budget.open(account)) as [Share, Share, Share];
    one.take(1_500_000);
    assert.throws(() => {
      two.take(600_000);
    }, /your account/);
    two.take(500_000);
    three.take(1_000_000);
    const late = budget.open('c');
    assert.throws(() => {
      late.expect(70_000);
    }, /Too many large requests/);
    late.take(60_000);
    one.release();
    late.take(1_000_000);
  });
});
type Share = ReturnType<BodyBudget['open']>;

describe('bodies of requests under way', function () {
  this.timeout(120_000);
  let hub: TestHub;
  let caller: Caller;
  before(async () => {
    hub = await startHub({
      config: { http: { port: 0, maxBodyBytes: 1_500_000, maxAccountBodyBytes: 1_048_576, maxJsonValues: 1000, maxJsonDepth: 10 } },
    });
    caller = await hub.account();
    // The first document waits for the browser, longer than a body that is not sent on may take.
    await caller.generate({ html: 'x' });
  });
  after(() => hub.stop());

  const hanging: { end: () => void }[] = [];
  afterEach(() => {
    for (const { end } of hanging.splice(0)) end();
  });

  /** Holds that many bytes by a body that does not end, until `end` is called; tried again when others' are in the way. */
  const hang = (account: Caller, bytes: number): { end: () => void } => {
    let sending: ClientRequest | undefined;
    const send = (): void => {
      const headers = { authorization: `Bearer ${account.key}`, 'content-type': 'application/json', 'transfer-encoding': 'chunked' };
      sending = request(`${hub.url}/v1/generate`, { method: 'POST', headers }, (answer) => {
        answer.resume();
        sending?.destroy();
        send();
      });
      sending.on('error', () => undefined); // it is broken off
      sending.write(`{"html":"${'x'.repeat(bytes)}`);
    };
    send();
    const hung = { end: () => void sending?.destroy() };
    hanging.push(hung);
    return hung;
  };
  const large = { html: `<!--${'x'.repeat(200_000)}-->x` };

  it('are refused with 429 where they are the account’s own, and with 503 where they are others’', async () => {
    const other = await hub.account();
    const own = hang(caller, 900_000);
    const refused = await until('the refusal', async () => {
      const reply = await caller.send('POST', '/v1/generate', large);
      return reply.status === 429 ? reply : undefined;
    });
    assertEnvelope(refused, 429, 'RATE_LIMITED');
    assert.equal(refused.headers.get('retry-after'), '1');
    assert.equal((await other.send('POST', '/v1/generate', large)).status, 201, 'another account has its own budget');
    const theirs = hang(other, 500_000);
    const third = await hub.account();
    const full = await until('the hub’s budget to be used up', async () => {
      const reply = await third.send('POST', '/v1/generate', large);
      return reply.status === 503 ? reply : undefined;
    });
    assertEnvelope(full, 503, 'SERVICE_UNAVAILABLE');
    assert.equal(full.headers.get('retry-after'), '1');
    assert.equal((await third.send('POST', '/v1/generate', { html: 'small' })).status, 201, 'small ones are always taken');
    own.end();
    theirs.end();
    await until('the budget to be free', async () =>
      (await caller.send('POST', '/v1/generate', large)).status === 201 ? true : undefined,
    );
  });

  it('hold as many values and levels as the operator says', async () => {
    const data = (values: number) => ({ html: 'x', data: { list: Array.from({ length: values }, () => 1) } });
    assert.equal((await caller.send('POST', '/v1/generate', data(900))).status, 201);
    for (const body of [data(1000), { html: 'x', data: JSON.parse(`{"a":${'['.repeat(10)}${']'.repeat(10)}}`) as object }]) {
      const reply = await caller.send('POST', '/v1/generate', body);
      assertEnvelope(reply, 400, 'VALIDATION_ERROR');
      assert.match(reply.body.error.message, /more than 1000 values|deeper than 10 levels/);
    }
  });
});
