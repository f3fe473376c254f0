import { type PDFDict, PDFName, type PDFStream } from 'pdf-lib';
import { numbersOf } from '../../document/objects.ts';

export type Rectangle = readonly [left: number, bottom: number, right: number, top: number];

export function rectangleOf(annotation: PDFDict): Rectangle | undefined {
  const [x0, y0, x1, y1] = numbersOf(annotation.lookup(PDFName.of('Rect'))) ?? [];
  if (x0 === undefined || y0 === undefined || x1 === undefined || y1 === undefined) return undefined;
  return [Math.min(x0, x1), Math.min(y0, y1), Math.max(x0, x1), Math.max(y0, y1)];
}

export const overlap = (a: Rectangle, b: Rectangle): boolean => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];

const UPRIGHT = [1, 0, 0, 1] as const;
/** Matrices (a, b, c and d) that turn back what a page turns by so many degrees. */
const TURNS: Readonly<Record<number, readonly [number, number, number, number]>> = {
  90: [0, 1, -1, 0],
  180: [-1, 0, 0, -1],
  270: [0, -1, 1, 0],
};

/** The rectangle of an annotation that stays upright on a turned page, about its upper left corner (ISO 32000-1, 12.5.3). */
export function turned([left, bottom, right, top]: Rectangle, turn: number): Rectangle {
  const [width, height] = [right - left, top - bottom];
  switch (turn) {
    case 90:
      return [left, top, left + height, top + width];
    case 180:
      return [left - width, top, left, top + height];
    case 270:
      return [left - height, top - width, left, top];
    default:
      return [left, bottom, right, top];
  }
}

/** Where the appearance's box, turned by its matrix and once more, comes to lie on the annotation's rectangle. */
export function placement(stream: PDFStream, [x0, y0, x1, y1]: Rectangle, turn: number): number[] | undefined {
  const [ta, tb, tc, td] = TURNS[turn] ?? UPRIGHT;
  const box = numbersOf(stream.dict.lookup(PDFName.of('BBox')));
  if (box?.length !== 4) return undefined;
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = numbersOf(stream.dict.lookup(PDFName.of('Matrix'))) ?? [];
  const [bx0 = 0, by0 = 0, bx1 = 0, by1 = 0] = box;
  const corners = [
    [bx0, by0],
    [bx0, by1],
    [bx1, by0],
    [bx1, by1],
  ]
    .map(([x = 0, y = 0]) => [a * x + c * y + e, b * x + d * y + f] as const)
    .map(([x, y]) => [ta * x + tc * y, tb * x + td * y] as const);
  const xs = corners.map(([x]) => x);
  const ys = corners.map(([, y]) => y);
  const [left, right, low, high] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  if (right - left <= 0 || high - low <= 0) return undefined;
  const sx = (x1 - x0) / (right - left);
  const sy = (y1 - y0) / (high - low);
  return [ta * sx, tb * sy, tc * sx, td * sy, x0 - left * sx, y0 - low * sy];
}
