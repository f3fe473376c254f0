import type { ChildInput, ToolResult } from '../protocol.ts';
import { openPdf } from '../../document/open.ts';
import { fieldsOf, fieldWarnings, typeOf, valueOf } from './fields.ts';

export async function listFields(input: ChildInput, { maxPages }: { readonly maxPages: number }): Promise<ToolResult> {
  const { document } = await openPdf(input, { maxPages, writes: false });
  const warnings = fieldWarnings(document); // before what is damaged is taken out of the form
  const fields = fieldsOf(document).map((field) => ({ name: field.getName(), type: typeOf(field), value: valueOf(field) }));
  return { files: [], facts: { fields, total: fields.length }, warnings };
}
