import {
  createPDFAcroField,
  PDFAcroCheckBox,
  PDFAcroComboBox,
  type PDFAcroField,
  PDFAcroListBox,
  PDFAcroNonTerminal,
  PDFAcroPushButton,
  PDFAcroRadioButton,
  PDFAcroSignature,
  PDFAcroText,
  PDFArray,
  PDFButton,
  PDFCheckBox,
  type PDFContext,
  PDFDict,
  type PDFDocument,
  PDFDropdown,
  type PDFField,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFOptionList,
  PDFRadioGroup,
  PDFRef,
  PDFSignature,
  PDFTextField,
} from 'pdf-lib';
import type { PdfWarning } from '../../contract.ts';
import { Refused } from '../protocol.ts';
import { inherited, lookupDict } from '../../document/objects.ts';
import { textOf } from '../../document/text-string.ts';
import { valueOfCheckBox } from './checkbox.ts';

const MAX_FIELDS = 2000;
const MAX_DEPTH = 64;
/** Characters of a library's words about a damaged field. */
const MAX_REASON = 150;

export type FieldType = 'text' | 'checkbox' | 'dropdown' | 'radio' | 'listbox' | 'button' | 'signature';

export function typeOf(field: PDFField): FieldType {
  if (field instanceof PDFTextField) return 'text';
  if (field instanceof PDFCheckBox) return 'checkbox';
  if (field instanceof PDFDropdown) return 'dropdown';
  if (field instanceof PDFRadioGroup) return 'radio';
  if (field instanceof PDFOptionList) return 'listbox';
  if (field instanceof PDFSignature) return 'signature';
  return 'button';
}

/** The value as a caller sees it; passwords are never shown. */
export function valueOf(field: PDFField): string | boolean | string[] {
  if (field instanceof PDFTextField) return field.isPassword() ? '' : textIn(field);
  if (field instanceof PDFCheckBox) return valueOfCheckBox(field);
  if (field instanceof PDFDropdown) return shownOption(field, field.getSelected()[0] ?? '');
  if (field instanceof PDFRadioGroup) return field.getSelected() ?? '';
  if (!(field instanceof PDFOptionList)) return '';
  const selected = field.getSelected().map((option) => shownOption(field, option));
  return selected.length > 1 ? selected : (selected[0] ?? '');
}

/** What a text field holds. */
export const textIn = (field: PDFTextField): string => textOf(inherited(field.acroField.dict, 'V')) ?? '';

type Choice = PDFDropdown | PDFOptionList;

export const optionsOf = (field: Choice): { readonly stored: string; readonly shown: string }[] =>
  field.acroField.getOptions().map(({ value, display }) => ({ stored: value.decodeText(), shown: display.decodeText() }));

/** An option's text; what is stored may be another word for it. */
export const shownOption = (field: Choice, option: string): string =>
  optionsOf(field).find(({ stored }) => stored === option)?.shown ?? option;

/** What is stored for an option, given either way; undefined when it is none. */
export const storedOption = (field: Choice, given: string): string | undefined =>
  optionsOf(field).find(({ stored, shown }) => given === shown || given === stored)?.stored;

/** Fields of a form, and what is wrong with those that cannot be read. */
interface ReadForm {
  readonly fields: readonly PDFField[];
  readonly damaged: readonly string[];
}

/**
 * The fields that can be read, in the order of the form. What is in the tree and cannot be a field is taken out of it, as
 * the library would stumble over it.
 * @throws Refused when the form is XFA only
 */
export function fieldsOf(document: PDFDocument): readonly PDFField[] {
  return readForm(document).fields;
}

/** Fields by their full names: a file may have several of one name, which are one field to viewers. */
export const fieldsByName = (document: PDFDocument): ReadonlyMap<string, readonly PDFField[]> =>
  Map.groupBy(fieldsOf(document), (field) => field.getName());

/** Says which fields were left out, and why. */
export function fieldWarnings(document: PDFDocument): PdfWarning[] {
  return readForm(document).damaged.map((message) => ({ code: 'FIELD_SKIPPED', message }));
}

