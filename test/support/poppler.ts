import { execFileSync, spawnSync } from 'node:child_process';

/** Whether poppler's programs are there, which `.ci/run` installs. */
export const hasPoppler = (): boolean => spawnSync('which', ['pdftotext']).status === 0;

/** The lines of text that poppler finds, of all pages, without those that are empty. */
export const popplerLines = (pdf: Uint8Array): string[] =>
  execFileSync('pdftotext', ['-layout', '-', '-'], { input: pdf, encoding: 'utf8' })
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
