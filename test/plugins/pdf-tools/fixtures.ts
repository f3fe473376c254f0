import { PDFDocument, PDFName, PDFString, rgb, StandardFonts } from 'pdf-lib';

/** A form with every kind of field, as a person would have made it. */
export async function form(): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const page = document.addPage([400, 500]);
  const form = document.getForm();
  const name = form.createTextField('person.name');
  name.addToPage(page, { x: 50, y: 440, width: 300, height: 22 });
  const notes = form.createTextField('notes');
  notes.enableMultiline();
  notes.addToPage(page, { x: 50, y: 320, width: 300, height: 100 });
  const short = form.createTextField('short');
  short.setMaxLength(5);
  short.setText('old');
  short.addToPage(page, { x: 50, y: 290, width: 100, height: 20 });
  const agree = form.createCheckBox('agree');
  agree.addToPage(page, { x: 50, y: 260, width: 16, height: 16 });
  const colour = form.createDropdown('colour');
  colour.addOptions(['red', 'green', 'blue']);
  colour.select('red');
  colour.addToPage(page, { x: 50, y: 220, width: 150, height: 22 });
  const size = form.createRadioGroup('size');
  size.addOptionToPage('small', page, { x: 50, y: 190, width: 16, height: 16 });
  size.addOptionToPage('large', page, { x: 90, y: 190, width: 16, height: 16 });
  const list = form.createOptionList('list');
  list.addOptions(['a', 'b', 'c']);
  list.enableMultiselect();
  list.addToPage(page, { x: 50, y: 110, width: 100, height: 60 });
  const button = form.createButton('send');
  button.addToPage('Send', page, { x: 50, y: 70, width: 80, height: 24 });
  return document.save();
}

/** Pages that each say which they are, with a link from each to the next. */
export async function pages(count: number, prefix = 'PAGE'): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  const made = Array.from({ length: count }, (_, i) => {
    const page = document.addPage([300, 200]);
    page.drawText(`${prefix}-${String(i + 1)}`, { x: 40, y: 100, size: 24, font });
    page.drawRectangle({ x: 40, y: 40, width: 100 + i, height: 20, color: rgb(0.2, 0.4, 0.8) });
    return page;
  });
  for (const [i, page] of made.entries()) {
    const target = made[(i + 1) % made.length];
    if (target === undefined) continue;
    const link = document.context.obj({ Type: 'Annot', Subtype: 'Link', Rect: [0, 0, 50, 50], Dest: [target.ref, 'Fit'] });
    page.node.addAnnot(document.context.register(link));
  }
  return document.save();
}

export async function turned(angle: 0 | 90 | 180 | 270): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const page = document.addPage([300, 400]);
  page.setRotation({ type: 'degrees' as never, angle });
  page.drawRectangle({ x: 2, y: 2, width: 296, height: 396, borderWidth: 1, borderColor: rgb(0, 0, 0) });
  return document.save();
}

export const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

/** One page of text in a font that is not in the file. */
export async function notEmbedded(font: object, hex: string): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const page = document.addPage([300, 200]);
  const { context } = document;
  page.node.set(PDFName.of('Resources'), context.obj({ Font: { F0: context.register(context.obj(font as Record<string, never>)) } }));
  page.node.set(PDFName.of('Contents'), context.register(context.stream(`BT /F0 24 Tf 20 100 Td <${hex}> Tj ET`)));
  return document.save();
}

/** A font for Chinese, Japanese or Korean that every reader is supposed to have. */
export function asianFont(name: string, ordering: string, encoding: string): object {
  const descriptor = {
    ...{ Type: 'FontDescriptor', FontName: name, Flags: 4, ItalicAngle: 0, Ascent: 800, Descent: -200, StemV: 80, CapHeight: 700 },
    FontBBox: [0, -200, 1000, 800],
  };
  const system = { Registry: PDFString.of('Adobe'), Ordering: PDFString.of(ordering), Supplement: 2 };
  const descendant = { Type: 'Font', Subtype: 'CIDFontType0', BaseFont: name, CIDSystemInfo: system, DW: 1000, FontDescriptor: descriptor };
  return { Type: 'Font', Subtype: 'Type0', BaseFont: name, Encoding: encoding, DescendantFonts: [descendant] };
}