/** @throws Refused when the form is XFA only */
function readForm(document: PDFDocument): ReadForm {
  const form = document.catalog.lookup(PDFName.of('AcroForm'));
  if (!(form instanceof PDFDict)) {
    document.catalog.delete(PDFName.of('AcroForm'));
    return { fields: [], damaged: form === undefined ? [] : ['The form is damaged: it is not a dictionary.'] };
  }
  const found = walkForm(document, form);
  if (found.fields.length === 0 && form.has(PDFName.of('XFA'))) throw new Refused({ field: 'pdf', message: 'is an XFA form' });
  if (found.fields.length > MAX_FIELDS)
    throw new Refused({ field: 'pdf', message: `has ${String(found.fields.length)} fields; the limit is ${String(MAX_FIELDS)}` });
  return found;
}

function walkForm(document: PDFDocument, form: PDFDict): ReadForm {
  const { context } = document;
  const fields: PDFField[] = [];
  const damaged: string[] = [];
  const seen = new Set<PDFDict>();
  /** @returns how many entries are left */
  const visit = (holder: PDFDict, key: string, depth: number): number => {
    const list = holder.lookup(PDFName.of(key));
    if (!(list instanceof PDFArray)) {
      if (list !== undefined) damaged.push(`The form is damaged: /${key} is not an array.`);
      if (key === 'Fields') form.set(PDFName.of('Fields'), context.obj([]));
      return 0;
    }
    const sound: PDFObject[] = [];
    for (const entry of list.asArray()) {
      const dict = context.lookup(entry);
      const label = entry instanceof PDFRef ? `object ${String(entry.objectNumber)} ${String(entry.generationNumber)}` : 'an entry';
      if (!(dict instanceof PDFDict) || !(entry instanceof PDFRef))
        damaged.push(`A field is damaged: ${label} of /${key} is not a dictionary.`);
      else if (seen.has(dict) || depth > MAX_DEPTH) damaged.push(`A field is damaged: ${label} is within itself, or there twice.`);
      else {
        seen.add(dict);
        const field = guarded(() => createPDFAcroField(dict, entry));
        if (typeof field === 'string') {
          damaged.push(`A field is damaged: ${label}: ${field}.`);
          continue;
        }
        if (field instanceof PDFAcroNonTerminal) {
          if (visit(dict, 'Kids', depth + 1) > 0) sound.push(entry);
        } else {
          sound.push(entry);
          const read = guarded(() => readField(document, field, entry));
          if (typeof read === 'string') damaged.push(`A field is damaged: ${label}: ${read}.`);
          else if (read !== undefined) fields.push(read);
        }
      }
    }
    if (sound.length < list.size()) holder.set(PDFName.of(key), context.obj(sound));
    return sound.length;
  };
  adoptFields(document, form);
  visit(form, 'Fields', 0);
  return { fields, damaged };
}

/** Lists fields that stand on a page and that the form does not list: viewers show and fill them all the same. */
function adoptFields(document: PDFDocument, form: PDFDict): void {
  const { context } = document;
  const listed = form.lookup(PDFName.of('Fields'));
  const known = new Set<PDFObject | undefined>(listed instanceof PDFArray ? listed.asArray().map((entry) => context.lookup(entry)) : []);
  const widgets = widgetsOf(document);
  joinKids(context, widgets);
  const found: PDFRef[] = [];
  for (const [entry, widget] of widgets) {
    const { ref, dict } = rootOf(context, entry, widget);
    if (known.has(dict) || !(ref instanceof PDFRef) || inherited(widget, 'FT') === undefined || !dict.has(PDFName.of('T'))) continue;
    known.add(dict);
    found.push(ref);
  }
  if (found.length === 0) return;
  form.set(PDFName.of('Fields'), context.obj([...(listed instanceof PDFArray ? listed.asArray() : []), ...found]));
}

