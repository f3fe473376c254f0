import {
  type PDFDict,
  type PDFDocument,
  PDFDropdown,
  type PDFField,
  type PDFFont,
  PDFHexString,
  PDFName,
  PDFOptionList,
  type PDFRadioGroup,
  PDFString,
  PDFTextField,
  StandardFonts,
} from 'pdf-lib';
import { scriptsOf } from '../../document/form-scripts/field-scripts.ts';
import type { Shown } from '../../document/form-scripts/formats.ts';
import { inherited, lookupDict, lookupName, name } from '../../document/objects.ts';
import { textOf } from '../../document/text-string.ts';
import { shownOption } from './fields.ts';
import { giveBorder } from './widget-border.ts';

const SIZE = /([\d.]+)\s+Tf/;
const RED = '1 0 0 rg';
const FONT_NAME = /\/([^\s/]+)\s+[\d.]*\s*Tf/;
/** Names that forms use for the standard fonts (ISO 32000-1, 9.6.2.2). */
const FAMILIES: readonly (readonly [pattern: RegExp, plain: StandardFonts, bold: StandardFonts])[] = [
  [/^(Courier|CourierNew|CourierStd|Cour)/i, StandardFonts.Courier, StandardFonts.CourierBold],
  [/^(Times|TimesNewRoman|TiRo|TiBo)/i, StandardFonts.TimesRoman, StandardFonts.TimesRomanBold],
  [/^(Helvetica|Arial|Helv|HeBo)/i, StandardFonts.Helvetica, StandardFonts.HelveticaBold],
];

function defaultAppearance(document: PDFDocument, dict: PDFDict): string | undefined {
  const form = document.getForm().acroForm.dict;
  const found = inherited(dict, 'DA') ?? form.lookup(name('DA'));
  return found instanceof PDFString || found instanceof PDFHexString ? found.decodeText() : undefined;
}

/** The standard font that a field names for its text, or Helvetica. */
export function standardFontOf(document: PDFDocument, field: PDFField): StandardFonts {
  const [widget] = field.acroField.getWidgets();
  const resource = FONT_NAME.exec(defaultAppearance(document, widget?.dict ?? field.acroField.dict) ?? '')?.[1] ?? '';
  const resources = lookupDict(document.getForm().acroForm.dict, 'DR');
  const fonts = resources === undefined ? undefined : lookupDict(resources, 'Font');
  const font = fonts === undefined ? undefined : lookupDict(fonts, resource);
  const base = (font === undefined ? undefined : lookupName(font, 'BaseFont')) ?? resource;
  const plain = base.replace(/^[A-Z]{6}\+/, '');
  for (const [pattern, regular, bold] of FAMILIES) if (pattern.test(plain)) return /Bo(ld)?/.test(plain) ? bold : regular;
  return StandardFonts.Helvetica;
}

/** What a viewer shows for a text: stars for a password; formatted by the field's script, where the cells of a comb suffice for it. */
export function shownIn(field: PDFTextField, text: string): Shown {
  if (field.isPassword()) return { text: '*'.repeat(text.length), isRed: false };
  const shown = text === '' ? undefined : scriptsOf(field.acroField.dict).format?.show(text);
  const cells = field.isCombed() ? (field.getMaxLength() ?? Infinity) : Infinity;
  return shown !== undefined && shown.text.length <= cells ? shown : { text, isRed: false };
}

/**
 * Draws a text or choice field anew: its text in `font`, its size, colour, alignment, border and background from its own
 * entries, those of its parents, or of the form (ISO 32000-1, 12.7.3.3).
 * @param sizeFor the size of the text, for the one that is given (0: automatic)
 */
export function drawField(
  document: PDFDocument,
  field: PDFTextField | PDFDropdown | PDFOptionList,
  font: PDFFont,
  sizeFor: (given: number) => number = (given) => given,
): void {
  const text = field instanceof PDFTextField ? textOf(inherited(field.acroField.dict, 'V')) : undefined;
  const shown = field instanceof PDFTextField && text !== undefined ? shownIn(field, text) : undefined;
  const holders = [field.acroField.dict, ...field.acroField.getWidgets().map(({ dict }) => dict)];
  const given = new Map(holders.map((dict) => [dict, dict.get(name('DA'))]));
  for (const dict of holders) {
    const appearance = defaultAppearance(document, dict);
    if (appearance !== undefined) {
      const sized = appearance.replace(SIZE, (_, size: string) => `${String(sizeFor(Number(size)))} Tf`);
      dict.set(name('DA'), PDFString.of(shown?.isRed === true ? `${sized} ${RED}` : sized));
    }
    giveBorder(dict);
  }
  const alignment = inherited(field.acroField.dict, 'Q') ?? document.getForm().acroForm.dict.lookup(name('Q'));
  const ownAlignment = field.acroField.dict.get(name('Q'));
  if (ownAlignment === undefined && alignment !== undefined) field.acroField.dict.set(name('Q'), alignment);
  const value = field.acroField.dict.get(name('V'));
  try {
    if (field instanceof PDFTextField) {
      // As the library reads it, in whatever form it is stored: lines end with LF.
      if (shown !== undefined) field.acroField.dict.set(name('V'), PDFHexString.fromText(shown.text.replace(/\r\n?/g, '\n')));
      field.updateAppearances(font);
    } else {
      // The library draws what is stored; a viewer shows the option's text.
      if (field instanceof PDFDropdown) showOption(field);
      field.updateAppearances(font);
    }
  } finally {
    if (value === undefined) field.acroField.dict.delete(name('V'));
    else field.acroField.dict.set(name('V'), value);
    if (ownAlignment === undefined) field.acroField.dict.delete(name('Q'));
    // The library names its own font here, which the form does not know.
    for (const [dict, entry] of given) {
      if (entry === undefined) dict.delete(name('DA'));
      else dict.set(name('DA'), entry);
    }
  }
}

function showOption(field: PDFDropdown): void {
  const [stored] = field.getSelected();
  if (stored !== undefined) field.acroField.dict.set(name('V'), PDFHexString.fromText(shownOption(field, stored)));
}

/** Draws the buttons of a group of which one has no picture of itself. */
export function drawButtonIfMissing(field: PDFRadioGroup): void {
  const lacks = field.acroField.getWidgets().some(({ dict }) => {
    const appearances = lookupDict(dict, 'AP');
    return appearances === undefined || appearances.lookup(PDFName.of('N')) === undefined;
  });
  if (!lacks) return;
  for (const { dict } of field.acroField.getWidgets()) giveBorder(dict);
  field.defaultUpdateAppearances();
}

export const isDrawn = (field: PDFField): field is PDFTextField | PDFDropdown | PDFOptionList =>
  field instanceof PDFTextField || field instanceof PDFDropdown || field instanceof PDFOptionList;
