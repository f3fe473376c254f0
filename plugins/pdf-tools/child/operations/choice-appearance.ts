import { type PDFDropdown, type PDFFont, PDFHexString, PDFNumber, PDFOptionList } from 'pdf-lib';
import { lookupNumber, name } from '../../document/objects.ts';
import { optionsOf, shownOption } from './fields.ts';

/** Of the library's layout: space within the border, and lines by the height of their font. */
const [PADDING, LEADING] = [1, 1.2];

/**
 * Draws the texts of a field's options, of a list from a row on that has the first chosen one in sight; the field's value is another
 * afterwards.
 * @param size of the text
 */
export function drawChoice(field: PDFDropdown | PDFOptionList, font: PDFFont, size: number): void {
  const { dict } = field.acroField;
  // The library draws what is stored.
  const texts = field.getSelected().map((stored) => PDFHexString.fromText(shownOption(field, stored)));
  const [only] = texts;
  if (only !== undefined) dict.set(name('V'), texts.length === 1 ? only : dict.context.obj(texts));
  if (!(field instanceof PDFOptionList)) {
    field.updateAppearances(font);
    return;
  }
  const top = topRow(field, font.heightAtSize(size) * LEADING);
  const options = optionsOf(field);
  const own = dict.get(name('Opt'));
  if (top === 0) dict.delete(name('TI'));
  else dict.set(name('TI'), PDFNumber.of(top));
  dict.set(name('Opt'), dict.context.obj(options.slice(top).map(({ shown }) => PDFHexString.fromText(shown))));
  try {
    field.updateAppearances(font);
  } finally {
    if (own === undefined) dict.delete(name('Opt'));
    else dict.set(name('Opt'), own);
  }
}

/** The first row that is shown (ISO 32000-1, 12.7.4.4: TI), moved where the first chosen one would not be seen. */
function topRow(field: PDFOptionList, row: number): number {
  const [widget] = field.acroField.getWidgets();
  const options = optionsOf(field);
  if (widget === undefined) return 0;
  const border = widget.getBorderStyle()?.getWidth() ?? 0;
  const rows = Math.max(1, Math.floor((widget.getRectangle().height - 2 * (border + PADDING)) / row));
  const last = Math.max(0, options.length - rows);
  const top = Math.min(Math.max(0, lookupNumber(field.acroField.dict, 'TI') ?? 0), last);
  const selected = new Set(field.getSelected());
  const chosen = options.findIndex(({ stored, shown }) => selected.has(stored) || selected.has(shown));
  return chosen === -1 || (chosen >= top && chosen < top + rows) ? top : Math.min(chosen, last);
}
