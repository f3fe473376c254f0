import { deflateSync } from 'node:zlib';

export interface HostilePdf {
  readonly name: string;
  readonly bytes: Buffer;
}

/** Objects by number; 1 is the catalog, 2 the page tree, 3 the first page. */
type Objects = Readonly<Record<number, string | Buffer>>;

/** A file with a correct cross-reference table, so that only its objects are wrong. */
function write(objects: Objects): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  const offsets = new Map<number, number>();
  let at = parts[0]?.byteLength ?? 0;
  const push = (part: Buffer): void => {
    parts.push(part);
    at += part.byteLength;
  };
  const numbers = Object.keys(objects).map(Number);
  for (const number of numbers) {
    offsets.set(number, at);
    push(Buffer.from(`${String(number)} 0 obj\n`));
    push(Buffer.from(objects[number] ?? 'null'));
    push(Buffer.from('\nendobj\n'));
  }
  const size = Math.max(...numbers) + 1;
  const rows = Array.from({ length: size }, (_, number) => {
    const offset = offsets.get(number);
    return offset === undefined ? '0000000000 65535 f \n' : `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const start = at;
  push(
    Buffer.from(
      `xref\n0 ${String(size)}\n${rows.join('')}trailer\n<</Size ${String(size)}/Root 1 0 R>>\nstartxref\n${String(start)}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}

const stream = (data: string | Buffer, entries = ''): Buffer => {
  const bytes = Buffer.from(data);
  return Buffer.concat([Buffer.from(`<<${entries}/Length ${String(bytes.byteLength)}>>\nstream\n`), bytes, Buffer.from('\nendstream')]);
};
const packed = (data: Buffer, entries = ''): Buffer => stream(deflateSync(data), `${entries}/Filter/FlateDecode`);

const PAGE = '/Type/Page/Parent 2 0 R/Resources<</Font<</F0 9 0 R>>>>/Contents 4 0 R';
const PLAIN: Objects = {
  1: '<</Type/Catalog/Pages 2 0 R>>',
  2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
  3: `<<${PAGE}/MediaBox[0 0 300 400]>>`,
  4: stream('BT /F0 12 Tf 40 40 Td (text) Tj ET'),
  9: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
};

/** What differs from a plain file: made when it is asked for, as some is large. */
type Made = Readonly<Record<string, () => Objects>>;

const page = (entries: string, more: Objects = {}): Objects => ({
  3: `<<${PAGE}${/MediaBox/.test(entries) ? '' : '/MediaBox[0 0 300 400]'}${entries}>>`,
  ...more,
});
const form = (fields: string, more: Objects): Objects => ({
  1: `<</Type/Catalog/Pages 2 0 R/AcroForm<</DA(/F0 0 Tf)/DR<</Font<</F0 9 0 R>>>>/Fields ${fields}>>>>`,
  ...more,
});
const nested = (depth: number, open: string, close: string): string => open.repeat(depth) + close.repeat(depth);
const widget = (entries: string): string => `<</Type/Annot/Subtype/Widget/Rect[10 10 90 30]/P 3 0 R${entries}>>`;
const megabytes = (count: number, text: string): Buffer => Buffer.alloc(count * 1024 * 1024, text);

const BOXES = {
  huge: '[0 0 1e30 1e30]',
  'beyond floats': `[0 0 1${'0'.repeat(400)} 1${'0'.repeat(400)}]`,
  negative: '[0 0 -300 -400]',
  empty: '[0 0 0 0]',
  tiny: '[0 0 1e-30 1e-30]',
  'not a number': '[0 0 NaN 400]',
  names: '[/a /b /c /d]',
  short: '[0 0 300]',
  'a reference to itself': '3 0 R',
  'a string': '(0 0 300 400)',
  'far away': '[1e30 1e30 2e30 2e30]',
  'of 14,400 points': '[0 0 14400 14400]',
};

/** Page trees. */
const TREES: Made = {
  'a page tree that holds itself': () => ({ 2: '<</Type/Pages/Kids[2 0 R 3 0 R]/Count 2>>' }),
  'a page that is its own parent': () => ({ 3: '<</Type/Page/Parent 3 0 R/MediaBox[0 0 300 400]>>' }),
  'parents in a circle': () => ({
    2: '<</Type/Pages/Parent 5 0 R/Kids[5 0 R]/Count 1>>',
    5: '<</Type/Pages/Parent 2 0 R/Kids[3 0 R]/Count 1>>',
    3: '<</Type/Page/Parent 5 0 R>>',
  }),
  'parents in a circle above a page': () => ({
    3: `<</Type/Page/Parent 6 0 R/Contents 4 0 R>>`,
    6: '<</Type/Pages/Parent 7 0 R>>',
    7: '<</Type/Pages/Parent 6 0 R>>',
  }),
  'pages that multiply': () => ({
    2: '<</Type/Pages/Kids[100 0 R 100 0 R]/Count 1>>',
    ...Object.fromEntries(
      Array.from({ length: 30 }, (_, i) => [100 + i, `<</Type/Pages/Parent 2 0 R/Kids[${`${String(101 + i)} 0 R `.repeat(2)}]/Count 1>>`]),
    ),
    130: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>',
  }),
  'a count of a billion': () => ({ 2: '<</Type/Pages/Kids[3 0 R]/Count 1000000000>>' }),
  'a negative count': () => ({ 2: '<</Type/Pages/Kids[3 0 R]/Count -5>>' }),
  'kids that are no pages': () => ({ 2: '<</Type/Pages/Kids[9 0 R (x) 7 null 3 0 R]/Count 5>>' }),
  'no page tree': () => ({ 1: '<</Type/Catalog>>' }),
  'a catalog that is a page': () => ({ 1: '<</Type/Page/Pages 2 0 R>>' }),
};

const BOXES_OF_PAGES: Made = {
  ...Object.fromEntries(Object.entries(BOXES).map(([name, box]) => [`a MediaBox: ${name}`, () => page(`/MediaBox ${box}`)])),
  ...Object.fromEntries(Object.entries(BOXES).map(([name, box]) => [`a CropBox: ${name}`, () => page(`/CropBox ${box}`)])),
  'a turn of NaN': () => page('/Rotate /NaN'),
  'a turn of 1e30': () => page('/Rotate 1e30'),
  'a turn of 45': () => page('/Rotate 45'),
  'a UserUnit of 1e30': () => page('/UserUnit 1e30'),
};

const FORMS: Made = {
  'fields in a circle': () => form('[5 0 R]', { 5: '<</T(a)/Kids[6 0 R]>>', 6: '<</T(b)/Kids[5 0 R]>>' }),
  'a field that is its own parent': () => form('[5 0 R]', { 5: '<</FT/Tx/T(a)/Parent 5 0 R>>' }),
  'a field that is its own kid': () => form('[5 0 R]', { 5: '<</FT/Tx/T(a)/Kids[5 0 R]>>' }),
  'parents of fields in a circle': () =>
    form('[5 0 R]', {
      3: `<<${PAGE}/MediaBox[0 0 300 400]/Annots[5 0 R]>>`,
      5: widget('/FT/Tx/T(a)/Parent 6 0 R'),
      6: '<</T(b)/Parent 7 0 R/Kids[5 0 R]>>',
      7: '<</T(c)/Parent 6 0 R/Kids[6 0 R]>>',
    }),
  'a field of every wrong type': () =>
    form('[5 0 R 6 0 R 7 0 R 8 0 R]', {
      5: '<</FT/Tx/T 17/V[1 2]/MaxLen(x)/Ff(x)>>',
      6: '<</FT/Ch/T(c)/Opt 5/V 5/I(x)>>',
      7: '<</FT/Btn/T(b)/AS 5/AP 7/Kids(x)>>',
      8: '<</FT/Nope/T(n)>>',
    }),
  'fields that are no dictionaries': () => form('[1 (x) null [5 0 R] /a 99 0 R]', {}),
  'a widget with a wrong box': () =>
    form('[5 0 R]', {
      3: `<<${PAGE}/MediaBox[0 0 300 400]/Annots[5 0 R]>>`,
      5: '<</Type/Annot/Subtype/Widget/FT/Tx/T(a)/Rect[1e30 /x NaN]/DA(nonsense)>>',
    }),
  'a widget with a box of 1e30': () =>
    form('[5 0 R]', {
      3: `<<${PAGE}/MediaBox[0 0 300 400]/Annots[5 0 R]>>`,
      5: '<</Type/Annot/Subtype/Widget/FT/Tx/T(a)/Ff 4096/Rect[0 0 1e30 1e30]/DA(/F0 1e30 Tf)>>',
    }),
  'two fields of one name': () => form('[5 0 R 6 0 R]', { 5: '<</FT/Tx/T(a)/V(one)>>', 6: '<</FT/Tx/T(a)/V(two)>>' }),
  'an appearance that draws itself': () =>
    form('[5 0 R]', {
      3: `<<${PAGE}/MediaBox[0 0 300 400]/Annots[5 0 R]>>`,
      5: widget('/FT/Tx/T(a)/AP<</N 6 0 R>>'),
      6: stream('/X Do', '/Type/XObject/Subtype/Form/BBox[0 0 10 10]/Resources<</XObject<</X 6 0 R>>>>'),
    }),
  'a form that is an array': () => ({ 1: '<</Type/Catalog/Pages 2 0 R/AcroForm[1 2]>>' }),
  'a form that is the catalog': () => ({ 1: '<</Type/Catalog/Pages 2 0 R/AcroForm 1 0 R/Fields[1 0 R]>>' }),
};

const OBJECTS: Made = {
  'an object that is a reference to itself': () => ({ 4: '4 0 R' }),
  'references in a circle': () => ({ 4: '5 0 R', 5: '6 0 R', 6: '4 0 R' }),
  'a length that is its own stream': () => ({ 4: '<</Length 4 0 R>>\nstream\nBT ET\nendstream' }),
  'arrays 100,000 deep': () => page('/PieceInfo 5 0 R', { 5: nested(100_000, '[', ']') }),
  'arrays 3,000 deep': () => page('/PieceInfo 5 0 R/Foo 5 0 R', { 5: nested(3000, '[', ']') }),
  'dictionaries 100,000 deep': () => page('/PieceInfo 5 0 R', { 5: `${'<</A'.repeat(100_000)} 1${'>>'.repeat(100_000)}` }),
  'resources in a circle': () =>
    page('/Resources 5 0 R', {
      5: '<</XObject<</A 6 0 R>>/Pattern 5 0 R>>',
      6: stream('/A Do', '/Subtype/Form/BBox[0 0 1 1]/Resources 5 0 R'),
    }),
  'a tree of names in a circle': () => ({
    1: '<</Type/Catalog/Pages 2 0 R/Names<</Dests 5 0 R>>>>',
    5: '<</Kids[6 0 R]>>',
    6: '<</Kids[5 0 R]>>',
  }),
  'a link to a name that names itself': () =>
    page('/Annots[5 0 R]', {
      1: '<</Type/Catalog/Pages 2 0 R/Dests<</a 6 0 R>>>>',
      5: '<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/Dest/a>>',
      6: '<</D/a>>',
    }),
  'outlines in a circle': () =>
    page('', {
      1: '<</Type/Catalog/Pages 2 0 R/Outlines 5 0 R>>',
      5: '<</First 6 0 R/Last 6 0 R>>',
      6: '<</Title(x)/Parent 5 0 R/Next 6 0 R/First 6 0 R>>',
    }),
  'annotations that are the page': () => page('/Annots 3 0 R'),
  'wrong metadata': () => ({
    1: '<</Type/Catalog/Pages 2 0 R/Metadata 5 0 R/MarkInfo 7/Lang 5/ViewerPreferences(x)>>',
    5: stream('x', '/Filter/Nope'),
  }),
  'a catalog of wrong types': () => ({
    1: '<</Type/Catalog/Pages 2 0 R/Names 7/Outlines(x)/OCProperties[1]/AcroForm null/Perms 5/StructTreeRoot 3 0 R>>',
  }),
  'layers in a circle': () => ({
    1: '<</Type/Catalog/Pages 2 0 R/OCProperties 5 0 R>>',
    5: '<</OCGs[5 0 R]/D 5 0 R/OFF[5 0 R]/Order[[5 0 R]]>>',
  }),
  'a signature without anything': () => ({
    1: '<</Type/Catalog/Pages 2 0 R/Perms<</DocMDP 5 0 R>>/AcroForm<</SigFlags 3/Fields[5 0 R]>>>>',
    5: '<</FT/Sig/T(s)/V 5 0 R/Reference[5 0 R]/TransformParams 5 0 R/ByteRange[0 1e30 -5 7]>>',
  }),
};

/** Contents, and what they draw with. */
const CONTENTS: Made = {
  'numbers of every kind': () => ({
    4: stream('1e30 -1e30 99999999999999999999 .-.5 --3 +-1 0 0 NaN 1 cm 1e30 0 0 1e30 0 0 cm 0 0 m 1e30 1e30 l S'),
  }),
  'a picture with a mask that is itself': () => ({
    3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]/Resources<</XObject<</I 5 0 R>>>>/Contents 4 0 R>>',
    4: stream('100 0 0 100 0 0 cm /I Do'),
    5: stream('abc', '/Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace 5 0 R/SMask 5 0 R'),
  }),
  'a font that is nothing': () => ({ 9: '<</Type/Font/Subtype/Type0/Encoding 9 0 R/DescendantFonts[9 0 R]/ToUnicode 9 0 R>>' }),
  'a font with a broken file': () => ({
    9: '<</Type/Font/Subtype/TrueType/BaseFont/A/FirstChar -5/LastChar 1e9/Widths[1 2]/FontDescriptor 10 0 R>>',
    10: '<</Type/FontDescriptor/FontFile2 11 0 R/Flags 4>>',
    11: stream(Buffer.concat([Buffer.from([0, 1, 0, 0, 255, 255]), Buffer.alloc(100, 255)])),
  }),
  'filters fifty times': () => ({ 4: stream(deflateSync(Buffer.from('q Q')), `/Filter[${'/FlateDecode '.repeat(50)}]`) }),
};

