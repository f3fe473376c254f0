import assert from 'node:assert/strict';
import { stripExternal } from './strip-external.ts';

describe('stripExternal', () => {
  const CASES: readonly (readonly [name: string, given: string, expected: string])[] = [
    ['leaves plain markup as it was written', '<p class="a">x &amp; y</p>', '<p class="a">x &amp; y</p>'],
    ['leaves expressions as they were written', '<p>{{#each a}}{{b}}{{/each}}</p>', '<p>{{#each a}}{{b}}{{/each}}</p>'],
    ['cuts scripts with their content', 'a<script>x</script>b', 'ab'],
    ['cuts handlers', '<p onclick="x" id="a">b</p>', '<p  id="a">b</p>'],
    ['cuts what loads and keeps the element', '<img alt="a" src="https://example.com/a.png">', '<img alt="a" >'],
    ['keeps images from data: URLs', '<img src="data:,x">', '<img src="data:,x">'],
    ['keeps images whose address the data gives', '<img src="{{logo}}">', '<img src="{{logo}}">'],
    ['unwraps objects and links', '<object data="a">b</object><link href="a.css">', 'b'],
    ['cuts comments', 'a<!-- b -->c', 'ac'],
    ['cuts a refresh', '<meta http-equiv="refresh" content="0">x', 'x'],
    ['cuts links that run scripts and keeps their text', '<a href="javascript:x">b</a>', '<a >b</a>'],
    ['escapes raw output', '<p>{{{a}}}</p>', '<p>{{a}}</p>'],
    ['takes loading rules out of a style', '<style>@import "a.css"; p { color: red }</style>', '<style> p { color: red }</style>'],
  ];
  for (const [name, given, expected] of CASES)
    it(name, () => {
      assert.equal(stripExternal(given), expected);
    });

  for (const html of [
    '<style>p { background: \\75rl(https://example.com/a.png) }</style>',
    '<p style="background: \\75rl(https://example.com/a.png)">x</p>',
    '<svg><rect mask="url(https://example.com/a.svg#m)"/></svg>',
    '<svg><rect filter="&#117;rl(https://example.com/a.svg#m)"/></svg>',
    '<p style="color: {{c}}; background: url(https://example.com/a.png); mask: u&#114;l(https://example.com/b.svg#m)">x</p>',
    '<style>@\\69mport "https://example.com/a.css";</style>',
  ])
    it(`leaves no address of ${html}`, () => {
      assert.doesNotMatch(stripExternal(html), /example\.com/);
    });

  it('cuts again what a cut has joined', () => {
    assert.doesNotMatch(stripExternal('<scr<script></script>ipt>alert(1)</script>'), /<script/i);
  });

  for (const html of [
    '<{{tag}}>x',
    '<p {{attribute}}>x',
    '<p {{#if a}}class="b">{{/if}}x',
    '<p title="{{#if a}}">x{{/if}}',
    '<!-- {{#if a}} -->x{{/if}}',
  ])
    it(`refuses ${html}, where an expression decides what is markup`, () => {
      assert.throws(() => stripExternal(html), { name: 'SourceRefused' });
    });

  it('says at which line', () => {
    assert.throws(() => stripExternal('<p>\n\n<{{tag}}>'), /at line 3/);
  });
});
