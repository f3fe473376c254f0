import { execFileSync } from 'node:child_process';
import { isInstalled } from './installed.ts';

export const hasPoppler = (): boolean => isInstalled('pdftotext');

/** Marks that poppler puts around text from right to left (UAX 9). */
const DIRECTIONS = /[\u202a-\u202e]/g;

/** The lines of text that poppler finds, of all pages, without those that are empty. */
export const popplerLines = (pdf: Uint8Array): string[] =>
  execFileSync('pdftotext', ['-layout', '-', '-'], { input: pdf, encoding: 'utf8' })
    .replace(DIRECTIONS, '')
    .split(/[\n\f]/)
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** Names of the fonts of a file, with the tag of a subset. */
export const popplerFonts = (pdf: Uint8Array): string[] =>
  execFileSync('pdffonts', ['-'], { input: pdf, encoding: 'utf8' })
    .split('\n')
    .slice(2)
    .map((line) => line.split(/\s/)[0] ?? '')
    .filter((font) => font !== '');

/** What kinds of fonts a file has, as poppler calls them. */
export function popplerKinds(pdf: Uint8Array): string[] {
  const [head = '', , ...rows] = execFileSync('pdffonts', ['-'], { input: pdf, encoding: 'utf8' }).split('\n');
  const [start, end] = [head.indexOf('type'), head.indexOf('encoding')];
  return [...new Set(rows.filter((row) => row !== '').map((row) => row.slice(start, end).trim()))];
}

/** Colours of the first page as poppler draws it, by points from its left and its top. */
export function popplerColors(pdf: Uint8Array): (x: number, y: number) => readonly number[] {
  const picture = execFileSync('pdftoppm', ['-r', '72', '-singlefile', '-'], { input: pdf, maxBuffer: 50_000_000 });
  const [head = '', width = ''] = /^P6\s+(\d+)\s+\d+\s+255\s/.exec(picture.toString('latin1', 0, 100)) ?? [];
  return (x, y) => {
    const at = head.length + (Math.floor(y) * Number(width) + Math.floor(x)) * 3;
    return [...picture.subarray(at, at + 3)];
  };
}
