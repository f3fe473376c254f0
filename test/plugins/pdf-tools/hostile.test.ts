import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import { deflateSync, crc32 } from 'node:zlib';
import type { Caller, Envelope, Reply } from '../../support/caller.ts';
import { startHub, type TestHub } from '../../support/hub.ts';
import { until } from '../../support/until.ts';
import { ANSWER_LIMIT_MS, busyChildren, isTooBusy } from './children.ts';
import { base64, pages } from './fixtures.ts';
import { hostilePdf, quickHostilePdfs } from './hostile-pdfs.ts';

const AT_ONCE = 2;

/** Every tool with a body that a sound file would have answered, or refused for its fields. */
const TOOLS: Readonly<Record<string, (pdf: string) => object>> = {
  'forms/list-fields': (pdf) => ({ pdf }),
  'forms/fill': (pdf) => ({ pdf, fields: [{ name: 'a', value: 'x' }] }),
  'forms/fill and flatten': (pdf) => ({ pdf, fields: [{ name: 'a', value: 'x' }], flatten: true }),
  'forms/add-fields': (pdf) => ({ pdf, fields: [{ name: 'new', type: 'text', page: 0, x: 1, y: 1, width: 20, height: 10 }] }),
  sign: (pdf) => ({ pdf, name: 'Ada', x: 1, y: 1, width: 50, height: 20 }),
  split: (pdf) => ({ pdf, ranges: [[1]] }),
  pdfa: (pdf) => ({ pdf }),
  merge: (pdf) => ({ pdfs: [{ pdf }, { pdf }] }),
  watermark: (pdf) => ({ pdf, text: 'x' }),
  info: (pdf) => ({ pdf }),
  preview: (pdf) => ({ pdf }),
  protect: (pdf) => ({ pdf, owner_password: 'x' }),
};

function pngChunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const whole = Buffer.alloc(body.byteLength + 8);
  whole.writeUInt32BE(data.byteLength);
  body.copy(whole, 4);
  whole.writeUInt32BE(crc32(body), body.byteLength + 4);
  return whole;
}

/** A PNG that says what it measures, and unpacks to what it likes. */
function png(width: number, height: number, rows: Uint8Array): string {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 6, 0, 0, 0], 8);
  const parts = [pngChunk('IHDR', header), pngChunk('IDAT', deflateSync(rows)), pngChunk('IEND', Buffer.alloc(0))];
  return base64(Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...parts]));
}

