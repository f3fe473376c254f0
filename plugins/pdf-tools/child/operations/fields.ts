import {
  PDFButton,
  PDFCheckBox,
  PDFDict,
  type PDFDocument,
  PDFDropdown,
  type PDFField,
  PDFName,
  PDFOptionList,
  PDFRadioGroup,
  PDFSignature,
  PDFTextField,
} from 'pdf-lib';
import { Refused } from '../protocol.ts';

const MAX_FIELDS = 2000;

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
  if (field instanceof PDFTextField) return field.isPassword() ? '' : (field.getText() ?? '');
  if (field instanceof PDFCheckBox) return field.isChecked();
  if (field instanceof PDFDropdown) return shownOption(field, field.getSelected()[0] ?? '');
  if (field instanceof PDFRadioGroup) return field.getSelected() ?? '';
  if (!(field instanceof PDFOptionList)) return '';
  const selected = field.getSelected().map((option) => shownOption(field, option));
  return selected.length > 1 ? selected : (selected[0] ?? '');
}

type Choice = PDFDropdown | PDFOptionList;

const optionsOf = (field: Choice): { readonly stored: string; readonly shown: string }[] =>
  field.acroField.getOptions().map(({ value, display }) => ({ stored: value.decodeText(), shown: display.decodeText() }));

/** An option's text; what is stored may be another word for it. */
export const shownOption = (field: Choice, option: string): string =>
  optionsOf(field).find(({ stored }) => stored === option)?.shown ?? option;

/** What is stored for an option, given either way; undefined when it is none. */
export const storedOption = (field: Choice, given: string): string | undefined =>
  optionsOf(field).find(({ stored, shown }) => given === shown || given === stored)?.stored;

/** @throws Refused when the form is XFA only */
export function fieldsOf(document: PDFDocument): PDFField[] {
  const form = document.catalog.lookup(PDFName.of('AcroForm'));
  if (form === undefined) return [];
  const hasXfa = form instanceof PDFDict && form.has(PDFName.of('XFA'));
  const fields = document.getForm().getFields();
  const isDynamic = document.catalog.lookup(PDFName.of('NeedsRendering'))?.toString() === 'true';
  if ((fields.length === 0 && hasXfa) || isDynamic) throw new Refused({ field: 'pdf', message: 'is an XFA form' });
  if (fields.length > MAX_FIELDS)
    throw new Refused({ field: 'pdf', message: `has ${String(fields.length)} fields; the limit is ${String(MAX_FIELDS)}` });
  return fields;
}

export const isButton = (field: PDFField): boolean => field instanceof PDFButton || field instanceof PDFSignature;
