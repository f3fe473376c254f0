import { PDFDict, type PDFDocument, PDFRef, PDFStream } from 'pdf-lib';
import { withRightCounts } from '../../document/field-fonts/to-unicode.ts';
import { unpack } from '../../document/inflate.ts';
import { name } from '../../document/objects.ts';

/**
 * Puts right how many entries the blocks of ToUnicode maps say they have.
 * @returns whether one was wrong
 */
export function repairCharacterMaps({ context }: PDFDocument): boolean {
  const seen = new Set<PDFRef>();
  for (const [, font] of context.enumerateIndirectObjects()) {
    const ref = font instanceof PDFDict ? font.get(name('ToUnicode')) : undefined;
    if (ref instanceof PDFRef) seen.add(ref);
  }
  let isRepaired = false;
  for (const ref of seen) {
    const stream = context.lookup(ref);
    const data = stream instanceof PDFStream ? unpack(stream) : undefined;
    if (data === undefined) continue;
    const map = Buffer.from(data).toString('latin1');
    const right = withRightCounts(map);
    if (right === map) continue;
    context.assign(ref, context.flateStream(Buffer.from(right, 'latin1')));
    isRepaired = true;
  }
  return isRepaired;
}
