import assert from 'node:assert/strict';
import { contentDisposition } from './content-disposition.ts';

/** RFC 8187, 3.2.1: value-chars are attr-char or percent-encoded octets. */
const VALUE_CHARS = /^(?:[A-Za-z0-9!#$&+.^_`|~-]|%[0-9A-F]{2})*$/;

describe('contentDisposition', () => {
  for (const name of ['Rechnung für Zoë.pdf', 'счёт.pdf', '😀.pdf', `it's (1) "new"*.pdf`, '100%25.pdf'])
    it(`gives back ${name} in UTF-8`, () => {
      const [, extended = ''] = /^inline; filename="[^"]*"; filename\*=UTF-8''(\S*)$/.exec(contentDisposition('inline', name)) ?? [];
      assert.match(extended, VALUE_CHARS);
      assert.equal(decodeURIComponent(extended), name);
    });

  for (const name of ['invoice.pdf', 'a b.pdf', 'a;b=c.pdf', '100%.pdf'])
    it(`gives ${name} as it is`, () => {
      assert.equal(contentDisposition('attachment', name), `attachment; filename="${name}"`);
    });

  it('has a name in ASCII for old readers, without what could end it', () => {
    assert.match(contentDisposition('inline', 'Zoë "x"\\.pdf'), /^inline; filename="Zo_ _x__\.pdf";/);
  });

  it('lets no line break into the header', () => {
    assert.doesNotMatch(contentDisposition('inline', 'a\r\nSet-Cookie: x'), /[\r\n]/);
  });
});
