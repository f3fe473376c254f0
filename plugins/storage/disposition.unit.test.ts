import assert from 'node:assert/strict';
import { contentDisposition } from './disposition.ts';

/** The two names of the header, as RFC 6266 and RFC 8187 have them. */
function namesOf(filename: string): { readonly plain: string; readonly extended: string } {
  const header = contentDisposition(filename);
  const [, plain = '', extended = ''] = /^inline; filename="([^"]*)"; filename\*=UTF-8''(\S*)$/.exec(header) ?? [];
  return { plain, extended };
}

/** RFC 8187, 3.2.1: value-chars are attr-char or percent-encoded octets. */
const VALUE_CHARS = /^(?:[A-Za-z0-9!#$&+.^_`|~-]|%[0-9A-F]{2})*$/;

describe('contentDisposition', () => {
  for (const name of [
    'invoice.pdf',
    'a b.pdf',
    'Rechnung für Zoë.pdf',
    'счёт.pdf',
    '😀.pdf',
    `it's (1) *new*!.pdf`,
    'a"b.pdf',
    '100%.pdf',
    'a;b=c.pdf',
  ])
    it(`gives back ${name} in UTF-8`, () => {
      const { extended } = namesOf(name);
      assert.match(extended, VALUE_CHARS);
      assert.equal(decodeURIComponent(extended), name);
    });

  it('has a name in ASCII for old readers, without what could end it', () => {
    assert.equal(namesOf('Zoë "x".pdf').plain, 'Zo_ _x_.pdf');
    assert.match(contentDisposition('a\\b.pdf'), /^inline; filename="a_b\.pdf";/);
  });

  it('lets no line break into the header', () => {
    assert.doesNotMatch(contentDisposition('a\r\nSet-Cookie: x'), /[\r\n]/);
  });
});