/** Some are large, or keep a reader busy up to its limit. */
const HEAVY: Made = {
  'a tree 20,000 deep': () => ({
    2: '<</Type/Pages/Kids[100 0 R]/Count 1>>',
    ...Object.fromEntries(
      Array.from({ length: 20_000 }, (_, i) => [
        100 + i,
        `<</Type/Pages/Parent ${String(i === 0 ? 2 : 99 + i)} 0 R/Kids[${String(i === 19_999 ? 3 : 101 + i)} 0 R]/Count 1>>`,
      ]),
    ),
    3: '<</Type/Page/Parent 20099 0 R/MediaBox[0 0 300 400]/Contents 4 0 R>>',
  }),
  'one page 100,000 times': () => ({ 2: `<</Type/Pages/Kids[${'3 0 R '.repeat(100_000)}]/Count 100000>>` }),
  '1,500 pages': () => ({
    2: `<</Type/Pages/Kids[${Array.from({ length: 1500 }, (_, i) => `${String(100 + i)} 0 R`).join(' ')}]/Count 1500>>`,
    ...Object.fromEntries(Array.from({ length: 1500 }, (_, i) => [100 + i, `<<${PAGE}/MediaBox[0 0 300 400]>>`])),
  }),
  '20,000 fields': () =>
    form(`[${Array.from({ length: 20_000 }, (_, i) => `${String(100 + i)} 0 R`).join(' ')}]`, {
      ...Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [100 + i, `<</FT/Tx/T(f${String(i)})>>`])),
    }),
  'fields 5,000 deep': () =>
    form('[100 0 R]', {
      3: `<<${PAGE}/MediaBox[0 0 300 400]/Annots[5099 0 R]>>`,
      ...Object.fromEntries(
        Array.from({ length: 5000 }, (_, i) => [
          100 + i,
          i === 4999
            ? widget(`/FT/Tx/T(z)/Parent ${String(99 + i)} 0 R`)
            : `<</T(a)${i === 0 ? '' : `/Parent ${String(99 + i)} 0 R`}/Kids[${String(101 + i)} 0 R]>>`,
        ]),
      ),
    }),
  'fields that multiply': () =>
    form('[100 0 R]', {
      ...Object.fromEntries(Array.from({ length: 30 }, (_, i) => [100 + i, `<</T(a)/Kids[${`${String(101 + i)} 0 R `.repeat(2)}]>>`])),
      130: '<</FT/Tx/T(a)>>',
    }),
  'forms that multiply': () => ({
    3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]/Resources<</XObject<</X 100 0 R>>>>/Contents 4 0 R>>',
    4: stream('/X Do '.repeat(10)),
    ...Object.fromEntries(
      Array.from({ length: 12 }, (_, i) => [
        100 + i,
        stream('/X Do '.repeat(10), `/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X ${String(101 + i)} 0 R>>>>`),
      ]),
    ),
    112: stream('0 0 1 1 re f', '/Subtype/Form/BBox[0 0 9 9]'),
  }),
  'a chain of 100,000 references': () =>
    page('/Foo 100 0 R', {
      ...Object.fromEntries(Array.from({ length: 100_000 }, (_, i) => [100 + i, `[${String(101 + i)} 0 R]`])),
    }),
  // Sound: only many, and whoever reads it is to be done long before its limit.
  '84,000 objects': () =>
    page('/PieceInfo 5 0 R', {
      5: `[${Array.from({ length: 84_000 }, (_, i) => `${String(100 + i)} 0 R`).join(' ')}]`,
      ...Object.fromEntries(Array.from({ length: 84_000 }, (_, i) => [100 + i, `<</A(${String(i)})/B[1 2 3]>>`])),
    }),
  '100,000 annotations': () => page(`/Annots[${'5 0 R '.repeat(100_000)}]`, { 5: '<</Type/Annot/Subtype/Square/Rect[0 0 9 9]>>' }),
  '500 MB of content': () => ({ 4: packed(megabytes(500, '0 0 m 9 9 l S ')) }),
  '500 MB of content in pieces': () => ({
    3: `<<${PAGE.replace('4 0 R', `[${Array.from({ length: 10 }, (_, i) => `${String(100 + i)} 0 R`).join(' ')}]`)}/MediaBox[0 0 300 400]>>`,
    ...Object.fromEntries(Array.from({ length: 10 }, (_, i) => [100 + i, packed(megabytes(50, '0 0 m 9 9 l S '))])),
  }),
  'one content 100 times': () => ({
    3: `<<${PAGE.replace('4 0 R', `[${'4 0 R '.repeat(100)}]`)}/MediaBox[0 0 300 400]>>`,
    4: packed(megabytes(20, '0 0 m 9 9 l S ')),
  }),
  '10 MB of opened states': () => ({ 4: packed(megabytes(10, 'q ')) }),
  '10 MB of opened arrays': () => ({ 4: packed(megabytes(10, '[')) }),
  '10 MB of opened dictionaries': () => ({ 4: packed(megabytes(10, '<<')) }),
  '10 MB of a string': () => ({ 4: packed(megabytes(10, '(')) }),
  'a picture of 100,000 × 100,000': () => ({
    3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]/Resources<</XObject<</I 5 0 R>>>>/Contents 4 0 R>>',
    4: stream('100 0 0 100 0 0 cm /I Do'),
    5: packed(megabytes(30, '\0'), '/Subtype/Image/Width 100000/Height 100000/BitsPerComponent 8/ColorSpace/DeviceRGB'),
  }),
  'an LZW that grows': () => ({ 4: stream(Buffer.alloc(1_000_000, 0xaa), '/Filter/LZWDecode') }),
  'run lengths that grow': () => ({ 4: stream(Buffer.alloc(2_000_000, Buffer.from([129, 65])), '/Filter/RunLengthDecode') }),
};

