import { PDFDocument, PDFName, PDFString, StandardFonts } from 'pdf-lib';

const CYAN = [0, 174, 239] as const;
const MAGENTA = [236, 0, 140] as const;
const YELLOW = [255, 242, 0] as const;

/** Squares of 60 points, from the left of the page and its bottom, and about what a screen shows of each. */
export const PRINTED = {
  fill: { x: 20, y: 20, rgb: CYAN },
  named: { x: 100, y: 20, rgb: MAGENTA },
  image: { x: 180, y: 20, rgb: YELLOW },
  indexed: { x: 20, y: 100, rgb: MAGENTA },
  spot: { x: 100, y: 100, rgb: CYAN },
  shading: { x: 180, y: 100, rgb: MAGENTA },
  form: { x: 20, y: 180, rgb: YELLOW },
  inline: { x: 100, y: 180, rgb: CYAN },
} as const;

type Place = (typeof PRINTED)[keyof typeof PRINTED];

const square = ({ x, y }: Place): string => `${String(x)} ${String(y)} 60 60 re f`;
const placed = ({ x, y }: Place, content: string): string => `q 60 0 0 60 ${String(x)} ${String(y)} cm ${content} Q`;

/** A page in CMYK of no profile, in each of the ways in which a PDF can say it, as programs for print write it. */
export async function cmykDocument(): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const { context } = document;
  const page = document.addPage([260, 300]);
  const font = await document.embedFont(StandardFonts.Helvetica);
  const image = (space: string | unknown[], sample: readonly number[]) =>
    context.register(
      context.flateStream(Uint8Array.from(sample), {
        ...{ Type: 'XObject', Subtype: 'Image', Width: 1, Height: 1, BitsPerComponent: 8 },
        ColorSpace: context.obj(space as string),
      }),
    );
  const ramp = (from: readonly number[], to: readonly number[]) => ({ FunctionType: 2, Domain: [0, 1], C0: [...from], C1: [...to], N: 1 });
  const form = context.stream('0 0 1 0 k 0 0 1 1 re f', {
    Type: 'XObject',
    Subtype: 'Form',
    BBox: [0, 0, 1, 1],
    Resources: context.obj({}),
  });
  const resources = {
    Font: { F0: font.ref },
    ColorSpace: { Spot: ['Separation', 'Company', 'DeviceCMYK', ramp([0, 0, 0, 0], [1, 0, 0, 0])] },
    XObject: {
      Im0: image('DeviceCMYK', [0, 0, 255, 0]),
      Im1: image(['Indexed', 'DeviceCMYK', 1, PDFString.of('\\000\\000\\000\\000\\000\\377\\000\\000')], [1]),
      Fm0: context.register(form),
    },
    Shading: {
      Sh0: {
        ShadingType: 2,
        ColorSpace: 'DeviceCMYK',
        Coords: [0, 0, 1, 0],
        Function: ramp([0, 1, 0, 0], [0, 1, 0, 0]),
        Extend: [true, true],
      },
    },
    ExtGState: { Over: { OP: true, op: true, OPM: 1 } },
  };
  const { fill, named, image: picture, indexed, spot, shading, form: inForm, inline } = PRINTED;
  const content = [
    `/Over gs 1 0 0 0 k ${square(fill)}`,
    `/DeviceCMYK cs 0 1 0 0 sc ${square(named)}`,
    placed(picture, '/Im0 Do'),
    placed(indexed, '/Im1 Do'),
    `/Spot cs 1 scn ${square(spot)}`,
    placed(shading, '0 0 1 1 re W n /Sh0 sh'),
    placed(inForm, '/Fm0 Do'),
    placed(inline, 'BI /W 1 /H 1 /BPC 8 /CS /CMYK /F /AHx ID FF000000> EI'),
    '0 0 0 1 k BT /F0 18 Tf 20 265 Td (Printed in black) Tj ET',
  ].join('\n');
  page.node.set(PDFName.of('Resources'), context.obj(resources));
  page.node.set(PDFName.of('Contents'), context.register(context.stream(content)));
  page.node.set(PDFName.of('Group'), context.obj({ Type: 'Group', S: 'Transparency', CS: 'DeviceCMYK', I: true }));
  return document.save();
}
