import assert from 'node:assert/strict';
import { Templates } from './handlebars.ts';
import { composeHeaderFooter } from './header-footer.ts';

const templates = new Templates();
const compose = (header: string, data?: Record<string, unknown>, region = {}) => {
  const { header: html, notes } = composeHeaderFooter(templates, { header }, data, region);
  return { html, notes: notes.map(({ code, subject }) => [code, subject]) };
};

describe('a header', () => {
  it('has the data, the helpers and the region of the document', () => {
    assert.deepEqual(compose('{{n}}: {{{formatCurrency total}}}', { n: 'INV-7', total: 1234.5 }, { locale: 'de-DE', currency: 'EUR' }), {
      html: 'INV-7: 1.234,50\u00a0€',
      notes: [],
    });
  });

  it('has the numbers of pages where they are asked for, with data and without', () => {
    const expected = '<span class="pageNumber"></span> of <span class="totalPages"></span>';
    for (const data of [undefined, {}, { pageNumber: 9 }]) {
      assert.deepEqual(compose('{{pageNumber}} of {{ totalPages }}', data), { html: expected, notes: [] });
    }
    assert.equal(
      compose('<span class="pageNumber"></span>{{#if a}}/{{totalPages}}{{/if}}', { a: 1 }).html,
      '<span class="pageNumber"></span>/<span class="totalPages"></span>',
    );
  });

  it('has them as elements of a drawing within one', () => {
    const [page, drawn] = ['<span class="pageNumber"></span>', '<tspan class="pageNumber"></tspan>'];
    for (const [source, html] of [
      ['<svg><text>p. {{pageNumber}}</text></svg>{{pageNumber}}', `<svg><text>p. ${drawn}</text></svg>${page}`],
      ['<svg/>{{pageNumber}}', `<svg/>${page}`],
      ['<svg><svg><text>{{pageNumber}}</text></svg><text>{{pageNumber}}', `<svg><svg><text>${drawn}</text></svg><text>${drawn}`],
      [
        '<svg><foreignObject><b>{{pageNumber}}</b></foreignObject><text>{{pageNumber}}</text></svg>',
        `<svg><foreignObject><b>${page}</b></foreignObject><text>${drawn}</text></svg>`,
      ],
    ] as const)
      assert.equal(compose(source, undefined).html, html);
  });

  for (const asking of [
    '{{#if (eq pageNumber 1)}}first{{/if}}',
    '{{#unless totalPages}}x{{/unless}}',
    '{{add pageNumber 1}}',
    'it is {{#if a}}{{formatNumber totalPages digits=1}}{{/if}}',
  ]) {
    it(`is refused where it asks for them: ${asking}`, () => {
      assert.throws(
        () => compose(asking, { a: "it's" }),
        /asks for (pageNumber|totalPages) in \{\{.*can be printed only, or be in an attribute or a style/,
      );
    });
  }

  it('may ask for what is none: fields of the data of that name, parts of others, text and comments', () => {
    const data = { pageNumber: 7, page: { totalPages: 3 }, labels: { pageNumber: 'Page' } };
    const source =
      '{{!-- pageNumber --}}{{add pageNumber 1}} {{add page.totalPages 1}} {{lookup labels "pageNumber"}} {{#with page}}{{this.totalPages}}{{/with}}';
    assert.equal(compose(source, data).html, '8 4 Page 3');
  });

  it('may have them in attributes and styles, which are filled in when a page is drawn', () => {
    for (const tag of [
      '<b title="> page {{pageNumber}}" aria-label={{pageNumber}}>x</b>',
      '<b style="width:{{pageNumber}}px">x</b>',
      '<a href="?page={{pageNumber}}">x</a>',
      '<style>b{width:{{pageNumber}}px}</style>',
      '<svg><use href="#p{{pageNumber}}"/></svg>',
    ]) {
      const { html = '', notes } = compose(`${tag}{{totalPages}}`, {});
      assert.deepEqual(notes, []);
      const kept = tag.replaceAll(/\{\{|\}\}/g, '\uf8fe');
      assert.ok(html.startsWith(`${kept}<span class="totalPages"></span><span class="platen-numbers"`), html);
    }
    assert.doesNotMatch(compose('<b title=x>{{totalPages}}', {}).html ?? '', /platen-numbers/);
  });

  for (const [header, where] of [
    ['<b {{#if a}}p{{pageNumber}}{{/if}}>x</b>', 'the name of an attribute'],
    ['<h{{pageNumber}}>x', 'the name of an element'],
    ['<img src="data:image/svg+xml,{{pageNumber}}">', 'the attribute src'],
    ['<b style="background:url(data:,{{totalPages}})">x</b>', 'the attribute style'],
    ['<style>b{background:url("p{{pageNumber}}.png")}</style>', 'an address of a style'],
  ] as const) {
    it(`cannot have them in ${where}, and says so: ${header}`, () => {
      const message = `has a page number in ${where}, where it cannot be: page numbers are known when a page is drawn`;
      assert.throws(() => compose(header, { a: 1 }), { problem: { field: 'options.header', message } });
    });
  }

  it('tells what is missing in it and what is wrong with it under its name', () => {
    const { notes } = composeHeaderFooter(templates, { header: '{{a.b}}', footer: '{{formatDate d}}' }, { d: 'soon' }, {});
    assert.deepEqual(notes, [
      { code: 'MISSING_VARIABLE', subject: 'a.b', message: 'options.header: The template uses a.b, which the data lacks.' },
      { code: 'NOT_A_DATE', subject: 'd', message: 'options.footer: formatDate: d is "soon", which is no date; it is printed as it is.' },
    ]);
    assert.throws(() => composeHeaderFooter(templates, { footer: '\n {{#if a}}' }, {}, {}), /Handlebars error at line 2/);
  });

  it('is taken as it is without data, and says what was not filled in', () => {
    assert.deepEqual(compose('{{n}} {{pageNumber}}'), {
      html: '{{n}} <span class="pageNumber"></span>',
      notes: [['MISSING_VARIABLE', 'n']],
    });
    assert.deepEqual(compose('{ n } }}'), { html: '{ n } }}', notes: [] });
  });

  for (const [html, left, subject] of [
    ['<style>@import "a.css";b{color:red}</style><b>x</b>', '<style>b{color:red}</style><b>x</b>', 'a.css'],
    ['<link rel=stylesheet href=a.css><b>x</b>', '<b>x</b>', 'a.css'],
    ['<i style="background:url(a.png);color:red">x</i>', '<i style="background:none;color:red">x</i>', 'a.png'],
    ['<img src="https://example.com/logo.png" width=5><b>x</b>', '<img  width=5><b>x</b>', 'https://example.com/logo.png'],
    ['<img srcset="/a.png 2x"><b>x</b>', '<img ><b>x</b>', '/a.png 2x'],
    ['<svg><image href="//host/x.png"/></svg>', '<svg><image /></svg>', '//host/x.png'],
    ['<iframe src="https://example.com"></iframe>x', 'x', 'https://example.com'],
  ] as const) {
    it(`cannot load, and says so: ${html}`, () => {
      assert.deepEqual(compose(html, {}), { html: left, notes: [['ASSET_FAILED', subject]] });
    });
  }

  it('runs no scripts, and says so', () => {
    assert.deepEqual(compose('<b onclick="x()">a</b><script>x("</b>")</script>b', {}), {
      html: '<b >a</b>b',
      notes: [
        ['CONSOLE_ERROR', 'onclick'],
        ['CONSOLE_ERROR', 'script'],
      ],
    });
  });

  for (const html of [
    '<img src="data:image/png;base64,AA">',
    '<i style="background:url(data:,x)">x</i>',
    '<link rel=stylesheet href="data:text/css,p{}">',
    '<svg><path fill="url(#a)"/></svg>',
    '<a href="https://example.com">link</a>',
    '<style>b{color:red}</style><b>x</b>',
  ]) {
    it(`may hold what it needs itself, as in ${html}`, () => {
      assert.deepEqual(compose(html, {}), { html, notes: [] });
    });
  }
});
