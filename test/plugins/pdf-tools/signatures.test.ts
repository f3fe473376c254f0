import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { assertEnvelope, type Caller } from '../../support/caller.ts';
import { Authority, PASSPHRASE } from '../../support/certificates.ts';
import { startHub, type TestHub } from '../../support/hub.ts';
import { isInstalled } from '../../support/installed.ts';
import { readPdf } from '../../support/pdf.ts';
import { temporaryFolder } from '../../support/services.ts';
import { base64, form, pages } from './fixtures.ts';
import { bytesOf, type FileReply, Tools } from './tools.ts';

interface Signed extends FileReply {
  readonly cryptographically_signed: boolean;
  readonly level?: string;
}

describe('digital signatures', function () {
  this.timeout(60_000);
  const folder = temporaryFolder('signatures');
  let authority: Authority;
  let trust: string;
  let hub: TestHub;
  let caller: Caller;
  let tools: Tools;
  let other: TestHub;
  let others: Tools;

  const start = async (file: string, more: object = {}): Promise<TestHub> =>
    startHub({
      config: { egress: { allow: ['127.0.0.1:*'] } },
      plugins: { 'pdf-tools': { config: { certificate: { file, passphrase: PASSPHRASE, ...more }, protect: true } } },
    });

  before(async function () {
    for (const tool of ['openssl', 'certutil', 'pdfsig', 'qpdf']) {
      if (!isInstalled(tool)) this.skip(); // .ci/run installs the judges
    }
    authority = new Authority(join(folder.path, 'ca'));
    trust = authority.trust();
    hub = await start(authority.issue('Rosa', { kind: 'rsa' }));
    caller = await hub.account();
    tools = new Tools(caller);
    other = await start(authority.issue('Elia', { kind: 'ec' }));
    others = new Tools(await other.account());
  });
  after(async () => {
    for (const started of [hub, other] as (TestHub | undefined)[]) await started?.stop();
    folder.remove();
  });

  /** What poppler says of each signature, oldest first. */
  const verdicts = (pdf: Uint8Array): string[] => {
    const path = join(folder.path, 'judged.pdf');
    writeFileSync(path, pdf);
    const { stdout } = spawnSync('pdfsig', ['-nssdir', trust, path], { encoding: 'utf8' });
    return stdout
      .split(/^Signature #\d+:/m)
      .slice(1)
      .map((text) =>
        [/Signature Validation: (.*)\./, /Certificate Validation: (.*)\./].map((what) => what.exec(text)?.[1] ?? '').join(', '),
      );
  };
  const GOOD = 'Signature is Valid, Certificate is Trusted';
  const signature = { name: 'Rosa Parks', reason: 'Approved', location: 'Montgomery', contact: 'rosa@example.com', certificate: true };

  it('are valid and trusted, by RSA and EC keys, and cover the file', async () => {
    const reply = await tools.call<Signed>('sign', { pdf: base64(await pages(2)), ...signature });
    assert.deepEqual([reply.cryptographically_signed, reply.level], [true, 'B-B']);
    const signed = await bytesOf(reply);
    assert.deepEqual(verdicts(signed), [GOOD]);
    assert.match((await readPdf(signed))[0]?.text ?? '', /PAGE-1/);
    const { body } = await caller.send<{ signatures: number }>('POST', '/v1/pdf/info', { pdf: base64(signed) });
    assert.equal(body.signatures, 1);
    const flipped = Uint8Array.from(signed);
    const at = Buffer.from(signed).indexOf('MediaBox') + 12;
    flipped[at] = flipped[at] === 0x30 ? 0x31 : 0x30;
    assert.match(verdicts(flipped)[0] ?? '', /Digest Mismatch/);
    assert.deepEqual(verdicts(await bytesOf(await others.call('sign', { pdf: base64(await pages(1)), ...signature }))), [GOOD]);
  });

  it('stay valid when the file is signed again, digitally or on paper, and everything else is refused', async () => {
    const once = await bytesOf(await tools.call('sign', { pdf: base64(await form()), ...signature }));
    // Two signers: poppler looks up the same certificate only once in a run, and cannot tell of it the second time.
    const twice = await bytesOf(await others.call('sign', { pdf: base64(once), ...signature, y: 200 }));
    assert.deepEqual(verdicts(twice), [GOOD, GOOD]);
    assert.equal(Buffer.compare(twice.subarray(0, once.byteLength), once), 0, 'it is appended to');
    const stamped = await bytesOf(await tools.call<Signed>('sign', { pdf: base64(twice), name: 'On paper', y: 300 }));
    assert.deepEqual(verdicts(stamped), [GOOD, GOOD]);
    const look = async (pdf: Uint8Array): Promise<string | undefined> =>
      (await tools.call('preview', { pdf: base64(pdf), output: 'base64' })).data;
    assert.notEqual(await look(stamped), await look(twice));
    execFileSync('qpdf', ['--check', join(folder.path, 'judged.pdf')]);
    const pdf = base64(once);
    await tools.refused('forms/fill', { pdf, fields: [{ name: 'notes', value: 'x' }] }, ['pdf'], /break the signature/);
    await tools.refused(
      'forms/add-fields',
      { pdf, fields: [{ name: 'n', type: 'text', page: 0, x: 1, y: 1 }] },
      ['pdf'],
      /break the signature/,
    );
    await tools.refused('watermark', { pdf, text: 'x' }, ['pdf'], /break the signature/);
    await tools.refused('protect', { pdf, owner_password: 'x' }, ['pdf'], /break the signature/);
    for (const [tool, body] of [
      ['pdfa', { pdf }],
      ['split', { pdf }],
      ['merge', { pdfs: [{ pdf }, { pdf }] }],
    ] as const) {
      const { warnings } = await tools.call<{ warnings: { code: string }[] }>(tool, body);
      assert.ok(
        warnings.some(({ code }) => code === 'SIGNATURE_REMOVED'),
        tool,
      );
    }
  });

  it('carry a time stamp where the operator has an authority for it, and are not made without when it is away', async () => {
    const stamps = await authority.timestamps();
    const timed = await start(authority.path('Rosa.p12'), { timestampUrl: stamps.url });
    try {
      const account = await timed.account();
      const own = new Tools(account);
      const reply = await own.call<Signed>('sign', { pdf: base64(await pages(1)), ...signature });
      assert.equal(reply.level, 'B-T');
      const signed = await bytesOf(reply);
      assert.deepEqual(verdicts(signed), [GOOD]);
      // The token's own OID, 1.2.840.113549.1.9.16.2.14, within the signature.
      assert.ok(Buffer.from(signed).toString('latin1').toLowerCase().includes('060b2a864886f70d010910020e'));
      await stamps.close();
      const away = await account.send('POST', '/v1/pdf/sign', { pdf: base64(await pages(1)), ...signature });
      assertEnvelope(away, 500, 'INTERNAL_ERROR');
      const visual = await own.call<Signed>('sign', { pdf: base64(await pages(1)), name: 'paper' });
      assert.equal(visual.cryptographically_signed, false);
    } finally {
      await timed.stop();
    }
  });

  it('are the last step after rendering', async () => {
    const sign = { type: 'sign', name: 'Rosa', certificate: true };
    const made = await caller.pdf({ html: '<p>contract', steps: [{ type: 'watermark', text: 'COPY' }, sign] });
    assert.deepEqual(verdicts(made), [GOOD]);
    await caller.refused('POST', '/v1/generate', { html: 'x', steps: [sign, { type: 'pdfa' }] }, 400, 'VALIDATION_ERROR', ['steps.0.type']);
  });

  it('need a certificate that can be opened and is valid', async () => {
    const plain = await startHub();
    try {
      const account = await plain.account();
      await new Tools(account).refused(
        'sign',
        { pdf: base64(await pages(1)), ...signature },
        ['certificate'],
        /no certificate is configured/,
      );
      const steps = [{ type: 'sign', name: 'x', certificate: true }];
      await account.refused('POST', '/v1/generate', { html: 'x', steps }, 400, 'VALIDATION_ERROR', ['steps.0.certificate']);
    } finally {
      await plain.stop();
    }
    await assert.rejects(start(authority.path('Rosa.p12'), { passphrase: 'wrong' }), /cannot be opened with its passphrase/);
    await assert.rejects(start('/nowhere.p12'), /cannot be read/);
    const clock = (): Date => new Date(Date.now() + 40 * 24 * 60 * 60 * 1000);
    const config = { certificate: { file: authority.path('Rosa.p12'), passphrase: PASSPHRASE } };
    await assert.rejects(startHub({ plugins: { 'pdf-tools': { config } }, clock }), /is valid from/);
  });
});
