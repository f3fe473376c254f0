import assert from 'node:assert/strict';
import { finished, submit } from '../../support/batches.ts';
import { type Caller, download, type Generated } from '../../support/caller.ts';
import { type SharedHub, sharedHub, startHub } from '../../support/hub.ts';
import { readPdf, textOf } from '../../support/pdf.ts';
import { base64, pages, turned } from './fixtures.ts';
import { bytesOf, type FileReply, Tools } from './tools.ts';

/** One red pixel. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

describe('watermarks and steps', () => {
  let hub: SharedHub;
  let caller: Caller;
  let other: Caller;
  let call: Tools['call'];
  let refused: Tools['refused'];
  before(async () => {
    hub = await sharedHub();
    [caller, other] = await Promise.all([hub.account(), hub.account()]);
    ({ call, refused } = new Tools(caller));
  });
  after(() => hub.stop());

  it('draw a text over or under pages, upright when they are turned', async () => {
    const plain = await readPdf(await pages(3));
    const marked = await bytesOf(
      await call('watermark', { pdf: base64(await pages(3)), text: 'ENTWURF', opacity: 0.5, color: '#ff0000', pages: [[2, 3]] }),
    );
    const seen = await readPdf(marked);
    assert.deepEqual(
      seen.map(({ text }) => text.includes('ENTWURF')),
      [false, true, true],
    );
    assert.ok((seen[1]?.ink ?? 0) > (plain[1]?.ink ?? 1));
    assert.match(await textOf(marked), /PAGE-1.*PAGE-2.*PAGE-3/);
    for (const angle of [0, 90, 180, 270] as const) {
      const flat = await bytesOf(await call('watermark', { pdf: base64(await turned(angle)), text: 'UPRIGHT', rotation: 0, opacity: 1 }));
      const [page] = await readPdf(flat);
      // Across the middle from left to right as it is seen, so the columns at the edge of the middle row are inked more than its top.
      const row = Array.from({ length: 41 }, (_, i) => page?.colorAt(0.15 + (0.7 * i) / 40, 0.5)).filter(
        (colour) => (colour?.[0] ?? 255) < 200,
      );
      const column = Array.from({ length: 41 }, (_, i) => page?.colorAt(0.5, 0.1 + (0.8 * i) / 40)).filter(
        (colour) => (colour?.[0] ?? 255) < 200,
      );
      assert.ok(row.length > column.length, `${String(angle)}: ${String(row.length)} across, ${String(column.length)} down`);
    }
    const under = await bytesOf(
      await call('watermark', { pdf: base64(await pages(1)), image: PNG, layer: 'under', opacity: 1, rotation: 0 }),
    );
    const [page] = await readPdf(under);
    const [red = 0, green = 255] = page?.colorAt(0.5, 0.6) ?? [];
    assert.ok(red > 200 && green < 200);
    const pdf = base64(await pages(2));
    await refused('watermark', { pdf }, ['text']);
    await refused('watermark', { pdf, text: 'x', image: PNG }, ['text']);
    await refused('watermark', { pdf, image: base64(Buffer.from('no picture')) }, ['image'], /PNG or JPEG/);
    await refused('watermark', { pdf, text: 'x', opacity: 0, color: 'red', layer: 'beside' }, ['opacity', 'color', 'layer']);
    await refused('watermark', { pdf, text: 'x', pages: [[3]] }, ['pages.0'], /within 1 to 2/);
  });

  it('are taken in order after rendering, in single documents and in batches', async () => {
    const first = await caller.generate({ html: '<p>Cover' });
    const steps = [
      { type: 'merge', generation: first.id, position: 'before' },
      { type: 'watermark', text: 'COPY' },
      { type: 'sign', name: 'Ada' },
    ];
    const made = await caller.generate({ html: '<p>Body', steps });
    assert.equal(made.pages, 2);
    const text = await textOf(await download(made.url));
    assert.match(text, /Cover.*COPY.*Body.*COPY/);
    const { body } = await caller.send<{ pages: number; file_size: number }>('GET', `/v1/generations/${made.id}`);
    assert.deepEqual([body.pages, body.file_size], [2, made.file_size]);

    const { batch_id } = await submit(caller, {
      items: [
        { html: '<p>One', steps: [{ type: 'pdfa', title: 'Archive' }] },
        { html: '<p>Two', steps: [{ type: 'protect', owner_password: 'owner' }] },
        { html: '<p>Three', steps: [{ type: 'sign', name: 'x', page: 5 }] },
      ],
    });
    const state = await finished(caller, batch_id);
    assert.deepEqual(
      state.generations.map(({ status }) => status),
      ['completed', 'completed', 'failed'],
    );
    assert.match(state.generations[2]?.error ?? '', /steps\.0\.page: must be 0/);
    const told = await call<{ claims: string[] }>('info', { pdf: base64(await download(state.generations[0]?.url ?? '')) });
    assert.deepEqual(told.claims, ['PDF/A-1b']);
    assert.equal(
      (await call<{ encrypted: boolean }>('info', { pdf: base64(await download(state.generations[1]?.url ?? '')), password: '' }))
        .encrypted,
      true,
    );
  });

  it('pass on what tools warn of, which refuses a document that is to be strict', async () => {
    const transparent = { html: '<p style="opacity: .5">Pale</p>' };
    const archived = await caller.generate({ ...transparent, steps: [{ type: 'watermark', text: 'COPY' }, { type: 'pdfa' }] });
    const { body } = await caller.send<Generated>('GET', `/v1/generations/${archived.id}`);
    for (const { warnings } of [archived, body]) {
      assert.deepEqual(
        warnings.map(({ code, subject }) => [code, subject]),
        [['PAGE_RASTERIZED', 'steps.1']],
      );
      assert.match(warnings[0]?.message ?? '', /^Page 1 is a picture .*transparency/);
    }
    assert.deepEqual((await caller.generate({ ...transparent, steps: [{ type: 'pdfa', level: '2b' }] })).warnings, []);
    const strict = { ...transparent, strict: true, steps: [{ type: 'pdfa' }] };
    const error = await caller.refused('POST', '/v1/generate', strict, 400, 'VALIDATION_ERROR', ['steps.0']);
    assert.match(error.message, /PAGE_RASTERIZED: Page 1 is a picture/);
  });

  it('merge a PDF that is sent along, as the tool itself does', async () => {
    const pdf = base64(await pages(2, 'SENT'));
    const made = await caller.generate({ html: '<p>Body', steps: [{ type: 'merge', pdf }] });
    assert.equal(made.pages, 3);
    assert.match(await textOf(await download(made.url)), /Body.*SENT-1.*SENT-2/);
    for (const [steps, field, message] of [
      [[{ type: 'merge', pdf: 'not base64!' }], 'steps.0.pdf', /must be a PDF as base64/],
      [
        [
          { type: 'sign', name: 'x' },
          { type: 'merge', pdf: base64(Buffer.from('no PDF')), position: 'before' },
        ],
        'steps.1.pdf',
        /is not a PDF/,
      ],
      [[{ type: 'merge', pdf, generation: made.id }], 'steps.0.pdf_url', /send one of pdf, pdf_url and generation/],
    ] as const) {
      const error = await caller.refused('POST', '/v1/generate', { html: 'x', steps }, 400, 'VALIDATION_ERROR', [field]);
      assert.match(error.message, message);
    }
  });

  it('are refused by their place when they can never work', async () => {
    const mine = await caller.generate({ html: 'x' });
    const refuse = async (account: Caller, steps: unknown, fields: readonly string[]): Promise<void> => {
      await account.refused('POST', '/v1/generate', { html: 'x', steps }, 400, 'VALIDATION_ERROR', fields);
    };
    for (const [steps, fields] of [
      [[], ['steps']],
      ['pdfa', ['steps']],
      [[{ type: 'shrink' }], ['steps.0.type']],
      [[{ type: 'watermark' }], ['steps.0.text']],
      [[{ type: 'sign' }], ['steps.0.name']],
      [[{ type: 'pdfa' }, { type: 'sign', name: 'x' }], ['steps.0.type']],
      [[{ type: 'merge' }], ['steps.0.pdf_url']],
      [[{ type: 'merge', pdf_url: 'http://10.0.0.1/a.pdf' }], ['steps.0.pdf_url']],
      [[{ type: 'merge', generation: 'gen_none' }], ['steps.0.generation']],
      [[{ type: 'protect', owner_password: 'a', user_password: 'a' }], ['steps.0.owner_password']],
      [Array.from({ length: 11 }, () => ({ type: 'pdfa' })), ['steps']],
    ] as const) {
      await refuse(caller, steps, fields);
    }
    await refuse(other, [{ type: 'merge', generation: mine.id }], ['steps.0.generation']);
    await caller.refused(
      'POST',
      '/v1/generate/batch',
      { items: [{ html: 'x' }, { html: 'x', steps: [{ type: 'merge', generation: 'gen_x' }] }] },
      400,
      'VALIDATION_ERROR',
      ['items.1.steps.0.generation'],
    );
    const off = await startHub();
    try {
      await refuse(await off.account(), [{ type: 'protect', owner_password: 'x' }], ['steps.0.type']);
    } finally {
      await off.stop();
    }
    const late = await caller.send<Generated>('POST', '/v1/generate', { html: 'x', steps: [{ type: 'sign', name: 'x', x: 19_000 }] });
    assert.equal(late.status, 400);
  });

  it('leave nothing behind when one fails', async () => {
    const before = (await caller.send<{ data: unknown[] }>('GET', '/v1/generations?limit=100')).body.data.length;
    const error = await caller.refused(
      'POST',
      '/v1/generate',
      { html: 'x', steps: [{ type: 'sign', name: 'a𒀀' }] },
      400,
      'VALIDATION_ERROR',
      ['steps.0.name'],
    );
    assert.match(error.message, /no font/);
    assert.equal((await caller.send<{ data: unknown[] }>('GET', '/v1/generations?limit=100')).body.data.length, before);
    const reply: FileReply = await call('watermark', { pdf: base64(await pages(1)), text: 'x' });
    assert.ok(reply.file_size > 0);
  });
});
