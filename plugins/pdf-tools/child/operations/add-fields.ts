import { degrees, type PDFDocument, type PDFFont, PDFName, type PDFPage } from 'pdf-lib';
import type { FieldProblem } from '../../../../server/contract/index.ts';
import { type ChildInput, type Parent, Refused, type ToolResult } from '../protocol.ts';
import { Fonts } from '../../document/fonts.ts';
import { turnOf } from '../../document/objects.ts';
import { openPdf, refuseSigned } from '../../document/open.ts';
import { visibleBox } from '../../document/page-box.ts';
import { dropClaims, savePdf } from '../../document/save.ts';
import { fieldsOf } from './fields.ts';

export interface NewField {
  readonly name: string;
  readonly type: 'text' | 'checkbox' | 'dropdown';
  readonly page: number;
  readonly x: number;
  readonly y: number;
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  readonly options?: readonly string[] | undefined;
  readonly defaultValue?: string | boolean | undefined;
}

const SIZES = { text: [200, 24], dropdown: [200, 24], checkbox: [16, 16] } as const;

export async function addFields(
  input: ChildInput,
  { maxPages, fields }: { readonly maxPages: number; readonly fields: readonly NewField[] },
  { fonts: library }: Parent,
): Promise<ToolResult> {
  const { document } = await openPdf(input, { maxPages, writes: true });
  refuseSigned(document);
  const fonts = new Fonts(document, library);
  const problems: FieldProblem[] = [];
  const names = new Set(fieldsOf(document).map((field) => field.getName()));
  const chosen: PDFFont[] = [];
  for (const [i, field] of fields.entries()) {
    const at = `fields.${String(i)}`;
    const name = nameProblem(field.name, names);
    if (name !== undefined) problems.push({ field: `${at}.name`, message: name });
    names.add(field.name);
    problems.push(...placeProblems(document, field, at), ...valueProblems(field, at));
    const font = await fonts.for([...(field.options ?? []), typeof field.defaultValue === 'string' ? field.defaultValue : ''].join(''));
    if (typeof font === 'string') problems.push({ field: `${at}.defaultValue`, message: font });
    else chosen.push(font);
  }
  if (problems.length > 0) throw new Refused(...problems);
  for (const [i, field] of fields.entries()) addField(document, field, chosen[i]);
  // It would show the form as it was.
  document.getForm().acroForm.dict.delete(PDFName.of('XFA'));
  const warnings = dropClaims(document);
  return { files: [await savePdf(document)], warnings };
}

/** A field cannot be a group of fields at once: `a` beside `a.b` is impossible. */
function nameProblem(name: string, taken: ReadonlySet<string>): string | undefined {
  if (name.split('.').includes('')) return 'must have no empty part between its dots';
  if (taken.has(name)) return 'exists already';
  for (const other of taken)
    if (other.startsWith(`${name}.`) || name.startsWith(`${other}.`)) return `cannot be above or below the field '${other}'`;
  return undefined;
}

const sizeOf = ({ type, width, height }: NewField): readonly [number, number] => [width ?? SIZES[type][0], height ?? SIZES[type][1]];

/** The page's size as a viewer sees it. */
function seenSize(page: PDFPage): readonly [number, number] {
  const { width, height } = visibleBox(page);
  return page.getRotation().angle % 180 === 0 ? [width, height] : [height, width];
}

export function pageProblem(pages: number, page: number): string | undefined {
  if (page < pages) return undefined;
  return pages === 1 ? 'must be 0: the document has 1 page' : `must be 0 to ${String(pages - 1)}: the document has ${String(pages)} pages`;
}

/** Places are points from the lower left of the crop box, before the page is turned. */
export function boxProblem(page: PDFPage, x: number, y: number, width: number, height: number): 'x' | 'y' | undefined {
  const box = visibleBox(page);
  const sideways = page.getRotation().angle % 180 !== 0;
  const [w, h] = sideways ? [height, width] : [width, height];
  if (x < 0 || x + w > box.width + 0.01) return 'x';
  return y < 0 || y + h > box.height + 0.01 ? 'y' : undefined;
}

function placeProblems(document: PDFDocument, field: NewField, at: string): FieldProblem[] {
  const wrong = pageProblem(document.getPageCount(), field.page);
  if (wrong !== undefined) return [{ field: `${at}.page`, message: wrong }];
  const page = document.getPage(field.page);
  const [width, height] = sizeOf(field);
  const off = boxProblem(page, field.x, field.y, width, height);
  const [w, h] = seenSize(page);
  return off === undefined
    ? []
    : [{ field: `${at}.${off}`, message: `puts the field off the page, which is ${w.toFixed(0)} × ${h.toFixed(0)} points` }];
}

function valueProblems({ type, options, defaultValue }: NewField, at: string): FieldProblem[] {
  const problems: FieldProblem[] = [];
  if (type === 'dropdown' && (options === undefined || options.length === 0))
    problems.push({ field: `${at}.options`, message: 'is required for a dropdown' });
  if (type !== 'dropdown' && options !== undefined) problems.push({ field: `${at}.options`, message: 'belongs to a dropdown only' });
  if (options !== undefined && new Set(options).size < options.length)
    problems.push({ field: `${at}.options`, message: 'must not repeat an option' });
  if (defaultValue === undefined) return problems;
  if (type === 'checkbox' && typeof defaultValue !== 'boolean')
    problems.push({ field: `${at}.defaultValue`, message: 'must be true or false' });
  if (type !== 'checkbox' && typeof defaultValue !== 'string') problems.push({ field: `${at}.defaultValue`, message: 'must be a string' });
  if (type === 'dropdown' && typeof defaultValue === 'string' && options?.includes(defaultValue) === false) {
    problems.push({ field: `${at}.defaultValue`, message: 'must be one of the options' });
  }
  return problems;
}

function addField(document: PDFDocument, field: NewField, font: PDFFont | undefined): void {
  const form = document.getForm();
  const page = document.getPage(field.page);
  const [width, height] = sizeOf(field);
  const box = visibleBox(page);
  const angle = turnOf(page.getRotation().angle);
  const [x, y] = [box.x + field.x, box.y + field.y];
  // The library turns a field about its corner: the corner is moved so that the box stays where it was asked for.
  const [ax, ay] = angle === 90 ? [x + height, y] : angle === 180 ? [x + width, y + height] : angle === 270 ? [x, y + width] : [x, y];
  const widget = { x: ax, y: ay, width, height, rotate: degrees(angle) };
  if (field.type === 'checkbox') {
    const checkbox = form.createCheckBox(field.name);
    checkbox.addToPage(page, widget);
    if (field.defaultValue === true) checkbox.check();
    return;
  }
  if (font === undefined) throw new Error('no font was chosen');
  if (field.type === 'text') {
    const text = form.createTextField(field.name);
    text.addToPage(page, { ...widget, font });
    if (typeof field.defaultValue === 'string') text.setText(field.defaultValue);
    text.updateAppearances(font);
    return;
  }
  const dropdown = form.createDropdown(field.name);
  dropdown.addOptions([...(field.options ?? [])]);
  dropdown.addToPage(page, { ...widget, font });
  if (typeof field.defaultValue === 'string') dropdown.select(field.defaultValue);
  dropdown.updateAppearances(font);
}