describe('hostile PDFs', function () {
  this.timeout(900_000);
  let hub: TestHub;
  let caller: Caller;
  before(async () => {
    hub = await startHub({ plugins: { limits: false, 'pdf-tools': { config: { protect: true, children: 3 } } } });
    caller = await hub.account();
    await caller.send('POST', '/v1/pdf/info', { pdf: base64(await pages(1)) });
  });
  after(() => hub.stop());

  /** Asks, and asserts that the answer blames nobody but the file, or a machine that is busy. */
  const ask = async (what: string, tool: string, body: object): Promise<Reply<Partial<Envelope>>> => {
    const reply = await caller.send<Partial<Envelope>>(
      'POST',
      `/v1/pdf/${tool.replace(/ .*/, '')}`,
      body,
      {},
      AbortSignal.timeout(ANSWER_LIMIT_MS),
    );
    assert.ok(isTooBusy(reply) || [200, 400, 422].includes(reply.status), `${tool} of ${what}: ${JSON.stringify(reply.body)}`);
    return reply;
  };

  it('are refused or worked on, whatever is done with them, and are never a fault of the hub', async () => {
    const files = quickHostilePdfs();
    let count = 0;
    const work = async (): Promise<void> => {
      for (const { name, bytes } of files) {
        count++;
        for (const [tool, body] of Object.entries(TOOLS)) await ask(name, tool, body(base64(bytes)));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    assert.ok(count >= 80, String(count));
    assert.deepEqual(
      hub.log.filter((line) => line.includes('a request failed')),
      [],
    );
  });

  for (const [name, tools] of [
    ['500 MB of content', ['pdfa', 'watermark', 'split']],
    ['500 MB of content in pieces', ['pdfa']],
    ['one content 100 times', ['pdfa']],
    ['10 MB of opened arrays', ['pdfa']],
    ['10 MB of opened dictionaries', ['preview']],
    ['10 MB of opened states', ['split']],
    ['10 MB of a string', ['pdfa']],
    ['an LZW that grows', ['pdfa']],
    ['run lengths that grow', ['preview']],
    ['forms that multiply', ['pdfa', 'preview']],
    ['fields that multiply', Object.keys(TOOLS)],
    ['fields 5,000 deep', ['pdfa', 'forms/list-fields']],
    ['a tree 20,000 deep', ['sign', 'forms/add-fields']],
    ['one page 100,000 times', ['pdfa']],
    ['1,500 pages', ['split']],
    ['a chain of 100,000 references', ['split']],
    ['20,000 fields', ['forms/fill', 'info']],
    ['a picture of 100,000 × 100,000', ['preview', 'pdfa']],
    ['100,000 annotations', ['sign', 'forms/fill and flatten']],
  ] as const) {
    it(`of the heavy kind are answered in time: ${name}`, async () => {
      const pdf = base64(hostilePdf(name));
      for (const tool of tools) await ask(name, tool, TOOLS[tool]?.(pdf) ?? {});
    });
  }

  it('with more ways to fields than a reader could follow are refused before it tries', async () => {
    const pdf = base64(hostilePdf('fields that multiply'));
    for (const [tool, more] of [
      ['preview', {}],
      ['pdfa', {}],
      ['watermark', { text: 'x', layer: 'under' }],
    ] as const) {
      const { status, body } = await ask('fields that multiply', tool, { pdf, ...more });
      assert.deepEqual([status, body.error?.fields], [400, [{ field: 'pdf', message: 'is too complex (more than 100000 fields)' }]]);
    }
  });

  it('of many objects are worked on: 84,000 are no reason to refuse a file', async () => {
    const pdf = base64(hostilePdf('84,000 objects'));
    for (const tool of ['info', 'split', 'sign', 'pdfa']) {
      // That the machine is too busy is no refusal of the file.
      const { status, body } = await until(
        'a machine with time for it',
        async () => {
          const reply = await ask('84,000 objects', tool, TOOLS[tool]?.(pdf) ?? {});
          return isTooBusy(reply) ? undefined : reply;
        },
        300_000,
      );
      assert.equal(status, 200, `${tool}: ${JSON.stringify(body.error)}`);
    }
  });

  it('may take 10 s of processor time, and waiting for a processor does not count', async () => {
    const pdf = base64(await pages(600));
    const answered = ask('600 pages', 'split', { pdf });
    await until('work on it', async () => Promise.resolve(busyChildren().length > 0 ? true : undefined), 5000);
    const children = busyChildren();
    for (const pid of children) process.kill(pid, 'SIGSTOP');
    await setTimeout(11_000);
    for (const pid of children) process.kill(pid, 'SIGCONT');
    assert.equal((await answered).status, 200);
  });

  it('and pictures of pages too large to be drawn name what to change', async () => {
    const pdf = base64(hostilePdf('a MediaBox: of 14,400 points'));
    for (const dpi of [72, 300]) {
      const reply = await ask('14,400 points', 'preview', { pdf, dpi });
      assert.deepEqual([reply.status, reply.body.error?.fields?.map(({ field }) => field)], [400, ['dpi']]);
    }
  });

  it('and hostile pictures for a signature are refused, or drawn as far as they go', async () => {
    const pdf = base64(await pages(1));
    const bomb = Buffer.alloc(300 * 1024 * 1024);
    for (const [what, image, expected] of [
      ['more rows than it says', png(1, 1, bomb), 400],
      // Decoders of browsers leave what is missing transparent, too.
      ['fewer rows than it says', png(3900, 3900, bomb.subarray(0, 1000)), 200],
      ['no pixels', png(0, 0, bomb.subarray(0, 10)), 400],
      ['billions of pixels', png(60_000, 60_000, bomb.subarray(0, 10)), 400],
    ] as const) {
      const { status } = await ask('a picture', 'sign', { pdf, name: 'x', image });
      assert.equal(status, expected, what);
    }
  });
});
