import assert from 'node:assert/strict';
import { completeDocument, completeSmallDocument, type PageWish } from './document.ts';

/** Letter, where a format is asked for. */
const wish = (format = false): PageWish => ({ paper: [8.5, 11], given: { format, margins: [] } });
const complete = (html: string, styles?: string, format = false, title?: string) => completeDocument(html, title, styles, wish(format));

describe('completeDocument', () => {
  it('leaves a document alone that has a title and gets no styles', () => {
    const html = '<title>T</title><p>x';
    assert.equal(complete(html).html, html);
  });

  it('gives a title to a document that has none, and escapes it', () => {
    assert.equal(complete('<p>x', undefined, undefined, 'A & B <i>').html, '<title>A &amp; B &lt;i></title><p>x');
    assert.equal(complete('<p>x').html, '<title>Document</title><p>x');
  });

  it('puts the title behind the doctype, so that the page stays in standards mode', () => {
    assert.match(complete('<!DOCTYPE html><p>x').html, /^<!DOCTYPE html><title>/);
  });

  it('puts the caller’s styles last in the head, so that they win', () => {
    const { html } = complete('<html><head><title>T</title><style>p{color:red}</style></head><body>x', 'p{color:blue}');
    assert.equal(html, '<html><head><title>T</title><style>p{color:red}</style><style>p{color:blue}</style></head><body>x');
  });

  it('overrules a page size of the document’s own where a paper was chosen', () => {
    const html = '<title>T</title><style>@page { size: A5; margin: 0 }</style>x';
    assert.equal(complete(html, undefined, true).html, `${html}<style>@page{size:8.5in 11in}</style>`);
    assert.equal(complete(html).html, html);
  });

  it('also overrules one that comes with the styles', () => {
    assert.match(complete('<title>T</title>x', '@page{size:A5}', true).html, /@page\{size:8\.5in 11in\}/);
    assert.match(complete('<title>T</title>x', '@page{size:A5 !important}', true).html, /@page\{size:8\.5in 11in!important\}/);
  });

  it('does not mind a margin on the page', () => {
    assert.doesNotMatch(complete('<title>T</title><style>@page { margin: 0 }</style>x', undefined, true).html, /8\.5in/);
  });

  it('is self-contained only when the styles are', () => {
    assert.equal(complete('<p>x', 'p{color:red}').selfContained, true);
    assert.equal(complete('<p>x', '@import "https://example.com/a.css"').selfContained, false);
    assert.equal(complete('<script></script>', 'p{color:red}').selfContained, false);
  });

  it('knows what has pictures or fonts to load after its markup', () => {
    assert.equal(complete('<p style="color: red">x').loadsData, false);
    assert.equal(complete('<img src="DATA:image/png;base64,x">').loadsData, true);
    assert.equal(complete('<p>x', 'p { background: url(data:,x) }').loadsData, true);
    // However else the address is written, the document is none of those that are judged by this.
    for (const src of ['&#100;ata:,x', 'da&Tab;ta:,x', 'da\nta:,x']) assert.equal(complete(`<img src="${src}">`).selfContained, false, src);
    assert.equal(complete('<p style="background: url(\\64 ata:,x)">').selfContained, false);
  });

  it('knows fonts that come with the styles', () => {
    assert.equal(complete('<p>x', '@font-face{src:url(data:,x)}').webFonts, true);
  });
});

describe('completeSmallDocument', () => {
  it('gives what completeDocument gives', () => {
    for (const html of ['<p>x', '<title>T</title><style>@page { size: A5 }</style><h1>ä &rarr; x</h1>', '<img src="data:,x">'])
      assert.deepEqual(completeSmallDocument(html, 'title', wish(true)), completeDocument(html, 'title', undefined, wish(true)));
  });

  it('leaves what is long, or not self-contained, to a thread', () => {
    assert.notEqual(completeSmallDocument('x'.repeat(2048), undefined, wish()), undefined);
    assert.equal(completeSmallDocument('x'.repeat(2049), undefined, wish()), undefined);
    assert.equal(completeSmallDocument('<script></script>', undefined, wish()), undefined);
  });
});
