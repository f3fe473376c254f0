import {
  PDFCheckBox,
  PDFDocument,
  PDFDropdown,
  type PDFField,
  type PDFFont,
  PDFHexString,
  PDFName,
  PDFOptionList,
  PDFRadioGroup,
  PDFTextField,
} from 'pdf-lib';
import type { FieldProblem } from '../../../../server/contract/index.ts';
import { type ChildInput, type Parent, Refused, type ToolResult } from '../protocol.ts';
import { Fonts } from '../../document/fonts.ts';
import { AS_IT_IS, openPdf, refuseSigned } from '../../document/open.ts';
import { dropClaims, savePdf } from '../../document/save.ts';
import { choicesOf, isState, setCheckBox, stateFor } from './checkbox.ts';
import { fieldsByName, isButton, shownOption, storedOption, textIn, valueOf } from './fields.ts';
import { consequencesOf, rangeProblem } from './field-scripts.ts';
import { drawButtonIfMissing, drawField, drawnText, fontFor, shownIn } from './appearance.ts';
import { flattenForm, makeMissingAppearances, needsAppearances, printedWarnings } from './flatten.ts';

type Value = string | boolean | readonly string[];

export interface FillOptions {
  readonly maxPages: number;
  readonly fields: readonly { readonly name: string; readonly value: Value }[];
  readonly flatten: boolean;
}

/** Longer, and the library's layout takes seconds. */
const MAX_MULTILINE = 2000;
const DEFAULT_SIZE = 12;
const MIN_SIZE = 4;
const LEADING = 1.25;
const PADDING = 2;
/** Lines break at words and so hold a little less than their width. */
const WRAP_LOSS = 1.1;

/** Fills every field or none; what was written is read back before it is given out. */
export async function fillFields(
  input: ChildInput,
  { maxPages, fields: entries, flatten }: FillOptions,
  { fonts: library }: Parent,
): Promise<ToolResult> {
  const { document } = await openPdf(input, { maxPages, writes: true });
  refuseSigned(document);
  const fonts = new Fonts(document, library);
  const known = fieldsByName(document);
  const problems: FieldProblem[] = [];
  const seen = new Set<string>();
  for (const [i, { name, value }] of entries.entries()) {
    const at = `fields.${String(i)}`;
    const [field, ...others] = known.get(name) ?? [];
    if (field === undefined) problems.push({ field: `${at}.name`, message: `no field '${name.slice(0, 100)}' in this form` });
    else if (seen.has(name)) problems.push({ field: `${at}.name`, message: 'is given twice' });
    else if (isButton(field)) problems.push({ field: `${at}.name`, message: 'cannot be filled' });
    else {
      for (const one of [field, ...others]) {
        const message = isSet(one, value) ? undefined : await problemOf(document, one, value, fonts);
        if (message === undefined) continue;
        problems.push({ field: `${at}.value`, message });
        break;
      }
    }
    seen.add(name);
  }
  if (problems.length > 0) throw new Refused(...problems);

  const ours: PDFField[] = [];
  const setAll = async (name: string, value: Value): Promise<readonly PDFField[]> => {
    const fields = (known.get(name) ?? []).filter((field) => !isSet(field, value));
    for (const field of fields) if (!(await setField(document, field, value, fonts))) ours.push(field);
    return fields;
  };
  const touched: PDFField[] = [];
  for (const { name, value } of entries) touched.push(...(await setAll(name, value)));
  const { calculated, warnings: scripts } = consequencesOf(document, known, seen, touched);
  for (const [name, value] of calculated) {
    for (const field of known.get(name) ?? []) {
      const problem = await problemOf(document, field, value, fonts);
      if (problem !== undefined)
        throw new Refused({ field: 'fields', message: `give ${value} for the calculated field '${name.slice(0, 100)}', which ${problem}` });
    }
    await setAll(name, value);
  }
  const form = document.getForm().acroForm.dict;
  form.delete(PDFName.of('XFA'));
  const expected = [...seen, ...calculated.keys()].map((name) => [name, (known.get(name) ?? []).map(valueOf)] as const);
  // A viewer that is asked to draw the fields may have neither our fonts nor scripts: then all are drawn here.
  if (flatten || (needsAppearances(document) && ours.length > 0)) {
    const undrawn = await makeMissingAppearances(document, library);
    if (undrawn.length > 0)
      throw new Refused({ field: 'pdf', message: `has values that cannot be drawn: ${undrawn.slice(0, 10).join('; ')}` });
    form.delete(PDFName.of('NeedAppearances'));
  }
  const printed = flatten ? printedWarnings(flattenForm(document).printed) : [];
  const warnings = [...scripts, ...printed, ...dropClaims(document)];
  const file = await savePdf(document);
  if (!flatten) await readBack(file, expected);
  return { files: [file], warnings };
}

