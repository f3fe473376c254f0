import { PDFDocument, PDFName, type PDFRef } from 'pdf-lib';

/** Adobe Type 1 Font Format, 7.1. */
function encrypt(data: Uint8Array, key: number): Buffer {
  const plain = Buffer.concat([Buffer.alloc(4, 0x20), data]);
  const out = Buffer.alloc(plain.length);
  let state = key;
  for (const [i, byte] of plain.entries()) {
    out[i] = byte ^ (state >> 8);
    state = (((out[i] ?? 0) + state) * 52_845 + 22_719) & 0xffff;
  }
  return out;
}

const number = (value: number): number[] => [255, (value >> 24) & 255, (value >> 16) & 255, (value >> 8) & 255, value & 255];

/** A square, `width` wide: hsbw, rmoveto, hlineto, vlineto, hlineto, closepath, endchar. */
const square = (width: number): Buffer =>
  Buffer.from([
    ...[...number(0), ...number(width), 13, ...number(50), ...number(0), 21],
    ...[...number(width - 100), 6, ...number(600), 7, ...number(100 - width), 6, 9, 14],
  ]);

/** A Type 1 font program with squares for glyphs, and the lengths of its parts. */
function program(widths: Readonly<Record<string, number>>): { readonly bytes: Buffer; readonly lengths: readonly number[] } {
  const clear = Buffer.from(
    '%!PS-AdobeFont-1.0: Squares\n11 dict begin\n/FontName /ABCDEF+Squares def\n/PaintType 0 def\n/FontType 1 def\n' +
      '/FontMatrix [0.001 0 0 0.001 0 0] readonly def\n/FontBBox {0 0 1000 700} readonly def\n/Encoding 256 array\n0 1 255 {1 index exch /.notdef put} for\n' +
      'dup 65 /A put\ndup 66 /B put\nreadonly def\ncurrentdict end\ncurrentfile eexec\n',
  );
  const glyphs = Object.entries({ '.notdef': 250, ...widths }).map(([name, width]) => {
    const code = encrypt(square(width), 4330);
    return Buffer.concat([Buffer.from(`/${name} ${String(code.length)} RD `), code, Buffer.from(' ND\n')]);
  });
  const secret = Buffer.concat([
    Buffer.from('dup /Private 8 dict dup begin\n/RD {string currentfile exch readstring pop} executeonly def\n/ND {def} executeonly def\n'),
    Buffer.from(`/BlueValues [] def\n/password 5839 def\n2 index /CharStrings ${String(glyphs.length)} dict dup begin\n`),
    ...glyphs,
    Buffer.from('end\nend\nreadonly put\ndup/FontName get exch definefont pop\nmark currentfile closefile\n'),
  ]);
  const cipher = encrypt(secret, 55_665);
  const end = Buffer.from(`${`${'0'.repeat(64)}\n`.repeat(8)}cleartomark\n`);
  return { bytes: Buffer.concat([clear, cipher, end]), lengths: [clear.length, cipher.length, end.length] };
}

const WIDTHS = { A: 600, B: 800 };

/** An embedded Type 1 font whose glyphs A and B are squares of these widths; the file says they are 600 and 800. */
export function type1Font({ context }: PDFDocument, widths: Readonly<Record<string, number>> = WIDTHS): PDFRef {
  const { bytes, lengths } = program(widths);
  const file = context.register(
    context.flateStream(bytes, { Length1: lengths[0] ?? 0, Length2: lengths[1] ?? 0, Length3: lengths[2] ?? 0 }),
  );
  const descriptor = {
    ...{ Type: 'FontDescriptor', FontName: 'ABCDEF+Squares', Flags: 4, ItalicAngle: 0, Ascent: 700, Descent: 0, StemV: 80, CapHeight: 700 },
    ...{ FontBBox: [0, 0, 1000, 700], FontFile: file },
  };
  const font = {
    ...{ Type: 'Font', Subtype: 'Type1', BaseFont: 'ABCDEF+Squares', FirstChar: 65, LastChar: 66, Widths: [600, 800] },
    FontDescriptor: context.register(context.obj(descriptor)),
  };
  return context.register(context.obj(font));
}

/** A page of `text` in that font. */
export async function type1Document(text: string, widths?: Readonly<Record<string, number>>): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const page = document.addPage([300, 200]);
  const { context } = document;
  page.node.set(PDFName.of('Resources'), context.obj({ Font: { F0: type1Font(document, widths) } }));
  page.node.set(PDFName.of('Contents'), context.register(context.stream(`BT /F0 24 Tf 20 100 Td (${text}) Tj ET`)));
  return document.save();
}
