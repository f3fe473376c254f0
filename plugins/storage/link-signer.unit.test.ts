import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { isSigned, linkSecret, sign } from './link-signer.ts';

const PART = { key: '2026/11/21/a.pdf', expires: 1_800_000_000, filename: 'invoice.pdf' };

describe('signed links', () => {
  it('are HMAC-SHA256 over key, expiry and name, in base64url', () => {
    const expected = createHmac('sha256', 'secret').update('2026/11/21/a.pdf\n1800000000\ninvoice.pdf').digest('base64url');
    assert.equal(sign('secret', PART), expected);
  });

  it('hold for what was signed', () => {
    assert.equal(isSigned('secret', PART, sign('secret', PART)), true);
  });

  for (const [name, part] of [
    ['another key', { ...PART, key: '2026/11/21/b.pdf' }],
    ['a later expiry', { ...PART, expires: PART.expires + 1 }],
    ['another name', { ...PART, filename: 'other.pdf' }],
  ] as const)
    it(`do not hold for ${name}`, () => {
      assert.equal(isSigned('secret', part, sign('secret', PART)), false);
    });

  for (const signature of ['', 'x', sign('other', PART), `${sign('secret', PART)}=`, sign('secret', PART).slice(1)])
    it(`do not hold with the signature “${signature.slice(0, 12)}…”`, () => {
      assert.equal(isSigned('secret', PART, signature), false);
    });

  it('use the operator’s secret where there is one', () => {
    assert.equal(linkSecret('configured', '/nowhere'), 'configured');
  });
});