async function problemOf(document: PDFDocument, field: PDFField, value: Value, fonts: Fonts): Promise<string | undefined> {
  if (field instanceof PDFCheckBox) {
    const choices = choicesOf(field);
    if (stateFor(field, value) !== undefined) return undefined;
    return choices === undefined ? 'must be true or false' : `${oneOf(choices.map((choice) => choice.value))}; or false for none`;
  }
  if (field instanceof PDFOptionList && typeof value === 'object') {
    if (value.length > 1 && !field.isMultiselect()) return 'takes one value only';
    if (!value.every((one) => storedOption(field, one) !== undefined)) return oneOf(field.getOptions());
    return fontProblem(document, field, drawnText(field, ''), fonts);
  }
  if (typeof value !== 'string') return 'must be a string';
  if (field instanceof PDFTextField) {
    if (/[\u0000-\u0009\u000b\u000c\u000e-\u001f]/.test(value)) return 'must hold no control characters';
    if (!field.isMultiline() && /[\r\n]/.test(value)) return 'must be one line';
    const most = field.getMaxLength();
    if (most !== undefined && Array.from(value).length > most) return `may have at most ${String(most)} characters`;
    if (field.isMultiline() && value.length > MAX_MULTILINE) return `may have at most ${String(MAX_MULTILINE)} characters`;
    if (field.isRichFormatted()) return 'is of a rich text field, which cannot be filled';
    return (await fontProblem(document, field, drawnText(field, value), fonts)) ?? rangeProblem(field, value);
  }
  if (field instanceof PDFDropdown || field instanceof PDFOptionList) {
    const free = field instanceof PDFDropdown && field.isEditable();
    if (value !== '' && !free && storedOption(field, value) === undefined) return oneOf(field.getOptions());
    return fontProblem(document, field, drawnText(field, textOfOption(field, value)), fonts);
  }
  if (field instanceof PDFRadioGroup) return value === '' || field.getOptions().includes(value) ? undefined : oneOf(field.getOptions());
  return undefined;
}

async function fontProblem(document: PDFDocument, field: PDFField, text: string, fonts: Fonts): Promise<string | undefined> {
  const font = await fontFor(document, field, text, fonts);
  return typeof font === 'string' ? font : undefined;
}

const oneOf = (options: readonly string[]): string => `must be one of: ${options.slice(0, 20).join(', ')}`;

/** Whether the field has this value already: then nothing about it is touched, its looks least of all. */
function isSet(field: PDFField, value: Value): boolean {
  if (field instanceof PDFTextField) return textIn(field) === value;
  if (field instanceof PDFCheckBox) return isState(field, value);
  const now = valueOf(field);
  if (field instanceof PDFDropdown && typeof value === 'string') return now === textOfOption(field, value);
  if (!(field instanceof PDFOptionList)) return now === value;
  const texts = (list: readonly string[]): string =>
    JSON.stringify(list.filter((text) => text !== '').map((text) => textOfOption(field, text)));
  const listOf = (given: Value): readonly string[] => (typeof given === 'object' ? given : [String(given)]);
  return texts(listOf(now)) === texts(listOf(value));
}

