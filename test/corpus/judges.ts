import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const LIMIT_MS = 60_000;
const MAX_OUTPUT = 64 * 1024 * 1024;
const QPDF_FAILED = 2;
const run = promisify(execFile);

/** A file for programs that are given names of files. */
export async function withFile<T>(bytes: Uint8Array, use: (path: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'platen-judged-'));
  try {
    const path = join(folder, 'file.pdf');
    await writeFile(path, bytes);
    return await use(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

async function ended(program: string, args: readonly string[]): Promise<Ended> {
  return run(program, args, { timeout: LIMIT_MS, maxBuffer: MAX_OUTPUT, encoding: 'latin1' }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: unknown) => {
      const { code, stdout = '', stderr = '' } = error as { code?: unknown; stdout?: string; stderr?: string };
      if (code === 'ENOENT') throw new Error(`${program} is not installed`);
      return { code: typeof code === 'number' ? code : QPDF_FAILED, stdout, stderr };
    },
  );
}

/** What qpdf has against the structure of a file; undefined when nothing. */
export async function structureFault(path: string): Promise<string | undefined> {
  const { code, stderr } = await ended('qpdf', ['--check', path]);
  return code === 0 ? undefined : (stderr.split('\n')[0] ?? '').replace(/^.*?file\.pdf:? ?/, '');
}

/** Letters and digits that poppler extracts from the first pages, in no order. */
export async function lettersOf(path: string, pages: number): Promise<Map<string, number>> {
  const { stdout } = await ended('pdftotext', ['-enc', 'UTF-8', '-l', String(pages), path, '-']);
  const letters = new Map<string, number>();
  for (const letter of Buffer.from(stdout, 'latin1')
    .toString('utf8')
    .normalize('NFKD')
    .match(/[\p{L}\p{N}]/gu) ?? [])
    letters.set(letter, (letters.get(letter) ?? 0) + 1);
  return letters;
}

/** Share of the letters of the one that the other has too. */
export function keptShare(before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): number {
  let [all, kept] = [0, 0];
  for (const [letter, count] of before) {
    all += count;
    kept += Math.min(count, after.get(letter) ?? 0);
  }
  return all === 0 ? 1 : kept / all;
}

interface Gray {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

/** The first pages as poppler draws them, with annotations, in shades of gray. */
export const picturesOf = async (path: string, pages: number, dpi: number): Promise<Gray[]> => draw(path, dpi, 1, pages);

/** Ink of a page as poppler draws it, as a share of that of the same page of another file; undefined where that has none. */
export async function inkShare(before: string, after: string, page: number, dpi: number): Promise<number | undefined> {
  const [source, result] = await Promise.all(
    [before, after].map(async (path) => (await draw(path, dpi, page, page)).reduce((sum, picture) => sum + inkOf(picture), 0)),
  );
  return source === undefined || source === 0 ? undefined : (result ?? 0) / source;
}

const inkOf = ({ pixels }: Gray): number => pixels.reduce((sum, shade) => sum + 255 - shade, 0);

async function draw(path: string, dpi: number, first: number, last: number): Promise<Gray[]> {
  const folder = await mkdtemp(join(tmpdir(), 'platen-drawn-'));
  try {
    const range = ['-f', String(first), '-l', String(last)];
    await ended('pdftoppm', ['-gray', '-r', String(dpi), ...range, '-scale-to', String(dpi * 14), path, join(folder, 'p')]);
    const pictures: Gray[] = [];
    for (const file of (await readdir(folder)).sort()) pictures.push(readGray(await readFile(join(folder, file))));
    return pictures;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Of the first page of a file that poppler can draw, in points. */
export async function longSideOf(path: string): Promise<number> {
  const { stdout } = await ended('pdfinfo', [path]);
  return Math.max(0, ...(/^Page size: +([\d.]+) x ([\d.]+)/m.exec(stdout) ?? []).slice(1).map(Number));
}

/** Pages that poppler finds in a file. */
export async function pageCountOf(path: string): Promise<number> {
  const { stdout } = await ended('pdfinfo', [path]);
  return Number(/^Pages: +(\d+)/m.exec(stdout)?.[1] ?? 0);
}

/** A Netpbm graymap of eight bits (P5). */
function readGray(file: Buffer): Gray {
  const header = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(file.subarray(0, 64).toString('latin1'));
  if (header === null) throw new Error('pdftoppm made something else than a graymap');
  return { width: Number(header[1]), height: Number(header[2]), pixels: file.subarray(header[0].length) };
}

/** Pixels that differ at all. */
export function changedPixels(before: readonly Gray[], after: readonly Gray[]): number {
  if (before.length !== after.length) return Infinity;
  let changed = 0;
  for (const [i, { width, height, pixels }] of before.entries()) {
    const other = after[i];
    if (other?.width !== width || other.height !== height) return Infinity;
    for (let at = 0; at < pixels.length; at++) if (Math.abs((pixels[at] ?? 0) - (other.pixels[at] ?? 0)) > 2) changed++;
  }
  return changed;
}

const [BLOCK, INKED, BLANK] = [6, 225, 250] as const;

/** Share of the inked blocks of pages that are blank in the other, and around; of the worst page. Fonts that stand in for others differ a little. */
export function vanishedShare(before: readonly Gray[], after: readonly Gray[]): number {
  let worst = 0;
  for (const [i, page] of before.entries()) {
    const other = after[i];
    if (other === undefined) return 1;
    let [inked, blank] = [0, 0];
    for (let y = 0; y + BLOCK <= Math.min(page.height, other.height); y += BLOCK) {
      for (let x = 0; x + BLOCK <= Math.min(page.width, other.width); x += BLOCK) {
        if (blockMean(page, x, y) >= INKED) continue;
        inked++;
        if (isBlankAround(other, x, y)) blank++;
      }
    }
    if (inked > 0) worst = Math.max(worst, blank / inked);
  }
  return worst;
}

function isBlankAround({ width, height, pixels }: Gray, x: number, y: number): boolean {
  const reach = BLOCK / 2;
  for (let row = Math.max(0, y - reach); row < Math.min(height, y + BLOCK + reach); row++)
    for (let column = Math.max(0, x - reach); column < Math.min(width, x + BLOCK + reach); column++)
      if ((pixels[row * width + column] ?? BLANK) < BLANK) return false;
  return true;
}

function blockMean({ width, pixels }: Gray, x: number, y: number): number {
  let sum = 0;
  for (let row = y; row < y + BLOCK; row++) for (let column = x; column < x + BLOCK; column++) sum += pixels[row * width + column] ?? 0;
  return sum / (BLOCK * BLOCK);
}
