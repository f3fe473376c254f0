import assert from 'node:assert/strict';
import { AiProvider, begins, refuses } from '../../support/ai-provider.ts';
import { Canary } from '../../support/canary.ts';
import { assertEnvelope, type Caller } from '../../support/caller.ts';
import { startHub, type TestHub } from '../../support/hub.ts';
import { textOf } from '../../support/pdf.ts';
import { Visitor } from '../../support/visitor.ts';

interface Written {
  readonly html: string;
  readonly variables: readonly string[];
  readonly type: string;
  readonly style: string;
}

const KEY = 'sk-CANARY-SECRET-KEY';
const TEMPLATE = `<!DOCTYPE html><html><head><style>@page { size: A4 }</style></head><body>
<h1>{{company.name}}</h1>{{#each items}}<p>{{name}} {{formatCurrency price}}</p>{{/each}}<p>Total {{total}}</p></body></html>`;

describe('templates from a prompt', () => {
  let provider: AiProvider;
  let hub: TestHub;
  let caller: Caller;
  before(async () => {
    provider = await AiProvider.open();
    const config = { apiKey: KEY, baseUrl: provider.baseUrl, model: 'test-model', timeoutMs: 1500 };
    hub = await startHub({ plugins: { ai: { config } } });
    caller = await hub.account();
  });
  after(async () => {
    await hub.stop();
    await provider.close();
  });

  const write = async (body: object): Promise<Written> => {
    const reply = await caller.send<Written>('POST', '/v1/ai/generate-template', body);
    assert.equal(reply.status, 200, JSON.stringify(reply.body));
    return reply.body;
  };
  const failed = async (pattern: RegExp): Promise<void> => {
    const error = await caller.refused('POST', '/v1/ai/generate-template', { prompt: 'an invoice' }, 502, 'AI_ERROR');
    assert.match(error.message, pattern);
    assert.doesNotMatch(error.message, /CANARY/);
  };

  it('are what the provider wrote, cleaned, with every variable', async () => {
    provider.next(`Here you are:\n\`\`\`html\n${TEMPLATE}\n\`\`\`\nEnjoy!`);
    const written = await write({
      prompt: 'An invoice for my bakery',
      type: 'invoice',
      style: 'minimal',
      variables: ['total', 'company.name'],
    });
    assert.deepEqual(written, {
      html: TEMPLATE,
      variables: ['company.name', 'items', 'items.name', 'items.price', 'total'],
      type: 'invoice',
      style: 'minimal',
    });
    const [asked] = provider.asked;
    assert.deepEqual([asked?.authorization, asked?.model], [`Bearer ${KEY}`, 'test-model']);
    const [system, user] = asked?.messages ?? [];
    assert.match(system?.content ?? '', /@page[\s\S]*table-header-group|formatCurrency/);
    assert.match(user?.content ?? '', /invoice[\s\S]*minimal[\s\S]*total, company\.name[\s\S]*An invoice for my bakery/);
    const saved = await caller.send<{ id: string }>('POST', '/v1/templates', { name: 'AI', html_content: written.html });
    assert.equal(saved.status, 201);
    const data = { company: { name: 'Bakery' }, items: [{ name: 'Bread', price: 4 }], total: 4 };
    assert.equal(await textOf(await caller.pdf({ html: written.html, data })), 'Bakery Bread $4.00 Total 4');
    provider.next(TEMPLATE);
    const plain = await write({ prompt: 'x' });
    assert.deepEqual([plain.type, plain.style], ['other', 'professional']);
  });

  it('hold no scripts and load nothing', async () => {
    const canary = await Canary.open();
    const host = `http://127.0.0.1:${String(canary.port)}`;
    try {
      provider.next(
        `<html><head><link rel="stylesheet" href="${host}/a.css"><script src="${host}/b.js"></script><script>fetch('${host}/c')</script>
        <style>@import url("${host}/d.css"); body { background: url(${host}/e.png) }</style></head>
        <body onload="alert(1)"><img src="${host}/f.png" alt="logo"><a href="javascript:alert(1)">x</a><iframe src="${host}/g"></iframe><p>{{name}}</p></body></html>`,
      );
      const { html } = await write({ prompt: 'x' });
      assert.doesNotMatch(html, /<script|<link|<iframe|onload|javascript:|127\.0\.0\.1/);
      assert.match(html, /<p>\{\{name\}\}<\/p>/);
      await caller.generate({ html, data: { name: 'x' } });
      assert.deepEqual(canary.hits, []);
    } finally {
      await canary.close();
    }
  });

  it('hold no scripts either where parsers disagree about what is a tag', async () => {
    for (const html of [
      '<title/><!--</title><script>alert(1)</script>-->',
      '<title\r/><!--</title><script>alert(1)</script>-->',
      '<textarea/><!--</textarea><script>alert(1)</script>-->',
      '<p><![CDATA[><script>alert(1)</script>]]>',
      '<svg><title><script>alert(1)</script></title><style><script>alert(1)</script></style></svg>',
      '<svg><font color="a"><style><!--</style><script>alert(1)</script>-->',
      '<math><annotation-xml encoding="text/html"><style><!--</style><script>alert(1)</script>-->',
      '<noscript><p title="</noscript><script>alert(1)</script>">',
      '<xmp><p></xmp><script>alert(1)</script>',
      '<select><style><!--</style><script>alert(1)</script>-->',
      '<!-- --!><script>alert(1)</script><!-- -->',
      '<!--><script>alert(1)</script>-->',
      '<scr<script>x</script>ipt>alert(1)</script>',
      '<template><script>alert(1)</script></template><plaintext><script>alert(1)</script>',
      '<p/onclick=alert(1)><p a="b"onclick=alert(1)><a href=" java\tscript:alert(1)">x</a>',
    ]) {
      provider.next(`<html><body><h1>{{title}}</h1>${html}</body></html>`);
      const written = await write({ prompt: 'x' });
      assert.doesNotMatch(written.html, /<script|onclick|java\s*script:/i, html);
      assert.match(written.html, /<h1>\{\{title\}\}<\/h1>/, html);
      const { warnings } = await caller.generate({ html: written.html, data: { title: 'x' } });
      assert.deepEqual(warnings, [], html);
    }
  });

  it('are written again where an expression could finish a tag', async () => {
    for (const html of [
      '<{{x}}script>alert(1)</{{x}}script>',
      '<scr{{x}}ipt>alert(1)</script>',
      '{{#if x}}<!--{{/if}}<script>alert(1)</script>{{#if x}}-->{{/if}}',
      '<p title="{{#if x}}"{{/if}} onload=alert(1) {{#if x}}"{{/if}}>',
      '<p o{{x}}nload="alert(1)">',
      '<title>{{#if x}}</title>{{/if}}<script>alert(1)</script>',
    ]) {
      provider.next(`<html><body>${html}</body></html>`, TEMPLATE);
      assert.equal((await write({ prompt: 'x' })).html, TEMPLATE, html);
      assert.match(provider.asked[1]?.messages.at(-1)?.content ?? '', /at line 1|expression/, html);
    }
    provider.next('<html><body><p {{#if x}}class="{{x}}"{{/if}}>{{{x}}}</p></body></html>');
    assert.equal((await write({ prompt: 'x' })).html, '<html><body><p {{#if x}}class="{{x}}"{{/if}}>{{x}}</p></body></html>');
  });

  it('are repaired once', async () => {
    provider.next('<html><body>{{#if x}}oops</body></html>', TEMPLATE);
    assert.equal((await write({ prompt: 'x' })).html, TEMPLATE);
    assert.equal(provider.asked.length, 2);
    const repair = provider.asked[1]?.messages.at(-1)?.content ?? '';
    assert.match(repair, /line 1.*the template ends before a block or expression is closed/);
    provider.next('I am sorry, I cannot do that. CANARY', TEMPLATE);
    assert.equal((await write({ prompt: 'x' })).html, TEMPLATE);
    provider.next('<html>{{shout x}}</html>', '<html>{{#each}}</html>');
    await failed(/returned an invalid template twice/);
    provider.next('', '');
    await failed(/invalid template/);
    assert.equal(provider.asked.length, 2);
  });

  it('answer 502 with a short reason of ours when the provider fails', async () => {
    for (const [answer, reason] of [
      [refuses(500, 'CANARY stack'), /had an error/],
      [refuses(401, `CANARY bad key ${KEY}`), /refuses the key of this server/],
      [refuses(404, 'CANARY'), /does not know the model/],
      [refuses(429, 'CANARY', { 'retry-after': '20' }), /busy or its quota/],
      [refuses(400, 'CANARY'), /refused the request/],
      [begins('<html>', (response) => response.destroy()), /could not be reached|not its protocol|had an error/],
      [
        begins('<html>', (response) => response.end('data: {"error":{"message":"CANARY overloaded","type":"server_error"}}\n\n')),
        /had an error/,
      ],
      [begins('<html>', (response) => response.end('data: {not json\n\n')), /not its protocol/],
      [begins('x'.repeat(500_000), (response) => response.end()), /answered with too much/],
      [begins('<html>', () => undefined), /did not answer in time/],
      [() => undefined, /did not answer in time/],
      [
        (response) => {
          response.writeHead(200, { 'content-type': 'text/html' }).end('<html>CANARY login page</html>');
        },
        /not its protocol|invalid template/,
      ],
    ] as const satisfies readonly [Parameters<AiProvider['next']>[0], RegExp][]) {
      const started = performance.now();
      provider.next(answer, answer);
      await failed(reason);
      assert.ok(performance.now() - started < 6000);
    }
    assert.doesNotMatch(hub.log.join(''), new RegExp(KEY));
  });

  it('answer 502 when nobody listens, and 503 without a key', async () => {
    const nowhere = await startHub({ plugins: { ai: { config: { apiKey: 'x', baseUrl: 'http://127.0.0.1:1/v1' } } } });
    try {
      const account = await nowhere.account();
      const error = await account.refused('POST', '/v1/ai/generate-template', { prompt: 'x' }, 502, 'AI_ERROR');
      assert.match(error.message, /could not be reached/);
    } finally {
      await nowhere.stop();
    }
    const without = await startHub();
    try {
      const account = await without.account();
      assertEnvelope(await account.send('POST', '/v1/ai/generate-template', { prompt: 'x' }), 503, 'AI_NOT_CONFIGURED');
      await account.refused('POST', '/v1/ai/generate-template', { prompt: '' }, 400, 'VALIDATION_ERROR', ['prompt']);
    } finally {
      await without.stop();
    }
  });

  it('begin in the dashboard too, and open in the studio', async () => {
    const visitor = await new Visitor(hub).enter(caller.email);
    assert.match(await visitor.open('/dashboard/templates'), /New from a prompt/);
    await visitor.open('/dashboard/templates/write');
    provider.next(TEMPLATE);
    const written = await visitor.post('/dashboard/templates/write', {
      _do: 'write',
      prompt: 'An invoice for a bakery',
      type: 'invoice',
      style: 'modern',
    });
    assert.match(written.location ?? '', /^\/dashboard\/templates\/tmpl_/);
    assert.match(await visitor.open(written.location ?? ''), /An invoice for a bakery[\s\S]*company\.name/);
    await visitor.open('/dashboard/templates/write');
    const empty = await visitor.post('/dashboard/templates/write', { _do: 'write', prompt: ' ', type: 'poster', style: 'modern' });
    assert.equal(empty.status, 400);
    assert.match(empty.text, /Description must say something/);
    assert.match(empty.text, /Kind is one of/);
    provider.next(refuses(500, 'broken'));
    const failed = await visitor.post('/dashboard/templates/write', { _do: 'write', prompt: 'kept words', type: 'other', style: 'modern' });
    assert.equal(failed.status, 502);
    assert.match(failed.text, /kept words/);
    assert.match(failed.text, /role="alert"/);
  });

  it('check what is asked', async () => {
    for (const [body, field] of [
      [{}, 'prompt'],
      [{ prompt: '' }, 'prompt'],
      [{ prompt: '   ' }, 'prompt'],
      [{ prompt: 'x'.repeat(2001) }, 'prompt'],
      [{ prompt: ['x'] }, 'prompt'],
      [{ prompt: 'x', type: 'poster' }, 'type'],
      [{ prompt: 'x', style: 'loud' }, 'style'],
      [{ prompt: 'x', variables: 'total' }, 'variables'],
      [{ prompt: 'x', variables: ['a b'] }, 'variables.0'],
      [{ prompt: 'x', model: 'x' }, 'model'],
    ] as const) {
      await caller.refused('POST', '/v1/ai/generate-template', body, 400, 'VALIDATION_ERROR', [field]);
    }
    provider.next(TEMPLATE);
    await write({ prompt: 'x'.repeat(2000) });
    const key = { 'idempotency-key': 'ai-1' };
    provider.next(TEMPLATE);
    for (let n = 0; n < 2; n++) assert.equal((await caller.send('POST', '/v1/ai/generate-template', { prompt: 'x' }, key)).status, 200);
    assert.equal(provider.asked.length, 1);
  });
});
