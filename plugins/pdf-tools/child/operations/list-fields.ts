import { PDFDropdown, type PDFDocument, type PDFField, PDFCheckBox, PDFOptionList, PDFRadioGroup, PDFTextField } from 'pdf-lib';
import type { ChildInput, ToolResult } from '../protocol.ts';
import { inherited } from '../../document/objects.ts';
import { openPdf } from '../../document/open.ts';
import { textOf } from '../../document/text-string.ts';
import { choicesOf } from './checkbox.ts';
import { fieldsByName, fieldWarnings, optionsOf, typeOf, valueOf } from './fields.ts';

export async function listFields(input: ChildInput, { maxPages }: { readonly maxPages: number }): Promise<ToolResult> {
  const { document } = await openPdf(input, { maxPages, writes: false });
  const warnings = fieldWarnings(document); // before what is damaged is taken out of the form
  const pages = pagesOfWidgets(document);
  const fields = [...fieldsByName(document)].flatMap(([name, [field, ...others]]) =>
    field === undefined ? [] : [{ name, type: typeOf(field), value: valueOf(field), ...about(field, [field, ...others], pages) }],
  );
  return { files: [], facts: { fields, total: fields.length }, warnings };
}

/** The page of each widget's dictionary, from 0. */
function pagesOfWidgets(document: PDFDocument): ReadonlyMap<unknown, number> {
  return new Map(
    document
      .getPages()
      .flatMap(({ node }, page) => (node.Annots()?.asArray() ?? []).map((entry) => [document.context.lookup(entry), page] as const)),
  );
}

function about(field: PDFField, all: readonly PDFField[], pages: ReadonlyMap<unknown, number>): object {
  const options = choicesIn(field);
  const tooltip = textOf(inherited(field.acroField.dict, 'TU'));
  const shown = all.flatMap(({ acroField }) => acroField.getWidgets().flatMap(({ dict }) => pages.get(dict) ?? []));
  return {
    required: field.isRequired(),
    read_only: field.isReadOnly(),
    pages: [...new Set(shown)].sort((a, b) => a - b),
    ...(options === undefined ? {} : { options }),
    ...(tooltip === undefined ? {} : { tooltip }),
    ...(field instanceof PDFTextField ? { multiline: field.isMultiline(), max_length: field.getMaxLength() ?? null } : {}),
  };
}

function choicesIn(field: PDFField): readonly { readonly value: string; readonly label: string }[] | undefined {
  if (field instanceof PDFCheckBox) return choicesOf(field);
  if (field instanceof PDFRadioGroup) return field.getOptions().map((option) => ({ value: option, label: option }));
  if (!(field instanceof PDFDropdown || field instanceof PDFOptionList)) return undefined;
  return optionsOf(field).map(({ stored, shown }) => ({ value: stored, label: shown }));
}
