import assert from 'node:assert/strict';
import { isLocalCss, isLocalValue, isScriptUrl, loads, localCss } from './markup-rules.ts';

describe('isLocalCss', () => {
  const LOCAL = [
    '',
    'p { color: #c00 }',
    'p { background: url(data:image/png;base64,AAAA) }',
    "p { background: URL( 'data:image/png;base64,AAAA' ) }",
    'p { filter: url(#blur) }',
    'p::before { content: "\\201C" }',
    '@media print { p { color: red } }',
    '/* see https://example.com */ p { color: red }',
  ];
  for (const css of LOCAL)
    it(`is true of “${css}”`, () => {
      assert.equal(isLocalCss(css), true);
    });

  const LOADING = [
    'p { background: url(https://example.com/a.png) }',
    'p { background: url( "//example.com/a.png" ) }',
    'p { background: URL(a.png) }',
    '@import "print.css";',
    '@IMPORT url(data:text/css,p{})',
    'p { background: image-set("a.png" 1x) }',
    'p { background: -webkit-image-set("a.png" 1x) }',
    '@font-face { src: src("a.woff2") }',
    '@media (scripting: none) { p { color: red } }',
    // CSS Syntax 3, 4.3.4 and 4.3.7: escapes are resolved before a name is compared with "url" or "import".
    'p { background: \\75rl(https://example.com/a.png) }',
    'p { background: u\\72 l(https://example.com/a.png) }',
    'p { background: \\000055RL(https://example.com/a.png) }',
    'p { background: ur\\l(https://example.com/a.png) }',
    '@\\69mport "https://example.com/a.css";',
    'p { background: imag\\65-set("https://example.com/a.png" 1x) }',
    // Comments may stand between tokens.
    '@media (/* no */ scripting: none) { p { color: red } }',
  ];
  for (const css of LOADING)
    it(`is false of “${css}”`, () => {
      assert.equal(isLocalCss(css), false);
    });
});

describe('localCss', () => {
  it('leaves CSS alone that loads nothing', () => {
    const css = 'p { background: url(data:,x); color: red }';
    assert.equal(localCss(css), css);
  });

  it('takes out what loads and keeps the rest', () => {
    const css = localCss('@import "a.css"; p { background: red url(https://example.com/a.png) } q { mask: url(#m) }');
    assert.ok(isLocalCss(css));
    assert.match(css, /background: red none/);
    assert.match(css, /mask: url\(#m\)/);
  });

  for (const css of [
    'p { background: \\75rl(https://example.com/a.png) }',
    '@\\69mport "https://example.com/a.css";',
    'p { background: url("https://example.com/a.png',
    '@imp@import;ort "https://example.com/a.css";',
    'p { background: image-set(image-set(a) url(https://example.com/a.png)) }',
  ])
    it(`leaves nothing that loads of “${css}”`, () => {
      assert.ok(isLocalCss(localCss(css)), localCss(css));
    });
});

describe('isScriptUrl', () => {
  // URL Standard, 4.4: leading control characters and spaces are stripped, tabs and newlines anywhere.
  for (const url of ['javascript:alert(1)', 'JavaScript:x', ' \u0001javascript:x', 'java\nscript:x', 'java\tscript\r:x', 'vbscript:x'])
    it(`is true of ${JSON.stringify(url)}`, () => {
      assert.equal(isScriptUrl(url), true);
    });

  for (const url of ['https://example.com/?a=javascript:x', 'javascript', '#javascript:', 'mailto:javascript:x', ''])
    it(`is false of ${JSON.stringify(url)}`, () => {
      assert.equal(isScriptUrl(url), false);
    });
});

describe('attributes that load', () => {
  it('are src, srcset, poster, background and data of any element', () => {
    for (const name of ['src', 'srcset', 'poster', 'background', 'data']) assert.equal(loads('anything', name), true, name);
  });

  it('are href of every element but links for readers', () => {
    assert.deepEqual(
      ['link', 'image', 'use', 'base'].map((name) => loads(name, 'href')),
      [true, true, true, true],
    );
    assert.deepEqual(
      ['a', 'area'].map((name) => loads(name, 'href')),
      [false, false],
    );
    assert.equal(loads('a', 'xlink:href'), false);
    assert.equal(loads('use', 'xlink:href'), true);
  });

  it('are not alt, class or id', () => {
    for (const name of ['alt', 'class', 'id', 'title']) assert.equal(loads('img', name), false, name);
  });

  const VALUES: readonly (readonly [attribute: string, value: string, isLocal: boolean])[] = [
    ['src', 'data:image/png;base64,AA', true],
    ['src', ' DATA:,x', true],
    ['src', '', true],
    ['href', '#part', true],
    ['src', 'about:blank', true],
    ['src', 'about:blank#x', false],
    ['src', 'a.png', false],
    ['src', '//example.com/a.png', false],
    ['src', 'https://example.com/a.png', false],
    ['src', 'database.png', false],
    ['srcset', 'data:image/png;base64,AA 1x', true],
    ['srcset', 'data:image/png;base64,AA 1x, https://example.com/a.png 2x', false],
    ['imagesrcset', 'a.png 1x', false],
  ];
  for (const [attribute, value, isLocal] of VALUES)
    it(`${isLocal ? 'may' : 'may not'} be ${attribute}="${value}" in a document that loads nothing`, () => {
      assert.equal(isLocalValue(attribute, value), isLocal);
    });
});