/** @returns whether a viewer that draws the field anew, without our fonts and without scripts, shows the same */
async function setField(document: PDFDocument, field: PDFField, value: Value, fonts: Fonts): Promise<boolean> {
  const fontOf = async (text: string): Promise<PDFFont> => {
    const found = await fontFor(document, field, text, fonts);
    if (typeof found === 'string') throw new Error(found);
    return found;
  };
  if (field instanceof PDFCheckBox) {
    setCheckBox(field, stateFor(field, value) ?? '');
  } else if (field instanceof PDFTextField && typeof value === 'string') {
    const { text, isRed } = shownIn(field, value);
    const font = await fontOf(text);
    field.acroField.dict.set(PDFName.of('V'), PDFHexString.fromText(value));
    drawText(document, field, text, font);
    return !fonts.isAdded(font) && !isRed && (text === value || field.isPassword());
  } else if (field instanceof PDFDropdown || field instanceof PDFOptionList) {
    const chosen = typeof value === 'object' ? [...value] : value === '' ? [] : [String(value)];
    const font = await fontOf(drawnText(field, chosen.map((option) => textOfOption(field, option)).join('')));
    choose(document, field, chosen, font);
    return !fonts.isAdded(font);
  } else if (field instanceof PDFRadioGroup && typeof value === 'string') {
    if (value === '') field.clear();
    else field.select(value);
    drawButtonIfMissing(field);
  }
  return true;
}

/** An option as a viewer shows it, given by its text or by what is stored for it. */
const textOfOption = (field: PDFDropdown | PDFOptionList, option: string): string =>
  shownOption(field, storedOption(field, option) ?? option);

/** Draws the texts of the options, and stores what the form wants to be sent for them. */
function choose(document: PDFDocument, field: PDFDropdown | PDFOptionList, options: readonly string[], font: PDFFont): void {
  const stored = options.map((option) => storedOption(field, option) ?? option);
  if (options.length === 0) field.clear();
  else field.select(stored.map((option) => shownOption(field, option)));
  drawField(document, field, font);
  const values = stored.map((option) => PDFHexString.fromText(option));
  const [only] = values;
  if (only !== undefined) field.acroField.dict.set(PDFName.of('V'), values.length === 1 ? only : field.acroField.dict.context.obj(values));
}

/** Size 0 means automatic, and one that was chosen for other text may be far too large for this: several lines get 12 pt, or less to fit. */
function drawText(document: PDFDocument, field: PDFTextField, text: string, font: PDFFont): void {
  const [widget] = field.acroField.getWidgets();
  if (!field.isMultiline() || widget === undefined) {
    drawField(document, field, font);
    return;
  }
  const box = widget.getRectangle();
  const [width, height] = [box.width - 2 * PADDING, box.height - 2 * PADDING];
  const fits = (size: number): boolean => {
    const lines = text.split(/\r\n?|\n/).map((line) => Math.max(1, Math.ceil((font.widthOfTextAtSize(line, size) * WRAP_LOSS) / width)));
    return lines.reduce((sum, count) => sum + count, 0) * size * LEADING <= height;
  };
  drawField(document, field, font, (given) => {
    if (given > 0 && fits(given)) return given;
    let size = DEFAULT_SIZE;
    while (size > MIN_SIZE && !fits(size)) size -= 0.5;
    return size;
  });
}

async function readBack(file: Uint8Array, expected: readonly (readonly [name: string, values: readonly unknown[]])[]): Promise<void> {
  const again = await PDFDocument.load(file, AS_IT_IS);
  const fields = fieldsByName(again);
  for (const [name, values] of expected) {
    if (JSON.stringify((fields.get(name) ?? []).map(valueOf)) !== JSON.stringify(values))
      throw new Error(`field ${name} was not written as asked`);
  }
}