function widgetsOf(document: PDFDocument): (readonly [entry: PDFObject, widget: PDFDict])[] {
  return document.getPages().flatMap((page) => {
    const annotations = page.node.lookup(PDFName.of('Annots'));
    return (annotations instanceof PDFArray ? annotations.asArray() : []).flatMap((entry) => {
      const widget = document.context.lookup(entry);
      const isWidget = widget instanceof PDFDict && widget.lookup(PDFName.of('Subtype')) === PDFName.of('Widget');
      return isWidget ? [[entry, widget] as const] : [];
    });
  });
}

/** Widgets that name a field above them belong to it, also where the field does not name them. */
function joinKids(context: PDFContext, widgets: readonly (readonly [entry: PDFObject, widget: PDFDict])[]): void {
  const families = Map.groupBy(widgets, ([, widget]) => lookupDict(widget, 'Parent'));
  for (const [parent, members] of families) {
    if (parent === undefined) continue;
    const listed = parent.lookup(PDFName.of('Kids'));
    const kids = new Set(listed instanceof PDFArray ? listed.asArray() : []);
    const lost = new Set(members.map(([entry]) => entry).filter((entry) => entry instanceof PDFRef && !kids.has(entry)));
    if (lost.size > 0) parent.set(PDFName.of('Kids'), context.obj([...(listed instanceof PDFArray ? listed.asArray() : []), ...lost]));
  }
}

/** The field at the top of a widget's. */
function rootOf(context: PDFContext, entry: PDFObject, widget: PDFDict): { readonly ref: PDFObject; readonly dict: PDFDict } {
  let [ref, dict] = [entry, widget];
  for (let up = 0; up < MAX_DEPTH; up++) {
    const above = dict.get(PDFName.of('Parent'));
    const parent = context.lookup(above);
    if (above === undefined || !(parent instanceof PDFDict)) break;
    [ref, dict] = [above, parent];
  }
  return { ref, dict };
}

/** What is read, or why it cannot be, as text. */
function guarded<T>(read: () => T): T | string {
  try {
    return read();
  } catch (error) {
    return (error instanceof Error ? error.message : String(error)).slice(0, MAX_REASON);
  }
}

/** Reads what operations ask of a field, so that none stumbles over it later. */
function readField(document: PDFDocument, field: PDFAcroField, ref: PDFRef): PDFField | undefined {
  const made = fieldFrom(document, field, ref);
  if (made === undefined) return undefined;
  made.getName();
  valueOf(made);
  for (const widget of made.acroField.getWidgets()) widget.getRectangle();
  made.isReadOnly();
  if (made instanceof PDFTextField) giveLength(made);
  if (made instanceof PDFDropdown || made instanceof PDFOptionList || made instanceof PDFRadioGroup) made.getOptions();
  return made;
}

/** The library looks for it in the field only; none means no limit, as does one that nothing fits in. */
function giveLength(field: PDFTextField): void {
  const { dict } = field.acroField;
  const most = inherited(dict, 'MaxLen');
  if (most instanceof PDFNumber && most.asNumber() > 0) dict.set(PDFName.of('MaxLen'), PDFNumber.of(Math.floor(most.asNumber())));
  else dict.delete(PDFName.of('MaxLen'));
}

function fieldFrom(document: PDFDocument, field: PDFAcroField, ref: PDFRef): PDFField | undefined {
  if (field instanceof PDFAcroPushButton) return PDFButton.of(field, ref, document);
  if (field instanceof PDFAcroCheckBox) return PDFCheckBox.of(field, ref, document);
  if (field instanceof PDFAcroComboBox) return PDFDropdown.of(field, ref, document);
  if (field instanceof PDFAcroListBox) return PDFOptionList.of(field, ref, document);
  if (field instanceof PDFAcroText) return PDFTextField.of(field, ref, document);
  if (field instanceof PDFAcroRadioButton) return PDFRadioGroup.of(field, ref, document);
  return field instanceof PDFAcroSignature ? PDFSignature.of(field, ref, document) : undefined;
}

export const isButton = (field: PDFField): boolean => field instanceof PDFButton || field instanceof PDFSignature;
