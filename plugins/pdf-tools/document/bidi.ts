import bidiModule from 'bidi-js';
import { type PDFFont, PDFHexString } from 'pdf-lib';

// Its typings describe the ECMAScript build; Node loads the other, whose export is the factory itself.
const { getEmbeddingLevels, getMirroredCharactersMap, getReorderedIndices } = (bidiModule as unknown as typeof bidiModule.default)();
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** A part of a line that runs in one direction, in the order it is read. */
export interface DirectedRun {
  readonly text: string;
  readonly isRightToLeft: boolean;
}

/** Whether a text has letters of a script that runs from right to left: fonts that lay text out reverse it. */
export const hasRightToLeft = (text: string): boolean => RIGHT_TO_LEFT.test(text);

/** What a reader takes for one character, such as a letter with its accents. */
export const graphemesOf = (text: string): string[] => [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment);

export const reversed = (text: string): string => graphemesOf(text).reverse().join('');

/**
 * The parts of a line that run in one direction, from left to right as they are seen (UAX 9). Parentheses of parts that run from
 * right to left are mirrored.
 */
export function visualRuns(text: string): DirectedRun[] {
  if (!hasRightToLeft(text)) return [{ text, isRightToLeft: false }];
  const embedding = getEmbeddingLevels(text);
  const { levels } = embedding;
  const mirrored = getMirroredCharactersMap(text, levels);
  const runs: number[][] = [];
  for (const index of getReorderedIndices(text, embedding)) {
    const last = runs.at(-1);
    const before = last?.at(-1);
    const isSameWay = before !== undefined && levels[before] === levels[index] && Math.abs(before - index) === 1;
    if (last !== undefined && isSameWay) last.push(index);
    else runs.push([index]);
  }
  return runs.map((indexes) => ({
    text: [...indexes]
      .sort((a, b) => a - b)
      .map((index) => mirrored.get(index) ?? text[index])
      .join(''),
    isRightToLeft: ((levels[indexes[0] ?? 0] ?? 0) & 1) === 1,
  }));
}

/** The library lays a line out in one direction; parts that run in different ones are put in the order they are seen. */
export function inLineOrder(font: PDFFont): void {
  const plain = font.encodeText.bind(font);
  font.encodeText = (text) =>
    PDFHexString.of(
      visualRuns(text)
        .map((run) => plain(run.text).asString())
        .join(''),
    );
}
