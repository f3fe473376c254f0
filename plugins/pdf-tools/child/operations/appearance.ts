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
  PDFRef,
  PDFString,
  PDFTextField,
} from 'pdf-lib';
import { scriptsOf } from '../../document/form-scripts/field-scripts.ts';
import type { Shown } from '../../document/form-scripts/formats.ts';
import { resolveMixed } from '../../document/field-fonts/mixed-font.ts';
import { ownFont } from '../../document/field-fonts/own-font.ts';
import type { Fonts } from '../../document/fonts.ts';
import { inherited, lookupDict, lookupName, name } from '../../document/objects.ts';
import { textOf } from '../../document/text-string.ts';
import { drawChoice } from './choice-appearance.ts';
import { standardFontNamed } from './standard-font.ts';
import { giveBorder } from './widget-border.ts';

const SIZE = /([\d.]+)\s+Tf/;
/** As viewers have it where the size is automatic. */
const LIST_SIZE = 12;
const RED = '1 0 0 rg';
const FONT_NAME = /\/([^\s/]+)\s+[\d.]*\s*Tf/;

function defaultAppearance(document: PDFDocument, dict: PDFDict): string | undefined {
  const form = document.getForm().acroForm.dict;
  const found = inherited(dict, 'DA') ?? form.lookup(name('DA'));
  return found instanceof PDFString || found instanceof PDFHexString ? found.decodeText() : undefined;
}

/** The name of the font that a field asks for, and the fonts of the form. */
function namedFont(document: PDFDocument, field: PDFField): { readonly key: string; readonly fonts: PDFDict | undefined } {
  const [widget] = field.acroField.getWidgets();
  const key = FONT_NAME.exec(defaultAppearance(document, widget?.dict ?? field.acroField.dict) ?? '')?.[1] ?? '';
  const resources = lookupDict(document.getForm().acroForm.dict, 'DR');
  return { key, fonts: resources === undefined ? undefined : lookupDict(resources, 'Font') };
}

/** A font for a field's text: the one it names, where it is in the file and has all characters; or the reason why there is none. */
export async function fontFor(document: PDFDocument, field: PDFField, text: string, library: Fonts): Promise<PDFFont | string> {
  const { key, fonts } = namedFont(document, field);
  const font = fonts === undefined ? undefined : lookupDict(fonts, key);
  const own = fonts === undefined ? undefined : ownFont(document, fonts, key);
  return library.forField(text, standardFontNamed((font === undefined ? undefined : lookupName(font, 'BaseFont')) ?? key), own);
}

/** What a viewer shows for a text: stars for a password; formatted by the field's script, where the cells of a comb suffice for it. */
export function shownIn(field: PDFTextField, text: string): Shown {
  if (field.isPassword()) return { text: '*'.repeat(text.length), isRed: false };
  const shown = text === '' ? undefined : scriptsOf(field.acroField.dict).format?.show(text);
  const cells = field.isCombed() ? (field.getMaxLength() ?? Infinity) : Infinity;
  return shown !== undefined && shown.text.length <= cells ? shown : { text, isRed: false };
}

/** What is drawn of a field: its text as it is formatted, the text of a dropdown's option, or all rows of a list. */
export function drawnText(field: PDFTextField | PDFDropdown | PDFOptionList, text: string): string {
  if (field instanceof PDFTextField) return shownIn(field, text).text;
  return field instanceof PDFOptionList ? field.getOptions().join('') : text;
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
  const sizeOf = (size: number): number => (size === 0 && field instanceof PDFOptionList ? LIST_SIZE : sizeFor(size));
  const holders = [field.acroField.dict, ...field.acroField.getWidgets().map(({ dict }) => dict)];
  const given = new Map(holders.map((dict) => [dict, dict.get(name('DA'))]));
  const sizes: number[] = [];
  for (const dict of holders) {
    const appearance = defaultAppearance(document, dict);
    if (appearance !== undefined) {
      const size = sizeOf(Number(SIZE.exec(appearance)?.[1] ?? 0));
      sizes.push(size);
      const sized = appearance.replace(SIZE, `${String(size)} Tf`);
      dict.set(name('DA'), PDFString.of(shown?.isRed === true ? `${sized} ${RED}` : sized));
    }
    giveBorder(dict);
  }
  const alignment = inherited(field.acroField.dict, 'Q') ?? document.getForm().acroForm.dict.lookup(name('Q'));
  const ownAlignment = field.acroField.dict.get(name('Q'));
  if (ownAlignment === undefined && alignment !== undefined) field.acroField.dict.set(name('Q'), alignment);
  const value = field.acroField.dict.get(name('V'));
  const isFormatted = field instanceof PDFTextField && field.isRichFormatted();
  try {
    if (field instanceof PDFTextField) {
      // The library draws plain text only, which such fields have too.
      if (isFormatted) field.disableRichFormatting();
      // As the library reads it, in whatever form it is stored: lines end with LF.
      if (shown !== undefined) field.acroField.dict.set(name('V'), PDFHexString.fromText(shown.text.replace(/\r\n?/g, '\n')));
      field.updateAppearances(font);
    } else {
      drawChoice(field, font, sizes.at(-1) ?? LIST_SIZE);
    }
    resolveMixed(document, font, appearancesOf(field));
  } finally {
    if (isFormatted) field.enableRichFormatting();
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

function appearancesOf(field: PDFField): PDFRef[] {
  return field.acroField.getWidgets().flatMap(({ dict }) => {
    const normal = lookupDict(dict, 'AP')?.get(name('N'));
    return normal instanceof PDFRef ? [normal] : [];
  });
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
