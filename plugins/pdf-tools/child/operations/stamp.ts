import { type PDFDocument, type PDFFont, PDFHexString, PDFName, type PDFPage, PDFString } from 'pdf-lib';
import type { PublicCertificate } from '../../certificate.ts';
import { Refused } from '../protocol.ts';
import { type FontLibrary, Fonts } from '../../document/fonts.ts';
import { turnOf } from '../../document/objects.ts';
import { addAnnotation, visibleBox } from '../../document/page-box.ts';
import { embedPicture, type Picture } from '../../document/picture.ts';
import { boxProblem, pageProblem } from './add-fields.ts';

export interface StampOptions {
  readonly name: string;
  readonly reason?: string | undefined;
  readonly location?: string | undefined;
  readonly contact?: string | undefined;
  readonly page: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** PNG or JPEG, to the left of the text. */
  readonly image?: Uint8Array | undefined;
  /** Makes it a digital signature. */
  readonly certificate?: PublicCertificate | undefined;
  readonly now: string;
}

const MAX_SIZE = 12;
const MIN_SIZE = 3;
const PADDING = 4;
const HEADLINE = 1.25;
const LEADING = 1.25;
/** Print, ReadOnly, Locked. */
const FLAGS = 4 + 64 + 128;
const SUBJECT = 'Signature annotation (not a digital signature)';
const SUBJECT_OF_SIGNED = 'Signature annotation (the digital signature is in the document)';

interface Line {
  readonly text: string;
  readonly scale: number;
  readonly font: PDFFont;
}

/** Adds the picture of a signature to a page, upright for whoever looks at it. */
export async function addStamp(document: PDFDocument, library: FontLibrary, options: StampOptions): Promise<PDFPage> {
  const wrong = pageProblem(document.getPageCount(), options.page);
  if (wrong !== undefined) throw new Refused({ field: 'page', message: wrong });
  const page = document.getPage(options.page);
  const off = boxProblem(page, options.x, options.y, options.width, options.height);
  if (off !== undefined) throw new Refused({ field: off, message: 'puts the signature off the page' });
  const picture = options.image === undefined ? undefined : await embedPicture(document, options.image);

  const lines = await linesOf(new Fonts(document, library), options);
  const { context } = document;
  const { width, height } = options;
  const angle = turnOf(page.getRotation().angle);
  const matrix = { 0: [1, 0, 0, 1, 0, 0], 90: [0, 1, -1, 0, 0, 0], 180: [-1, 0, 0, -1, 0, 0], 270: [0, -1, 1, 0, 0, 0] }[angle] ?? [
    1, 0, 0, 1, 0, 0,
  ];
  const fonts = Object.fromEntries(lines.map(({ font }, i) => [`F${String(i)}`, font.ref]));
  const appearance = context.register(
    context.flateStream(draw(lines, width, height, picture), {
      Type: 'XObject',
      Subtype: 'Form',
      BBox: [0, 0, width, height],
      Matrix: matrix,
      Resources: { Font: fonts, ...(picture === undefined ? {} : { XObject: { Im0: picture.ref } }) },
    }),
  );
  const box = visibleBox(page);
  const [x, y] = [box.x + options.x, box.y + options.y];
  const [w, h] = angle % 180 === 0 ? [width, height] : [height, width];
  const optional = (text: string | undefined) => (text === undefined ? undefined : PDFHexString.fromText(text));
  const entries = {
    Type: 'Annot',
    Subtype: 'Stamp',
    Rect: [x, y, x + w, y + h],
    F: FLAGS,
    P: page.ref,
    AP: { N: appearance },
    T: PDFHexString.fromText(options.name),
    Contents: PDFHexString.fromText(lines.map(({ text }) => text).join('\n')),
    Subj: PDFString.of(options.certificate === undefined ? SUBJECT : SUBJECT_OF_SIGNED),
    M: PDFString.fromDate(new Date(options.now)),
  };
  const annotation = context.obj(entries);
  for (const [key, text] of Object.entries({ Reason: options.reason, Location: options.location, ContactInfo: options.contact })) {
    const value = optional(text);
    if (value !== undefined) annotation.set(PDFName.of(key), value);
  }
  addAnnotation(document, page, context.register(annotation));
  return page;
}

async function linesOf(fonts: Fonts, { name, reason, location, contact, now }: StampOptions): Promise<Line[]> {
  const date = `${now.slice(0, 19).replace('T', ' ')}Z`;
  const texts = [
    ['name', `Signed by: ${name}`, HEADLINE],
    ['reason', reason === undefined ? undefined : `Reason: ${reason}`, 1],
    ['location', location === undefined ? undefined : `Location: ${location}`, 1],
    ['contact', contact === undefined ? undefined : `Contact: ${contact}`, 1],
    ['date', `Date: ${date}`, 1],
  ] as const;
  const lines: Line[] = [];
  for (const [field, text, scale] of texts) {
    if (text === undefined) continue;
    const value = text.slice(text.indexOf(': ') + 2);
    const own = await fonts.for(value);
    if (typeof own === 'string') throw new Refused({ field, message: own });
    const font = await fonts.for(text);
    // A label in Latin letters before a right-to-left name cannot be laid out: the name then stands alone.
    lines.push(typeof font === 'string' ? { text: value, scale, font: own } : { text, scale, font });
  }
  return lines;
}

/** Content of the appearance: box and lines, as large as fits; what does not fit at the smallest size is shortened. */
function draw(lines: readonly Line[], width: number, height: number, picture: Picture | undefined): string {
  const side = picture === undefined ? 0 : Math.min(height - 2 * PADDING, width / 2);
  const left = PADDING + (side === 0 ? 0 : side + PADDING);
  const room = width - left - PADDING;
  const fits = (size: number): boolean =>
    lines.every(({ text, scale, font }) => font.widthOfTextAtSize(text, size * scale) <= room) &&
    lines.reduce((sum, { scale }) => sum + size * scale * LEADING, 0) <= height - 2 * PADDING;
  let size = Math.min(MAX_SIZE, height);
  while (size > MIN_SIZE && !fits(size)) size -= 0.25;
  let y = height - PADDING;
  const shown = lines.map(({ text, scale, font }, i) => {
    const own = size * scale;
    let line = text;
    while (line.length > 1 && font.widthOfTextAtSize(line, own) > room) line = `${line.replace(/…$/, '').slice(0, -1)}…`;
    y -= own * LEADING;
    return `BT /F${String(i)} ${own.toFixed(2)} Tf 1 0 0 1 ${left.toFixed(2)} ${(y + own * 0.25).toFixed(2)} Tm ${font.encodeText(line).toString()} Tj ET`;
  });
  const frame = `0.97 0.97 0.99 rg 0.25 0.3 0.45 RG 0.75 w 0.5 0.5 ${(width - 1).toFixed(2)} ${(height - 1).toFixed(2)} re B`;
  return `q ${frame} ${picture === undefined ? '' : placed(picture, side, height)} 0.1 0.12 0.2 rg ${shown.join('\n')} Q`;
}

/** As large as fits the square at the left, in its middle. */
function placed(picture: Picture, side: number, height: number): string {
  const scale = side / Math.max(picture.width, picture.height);
  const [w, h] = [picture.width * scale, picture.height * scale];
  const at = [w, 0, 0, h, PADDING + (side - w) / 2, (height - h) / 2].map((value) => value.toFixed(2)).join(' ');
  return `q ${at} cm ${picture.draw} /Im0 Do Q`;
}
