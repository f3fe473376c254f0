import { PDFCheckBox, PDFDict, type PDFDocument, PDFDropdown, type PDFField, PDFOptionList, PDFRadioGroup, PDFTextField } from 'pdf-lib';
import { type FieldScripts, scriptsOf } from '../../document/form-scripts/field-scripts.ts';
import type { Format, Range } from '../../document/form-scripts/formats.ts';
import { readNumber } from '../../document/form-scripts/number-format.ts';
import { lookupArray, lookupDict } from '../../document/objects.ts';
import type { PdfWarning } from '../../contract.ts';
import { shownIn } from './appearance.ts';
import { textIn } from './fields.ts';

const MOST_NAMED = 20;

type Fields = ReadonlyMap<string, readonly PDFField[]>;

/** What viewers would do besides, when these fields are filled. */
export interface Consequences {
  /** Values that follow from those given, by the full names of their fields. */
  readonly calculated: ReadonlyMap<string, string>;
  readonly warnings: readonly PdfWarning[];
}

/** Why the field's own script refuses a value, or undefined. */
export function rangeProblem(field: PDFTextField, text: string): string | undefined {
  const { range, format } = scriptsOf(field.acroField.dict);
  if (range === undefined || text === '') return undefined;
  const number = Number(readNumber(text, format) ?? NaN);
  return number >= (range.least ?? -Infinity) && number <= (range.most ?? Infinity) ? undefined : `must be ${rangeWords(range)}`;
}

function rangeWords({ least, most }: Range): string {
  if (least !== undefined && most !== undefined) return `a number from ${String(least)} to ${String(most)}`;
  if (least !== undefined) return `a number of at least ${String(least)}`;
  return most === undefined ? 'a number' : `a number of at most ${String(most)}`;
}

/**
 * Calculates the fields that follow from those filled, in the order that the form has for it (`/CO`), and says which scripts had no effect.
 * @param given names of all fields that the caller has a value for
 * @param touched the fields whose values changed, which have them already
 */
export function consequencesOf(
  document: PDFDocument,
  known: Fields,
  given: ReadonlySet<string>,
  touched: readonly PDFField[],
): Consequences {
  if (touched.length === 0) return { calculated: new Map(), warnings: [] };
  const calculated = new Map<string, string>();
  const changed = new Set(touched.map((field) => field.getName()));
  const stale = new Set<string>();
  const differing: string[] = [];
  for (const [name, field, scripts] of calculatedFields(document, known)) {
    const { calculation, hasOtherCalculation } = scripts;
    if (hasOtherCalculation && !given.has(name)) stale.add(name);
    if (calculation === undefined) continue;
    const operands = calculation.operands.flatMap((operand) => namesWithin(known, operand));
    if (!operands.some((operand) => changed.has(operand) || stale.has(operand))) continue;
    const numbers = (operand: string): readonly number[] | undefined => {
      const names = namesWithin(known, operand);
      return names.length === 0 ? undefined : names.map((one) => numberOf(known.get(one)?.[0], calculated.get(one)));
    };
    const isKnown = operands.every((operand) => !stale.has(operand) && !Number.isNaN(numbers(operand)?.[0]));
    const value = isKnown ? calculation.evaluate(numbers) : undefined;
    if (given.has(name)) {
      if (value !== undefined && value !== numberOf(field, undefined)) differing.push(name);
    } else if (value === undefined) stale.add(name);
    else if (textIn(field) !== String(value)) {
      calculated.set(name, String(value));
      changed.add(name);
    }
  }
  return {
    calculated,
    warnings: [
      ...touchedWarnings(touched),
      ...warn(differing, (name) => `The field '${short(name)}' is calculated in viewers, and would have another value than the one given.`),
      ...warn([...stale], (name) => `The field '${short(name)}' is calculated by a script that was not run: fill in its value, too.`),
    ],
  };
}

/** Text fields with a script that calculates them, in its order. */
function calculatedFields(document: PDFDocument, known: Fields): (readonly [name: string, field: PDFTextField, scripts: FieldScripts])[] {
  const form = lookupDict(document.catalog, 'AcroForm');
  const order = (form === undefined ? undefined : lookupArray(form, 'CO'))?.asArray() ?? [];
  if (order.length === 0) return [];
  const byDict = new Map<unknown, PDFField>();
  for (const field of [...known.values()].flat()) {
    for (const dict of [field.acroField.dict, ...field.acroField.getWidgets().map((widget) => widget.dict)]) byDict.set(dict, field);
  }
  return order.flatMap((entry) => {
    const dict = document.context.lookup(entry);
    const field = dict instanceof PDFDict ? byDict.get(dict) : undefined;
    return field instanceof PDFTextField ? [[field.getName(), field, scriptsOf(field.acroField.dict)] as const] : [];
  });
}

/** The field of a name, or all that lie in it. */
const namesWithin = (known: Fields, name: string): readonly string[] =>
  known.has(name) ? [name] : [...known.keys()].filter((one) => one.startsWith(`${name}.`));

/**
 * The number that a field holds: 0 where it is empty; NaN for another text, of which viewers make different numbers.
 * @param text in place of its value
 */
function numberOf(field: PDFField | undefined, text: string | undefined): number {
  if (field instanceof PDFTextField) {
    const value = text ?? textIn(field);
    return value.trim() === '' ? 0 : Number(readNumber(value, scriptsOf(field.acroField.dict).format) ?? NaN);
  }
  return Number(readNumber(chosenIn(field)) ?? 0);
}

function chosenIn(field: PDFField | undefined): string {
  if (field instanceof PDFCheckBox) return field.acroField.getValue().decodeText();
  const isChoice = field instanceof PDFDropdown || field instanceof PDFOptionList;
  return (isChoice ? field.getSelected()[0] : field instanceof PDFRadioGroup ? field.getSelected() : undefined) ?? '';
}

function touchedWarnings(touched: readonly PDFField[]): PdfWarning[] {
  const scripted = touched.map((field) => [field, scriptsOf(field.acroField.dict)] as const);
  const other = scripted.filter(([, { hasOther }]) => hasOther).map(([field]) => field.getName());
  const reasons = new Map(
    scripted.flatMap(([field, { format }]) => {
      const reason = format !== undefined && field instanceof PDFTextField ? unformattedReason(field, format) : undefined;
      return reason === undefined ? [] : [[field.getName(), reason] as const];
    }),
  );
  return [
    ...warn(
      [...new Set(other)],
      (name) => `The scripts of the field '${short(name)}', which format or check its value in some viewers, were not run.`,
    ),
    ...warn([...reasons.keys()], (name) => `The value of the field '${short(name)}' is shown as it was given: ${reasons.get(name) ?? ''}.`),
  ];
}

/** Why the format of a field is not seen; undefined where it is. */
function unformattedReason(field: PDFTextField, { show, wants }: Format): string | undefined {
  const text = textIn(field);
  const shown = text === '' ? undefined : show(text);
  if (text === '' || shown?.text === shownIn(field, text).text || field.isPassword()) return undefined;
  return shown === undefined
    ? `it is not ${wants}, which its script wants`
    : 'in its format it has more characters than the field has cells';
}

const short = (name: string): string => name.slice(0, 100);

/** One warning for each field, as far as they are not too many. */
function warn(names: readonly string[], message: (name: string) => string): PdfWarning[] {
  const more = names.length - MOST_NAMED;
  return [...names.slice(0, MOST_NAMED).map(message), ...(more > 0 ? [`Scripts of ${String(more)} more fields had no effect.`] : [])].map(
    (text) => ({ code: 'FIELD_SCRIPT_IGNORED', message: text }),
  );
}
