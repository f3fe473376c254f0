import bidiModule from 'bidi-js';
import { type PDFFont, PDFHexString } from 'pdf-lib';

// Its typings describe the ECMAScript build; Node loads the other, whose export is the factory itself.
const { getEmbeddingLevels, getMirroredCharactersMap, getReorderedIndices } = (bidiModule as unknown as typeof bidiModule.default)();
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/**
 * The parts of a line that run in one direction, from left to right as they are seen (UAX 9). Within a part the text stays
 * in the order it is read; a font lays it out in its own direction.
 */
export function visualRuns(text: string): string[] {
  if (!RIGHT_TO_LEFT.test(text)) return [text];
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
  return runs.map((indexes) =>
    [...indexes]
      .sort((a, b) => a - b)
      .map((index) => mirrored.get(index) ?? text[index])
      .join(''),
  );
}

/** The library lays a line out in one direction; parts that run in different ones are put in the order they are seen. */
export function inLineOrder(font: PDFFont): void {
  const plain = font.encodeText.bind(font);
  font.encodeText = (text) =>
    PDFHexString.of(
      visualRuns(text)
        .map((run) => plain(run).asString())
        .join(''),
    );
}
