/** Difference of a colour channel that is seen. */
const VISIBLE = 24;
const BLOCK = 12;

export interface PageDiff {
  readonly width: number;
  readonly height: number;
  readonly before: string | undefined;
  readonly after: string | undefined;
  /** Changed areas in pixels, joined where they touch. */
  readonly areas: readonly Area[];
  /** Share of pixels that differ, 0 to 1. */
  readonly share: number;
}

interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

async function pixelsOf(source: string): Promise<ImageData> {
  const image = new Image();
  image.src = source;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = image.naturalWidth;
  canvas.height = image.naturalHeight;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) throw new Error('this browser draws no canvas');
  context.drawImage(image, 0, 0);
  return context.getImageData(0, 0, canvas.width, canvas.height);
}

/** Compares two pictures of a page; one that is missing differs everywhere. */
export async function comparePages(before: string | undefined, after: string | undefined): Promise<PageDiff> {
  const a = before === undefined ? undefined : await pixelsOf(before);
  const b = after === undefined ? undefined : await pixelsOf(after);
  const width = Math.max(a?.width ?? 0, b?.width ?? 0);
  const height = Math.max(a?.height ?? 0, b?.height ?? 0);
  if (a === undefined || b === undefined) {
    return { width, height, before, after, areas: [{ x: 0, y: 0, width, height }], share: 1 };
  }
  const columns = Math.ceil(width / BLOCK);
  const changed = new Set<number>();
  let pixels = 0;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (!differs(a, b, x, y)) continue;
      pixels++;
      changed.add(Math.floor(y / BLOCK) * columns + Math.floor(x / BLOCK));
    }
  }
  return { width, height, before, after, areas: joined(changed, columns), share: pixels / Math.max(width * height, 1) };
}

function differs(a: ImageData, b: ImageData, x: number, y: number): boolean {
  if (x >= a.width || x >= b.width || y >= a.height || y >= b.height) return true;
  const [i, j] = [(y * a.width + x) * 4, (y * b.width + x) * 4];
  return [0, 1, 2].some((channel) => Math.abs((a.data[i + channel] ?? 0) - (b.data[j + channel] ?? 0)) > VISIBLE);
}

/** Boxes around blocks that touch, also over a gap of one. */
function joined(blocks: ReadonlySet<number>, columns: number): Area[] {
  const rest = new Set(blocks);
  const areas: Area[] = [];
  for (const start of blocks) {
    if (!rest.delete(start)) continue;
    let [left, right, top, bottom] = [start % columns, start % columns, Math.floor(start / columns), Math.floor(start / columns)];
    const open = [start];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      const [x, y] = [at % columns, Math.floor(at / columns)];
      [left, right, top, bottom] = [Math.min(left, x), Math.max(right, x), Math.min(top, y), Math.max(bottom, y)];
      for (let dy = -2; dy <= 2; dy++) {
        for (let dx = -2; dx <= 2; dx++) {
          const next = (y + dy) * columns + x + dx;
          if (x + dx >= 0 && x + dx < columns && rest.delete(next)) open.push(next);
        }
      }
    }
    areas.push({ x: left * BLOCK, y: top * BLOCK, width: (right - left + 1) * BLOCK, height: (bottom - top + 1) * BLOCK });
  }
  return areas;
}
