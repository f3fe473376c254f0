import assert from 'node:assert/strict';
import { scanDocument } from './scan.ts';

describe('scanDocument', () => {
  it('collects characters beyond ASCII once, as code points', () => {
    assert.deepEqual(scanDocument('<p>é 😀 é').codePoints, [0xe9, 0x1f600]);
  });

  it('resolves character references, named and numeric, with and without the semicolon', () => {
    assert.deepEqual(new Set(scanDocument('<p>&euro; &#x4e2d; &#20013; &copy x').codePoints), new Set([0x20ac, 0x4e2d, 0xa9]));
  });

  it('maps numeric references as the HTML standard does (13.2.5.80)', () => {
    assert.deepEqual(scanDocument('<p>&#128;').codePoints, [0x20ac]);
  });

  it('does not collect what attributes hold', () => {
    assert.deepEqual(scanDocument('<p title="é">x').codePoints, []);
  });

  it('tells fonts that the document brings', () => {
    assert.equal(scanDocument('<style>@font-face { font-family: a; src: url(data:,x) }</style>x').webFonts, true);
    assert.equal(scanDocument('<p>@font-face').webFonts, false);
  });

  it('finds title and head also in documents with scripts', () => {
    const html = '<!DOCTYPE html><html><head><title>T</title><script>x</script></head><body>x</body></html>';
    const scan = scanDocument(html);
    assert.deepEqual([scan.selfContained, scan.hasTitle], [false, true]);
    assert.equal(scan.headStart, html.indexOf('<title>'));
    assert.equal(scan.headEnd, html.indexOf('</head>'));
  });

  it('does not take a title of SVG for the document’s', () => {
    assert.equal(scanDocument('<body><script>x</script><svg><title>T</title></svg>').hasTitle, false);
  });

  it('does not take a tag in a script or comment for one', () => {
    assert.equal(scanDocument('<script>"<title>T</title>"</script>x').hasTitle, false);
    assert.equal(scanDocument('<!-- <title>T</title> --><iframe></iframe>x').hasTitle, false);
  });

  it('ends the head where the first element of a body begins, tags or not', () => {
    const html = '<script>x</script><p>x</p>';
    assert.equal(scanDocument(html).headEnd, html.indexOf('<p>'));
  });
});