/** Damage to a sound file. */
function damaged(): HostilePdf[] {
  const sound = write(PLAIN);
  const text = sound.toString('latin1');
  return [
    ...[0.2, 0.5, 0.8].map((part) => ({
      name: `cut at ${String(part * 100)} %`,
      bytes: Buffer.concat([sound.subarray(0, sound.length * part), Buffer.from('\nstartxref\n0\n%%EOF')]),
    })),
    { name: 'an offset of a billion', bytes: Buffer.from(text.replace(/startxref\n\d+/, 'startxref\n999999999'), 'latin1') },
    { name: 'tables in a circle', bytes: Buffer.from(text.replace('/Root', `/Prev ${String(text.indexOf('xref\n'))}/Root`), 'latin1') },
    { name: 'a size of two billion', bytes: Buffer.from(text.replace(/\/Size \d+/, '/Size 2000000000'), 'latin1') },
    { name: 'a root that is a stream', bytes: Buffer.from(text.replace('/Root 1 0 R', '/Root 4 0 R'), 'latin1') },
    {
      name: 'an encryption that is none',
      bytes: Buffer.from(text.replace('/Root', '/Encrypt<</Filter/Standard/V 9/R 9/O()/U()/P -1>>/Root'), 'latin1'),
    },
    { name: 'an encryption that is the catalog', bytes: Buffer.from(text.replace('/Root', '/Encrypt 1 0 R/Root'), 'latin1') },
    { name: 'zeros', bytes: Buffer.concat([Buffer.from('%PDF-1.7\n1 0 obj\n'), Buffer.alloc(1_000_000), Buffer.from('\n%%EOF')]) },
    {
      name: '1 MB of brackets',
      bytes: Buffer.concat([Buffer.from('%PDF-1.7\n1 0 obj\n'), Buffer.alloc(1_000_000, '('), Buffer.from('\n%%EOF')]),
    },
  ];
}

const QUICK: Made = { ...TREES, ...BOXES_OF_PAGES, ...FORMS, ...OBJECTS, ...CONTENTS };

/** Files that were made to do harm and keep a reader busy for a moment only. */
export function* quickHostilePdfs(): Generator<HostilePdf> {
  for (const name of Object.keys(QUICK)) yield { name, bytes: hostilePdf(name) };
  yield* damaged();
}

/** @throws Error where there is none of that name */
export function hostilePdf(name: string): Buffer {
  const objects = QUICK[name] ?? HEAVY[name];
  if (objects === undefined) throw new Error(`there is no hostile PDF '${name}'`);
  return write({ ...PLAIN, ...objects() });
}
