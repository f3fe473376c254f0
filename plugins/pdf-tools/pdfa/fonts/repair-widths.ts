import { PDFDict, PDFNumber, type PDFContext } from 'pdf-lib';
import { lookupArray, lookupDict, lookupName, lookupNumber, name } from '../../document/objects.ts';
import type { Advance, GlyphProgram } from './glyph-program.ts';
import { advanceOf, cffGlyphs, encodingOf, glyphProgram, isAsWide, WIDTH_TOLERANCE } from './named-glyphs.ts';
import { cidWidthEntries, listedCidWidths, usualCidWidth } from './widths.ts';

/**
 * Puts a width of a CFF font that some readers find consistent with its program between the readings of all. A width that differs
 * from the program itself stays, as text would move.
 * @returns how many fonts were changed
 */
export function repairWidths(context: PDFContext): number {
  let changes = 0;
  for (const [, object] of context.enumerateIndirectObjects()) {
    if (!(object instanceof PDFDict)) continue;
    switch (lookupName(object, 'Subtype')) {
      case 'Type1':
      case 'MMType1':
        changes += repairSimple(object);
        break;
      case 'CIDFontType0':
        changes += repairComposite(object);
    }
  }
  return changes;
}

/** The program of a font whose advances readers do not agree about. */
function readDifferently(font: PDFDict): GlyphProgram | undefined {
  const program = glyphProgram(lookupDict(font, 'FontDescriptor'));
  return program?.hasFractions === true ? program : undefined;
}

function between(width: number, advance: Advance | undefined): number {
  if (advance === undefined || isAsWide(advance, width) || Math.abs(width - advance.exact) > WIDTH_TOLERANCE) return width;
  return Math.round((advance.exact + advance.whole) * 50) / 100;
}

function repairSimple(font: PDFDict): number {
  const program = readDifferently(font);
  const names = program === undefined ? undefined : encodingOf(font, program.encoding);
  const [first, list] = [lookupNumber(font, 'FirstChar'), lookupArray(font, 'Widths')];
  if (program === undefined || names === undefined || first === undefined || list === undefined) return 0;
  const before = Array.from({ length: list.size() }, (_, i) => list.lookup(i));
  const after = before.map((width, i) => {
    const glyph = names.get(first + i);
    if (!(width instanceof PDFNumber) || glyph === undefined) return width;
    const wanted = between(width.asNumber(), advanceOf(program, glyph));
    return wanted === width.asNumber() ? width : PDFNumber.of(wanted);
  });
  if (after.every((width, i) => width === before[i])) return 0;
  // A list of its own: another font may have the same one for another program.
  font.set(name('Widths'), font.context.obj(after));
  return 1;
}

function repairComposite(font: PDFDict): number {
  const program = readDifferently(font);
  const widths = listedCidWidths(font);
  if (program === undefined || widths === undefined) return 0;
  const glyphFor = cffGlyphs(program);
  const usual = usualCidWidth(font);
  let hasChanged = false;
  for (const [place, id] of program.glyphs.entries()) {
    const cid = program.isCidKeyed ? Number(id) : place;
    const glyph = glyphFor(cid);
    if (glyph === undefined) continue;
    const width = widths.get(cid) ?? usual;
    const wanted = between(width, advanceOf(program, glyph));
    if (wanted === width) continue;
    widths.set(cid, wanted);
    hasChanged = true;
  }
  if (hasChanged) font.set(name('W'), font.context.obj(cidWidthEntries(widths)));
  return hasChanged ? 1 : 0;
}
