import { PDFDict, type PDFDocument, type PDFField } from 'pdf-lib';
import type { ToolWarning } from '../protocol.ts';
import { inherited, lookupArray, lookupDict, lookupName } from '../../document/objects.ts';

const MOST_NAMED = 20;
/** Actions of a field that change or check what it holds: keystroke, format, validate, calculate (ISO 32000-1, 12.6.3). */
const EVENTS = ['K', 'F', 'V', 'C'];

/**
 * Scripts are never run: a field that was filled is not formatted or checked by its own, and no total follows it.
 * @param touched what was filled
 */
export function scriptWarnings(document: PDFDocument, touched: readonly PDFField[]): ToolWarning[] {
  if (touched.length === 0) return [];
  const scripted = touched.filter(({ acroField }) => EVENTS.some((event) => hasScript(acroField.dict, event)));
  const written = new Set(touched.map(({ acroField }) => acroField.dict));
  const form = lookupDict(document.catalog, 'AcroForm');
  const calculated = (form === undefined ? undefined : lookupArray(form, 'CO'))?.asArray() ?? [];
  const stale = calculated
    .map((entry) => document.context.lookup(entry))
    .filter((dict) => dict instanceof PDFDict && !written.has(dict) && hasScript(dict, 'C')).length;
  return [
    ...scripted.slice(0, MOST_NAMED).map((field) => ({
      code: 'FIELD_SCRIPT_IGNORED',
      message: `The scripts of the field '${field.getName().slice(0, 100)}', which format or check its value in some viewers, were not run.`,
    })),
    ...(stale === 0
      ? []
      : [
          {
            code: 'FIELD_SCRIPT_IGNORED',
            message: `${String(stale)} fields are calculated by scripts, which were not run: fill in their values, too.`,
          },
        ]),
  ];
}

function hasScript(field: PDFDict, event: string): boolean {
  const actions = inherited(field, 'AA');
  const action = actions instanceof PDFDict ? lookupDict(actions, event) : undefined;
  return action !== undefined && lookupName(action, 'S') === 'JavaScript';
}
