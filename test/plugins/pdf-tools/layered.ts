import { PDFDocument, PDFName, type PDFObject, type PDFPage, PDFString, type PDFRef, StandardFonts } from 'pdf-lib';

/** Two pages: the first with content that refers to layers, one of which is off. */
export async function layered(
  content: string,
  more: (document: PDFDocument, page: PDFPage, off: PDFRef) => void = () => undefined,
): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const { context, catalog } = document;
  const font = await document.embedFont(StandardFonts.Helvetica);
  const [first, second] = [document.addPage([300, 300]), document.addPage([300, 300])];
  second.drawText('plain', { x: 20, y: 250, size: 20, font });
  const [on, off] = ['On', 'Off'].map((label) => context.register(context.obj({ Type: 'OCG', Name: PDFString.of(label) }))) as [
    PDFRef,
    PDFRef,
  ];
  catalog.set(PDFName.of('OCProperties'), context.obj({ OCGs: [on, off], D: { OFF: [off] } }));
  const member = (entries: Record<string, PDFObject | string>): PDFRef => context.register(context.obj({ Type: 'OCMD', ...entries }));
  const box = { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 300, 300] };
  const properties = {
    On: on,
    Off: off,
    AllOff: member({ OCGs: context.obj([on]), P: 'AllOff' }),
    NotOne: member({ OCGs: on, P: 'AllOff' }),
    Unless: member({ OCGs: context.obj([off]), P: 'AllOff' }),
    NotOn: member({ VE: context.obj(['Not', on]) }),
  };
  const hidden = context.register(context.stream('0 0 100 100 re f', { ...box, OC: off }));
  const within = context.register(context.stream('/OC /X BDC 0 0 100 100 re f EMC', { ...box, Resources: { Properties: { X: off } } }));
  const resources = { Font: { F1: font.ref }, Properties: properties, XObject: { Hidden: hidden, Within: within } };
  first.node.set(PDFName.of('Resources'), context.obj(resources));
  const text = 'BT /F1 20 Tf 20 250 Td (always) Tj ET';
  first.node.set(PDFName.of('Contents'), context.register(context.stream(Buffer.from(`${content} ${text}`, 'latin1'))));
  more(document, first, off);
  return document.save();
}
