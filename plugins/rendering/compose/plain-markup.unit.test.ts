import assert from 'node:assert/strict';
import { readPlainMarkup } from './plain-markup.ts';

const isPlain = (html: string): boolean => readPlainMarkup(html) !== undefined;

describe('documents that consist of plain markup', () => {
  const PLAIN: readonly (readonly [name: string, html: string])[] = [
    ['text alone', 'Hello'],
    ['nothing', ''],
    ['a whole document', '<!DOCTYPE html><html lang="en"><head><title>T</title></head><body><p>x</p></body></html>'],
    [
      'a legacy doctype',
      '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd"><p>x',
    ],
    ['unquoted and single-quoted attributes', "<p class=a id='b' hidden>x</p>"],
    ['a slash at the end of a void element', '<p>a<br/>b<img src="data:image/gif;base64,R0lGOD" alt=""/></p>'],
    ['a lone < before a space or digit', 'if a < b or 1 <2'],
    ['a plain comment', '<!-- note --><p>x'],
    ['links for readers, with any address', '<a href="https://example.com/?a=1&b=2">x</a>'],
    ['an image from a data: URL', '<img src="data:image/png;base64,AAAA">'],
    ['CSS that loads nothing', '<style>p { color: red }</style><p style="background: url(data:,x)">x'],
    ['an escaped quote in a style', '<p style="font-family: &quot;Inter&quot;">x'],
    ['inline SVG', '<svg viewBox="0 0 1 1"><defs><path id="p" d="M0 0"/></defs><use href="#p"/><rect fill="url(#p)"/></svg>'],
    ['a title of SVG', '<svg><title>chart</title><g></g></svg>'],
    ['markup in a textarea, which is text', '<textarea><script>x</script></textarea>'],
    [
      'the usual meta elements',
      '<meta charset="utf-8"><meta name="viewport" content="width=1"><meta http-equiv="Content-Type" content="text/html">',
    ],
  ];
  for (const [name, html] of PLAIN)
    it(`may have ${name}`, () => {
      assert.equal(isPlain(html), true);
    });

  const OTHER: readonly (readonly [name: string, html: string])[] = [
    ['a script', '<script>x</script>'],
    ['an event handler', '<p onclick="x">x'],
    ['a frame', '<iframe src="about:blank"></iframe>'],
    ['an object', '<object data="data:text/html,x"></object>'],
    ['a template, noscript or plaintext element', '<noscript>x</noscript>'],
    ['an element nobody knows', '<my-card>x</my-card>'],
    ['an image from elsewhere', '<img src="https://example.com/a.png">'],
    ['a relative image', '<img src=a.png>'],
    ['a stylesheet from elsewhere', '<link rel="stylesheet" href="https://example.com/a.css">'],
    ['a base address', '<base href="https://example.com/"><a href="x">x</a>'],
    ['CSS that loads', '<style>@import "a.css"</style>'],
    ['a style attribute that loads', '<p style="background:url(https://example.com/a.png)">x'],
    ['a style attribute that loads behind references', '<p style="background:url(&quot;https://example.com/a.png&quot;)">x'],
    ['a style attribute with references that are not resolved', '<p style="background&colon;red">x'],
    ['CSS that loads behind an escape', '<style>p { background: \\75rl(https://example.com/a.png) }</style>'],
    // SVG 2, 6.6: presentation attributes are parsed as CSS values.
    ['a presentation attribute that loads', '<svg><rect fill="url(https://example.com/a.svg#p)"/></svg>'],
    ['a presentation attribute that loads behind a reference', '<svg><rect mask="&#117;rl(https://example.com/a.svg#p)"/></svg>'],
    ['a presentation attribute that loads behind an escape', '<svg><rect filter="\\75rl(https://example.com/a.svg#p)"/></svg>'],
    ['a use of another file', '<svg><use href="https://example.com/a.svg#x"/></svg>'],
    ['a refresh', '<meta http-equiv="refresh" content="0; url=https://example.com">'],
    ['a policy', '<meta http-equiv="Content-Security-Policy" content="default-src *">'],
    ['a colour scheme, which outlives the document', '<meta name="color-scheme" content="dark">'],
    ['a comment that older parsers end elsewhere', '<!--> x --><p>x'],
    ['a comment with two dashes', '<!-- a -- b --><p>x'],
    ['a comment that does not end', '<!-- x'],
    ['a bogus comment', '<!ELEMENT x><p>x'],
    ['a processing instruction', '<?xml version="1.0"?><p>x'],
    ['a doctype behind the start', '<p>x<!DOCTYPE html>'],
    ['an end tag with attributes', '<p>x</p class="a">'],
    ['an attribute twice', '<p class="a" class="b">x'],
    ['no space between attributes', '<p class="a"id="b">x'],
    ['a < in an attribute name', '<p a<b="c">x'],
    ['a tag that does not end', '<p class="a"'],
    ['a style element that does not end', '<style>p { color: red }'],
    ['a NUL', '<p>a\0b'],
    ['SVG that does not end', '<svg><g>'],
    ['SVG that ends in another order', '<svg><g><text></g></text></svg>'],
    ['HTML in SVG', '<svg><p>x</p></svg>'],
    ['markup in a style of SVG', '<svg><style><a/></style></svg>'],
    ['a foreign object', '<svg><foreignObject><p>x</p></foreignObject></svg>'],
    ['an animation', '<svg><animate attributeName="href" to="https://example.com"/></svg>'],
    ['a CDATA section', '<svg><![CDATA[x]]></svg>'],
    ['a focus that runs on load', '<input autofocus>'],
  ];
  for (const [name, html] of OTHER)
    it(`may not have ${name}`, () => {
      assert.equal(isPlain(html), false);
    });

  it('tell where markup for the head belongs', () => {
    const html = '<!DOCTYPE html><html><head><meta charset="utf-8"></head><body>x</body></html>';
    const facts = readPlainMarkup(html);
    assert.equal(facts?.headStart, html.indexOf('<meta'));
    assert.equal(facts.headEnd, html.indexOf('</head>'));
  });

  it('have a head that ends before the first text, when no tag says so', () => {
    const html = '<!DOCTYPE html>\n<title>T</title>\nHello';
    const facts = readPlainMarkup(html);
    assert.equal(facts?.headStart, html.indexOf('\n'));
    assert.ok(facts.headEnd <= html.indexOf('Hello') && facts.headEnd >= html.indexOf('</title>') + 8);
  });

  it('have a head that ends before the first element of a body', () => {
    const html = '<style>p{}</style><p>x';
    assert.equal(readPlainMarkup(html)?.headEnd, html.indexOf('<p>'));
  });

  it('tell a title of their own from one of SVG', () => {
    assert.equal(readPlainMarkup('<title>T</title>x')?.hasTitle, true);
    assert.equal(readPlainMarkup('<svg><title>T</title></svg>')?.hasTitle, false);
  });

  it('tell every text and all CSS of style elements', () => {
    const facts = readPlainMarkup('<style>a{}</style><p>one<b>two</b></p><style>b{}</style>');
    assert.ok(facts !== undefined);
    assert.deepEqual(
      facts.texts.filter((text) => !text.includes('{')),
      ['one', 'two'],
    );
    assert.match(facts.css, /a\{\}\s*b\{\}/);
  });
});
