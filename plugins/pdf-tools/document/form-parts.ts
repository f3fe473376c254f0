import { PDFArray, PDFBool, type PDFContext, PDFDict, PDFHexString, type PDFObject, type PDFRef, PDFString } from 'pdf-lib';
import { isTrue, lookupDict, name } from './objects.ts';

const MAX_DEPTH = 64;
/** The font that a default appearance names, with its size. */
const FONT = /\/([^\s/]+)(\s+[-\d.]+\s+Tf)/g;

/** New names of fonts whose name another form has taken for another font. */
type Renamed = ReadonlyMap<string, string>;

/** What fields look up in their form, of the forms of several documents: fonts, and how text looks where a field does not say. */
export class FormParts {
  readonly #context: PDFContext;
  readonly #resources: PDFDict;
  readonly #renamed = new Map<PDFDict, Renamed>();
  #asksViewers = false;

  constructor(context: PDFContext) {
    this.#context = context;
    this.#resources = context.obj({});
  }

  /** Takes the resources of a form. */
  add(form: PDFDict, copy: (object: PDFObject) => PDFObject): void {
    this.#asksViewers ||= isTrue(form.lookup(name('NeedAppearances')));
    const renamed = new Map<string, string>();
    const groups = lookupDict(form, 'DR')?.entries() ?? [];
    for (const [key, value] of groups) {
      const group = form.context.lookup(value);
      const copied = this.#context.lookup(copy(group instanceof PDFDict ? group : value));
      const taken = this.#resources.lookup(key);
      if (!(copied instanceof PDFDict) || !(taken instanceof PDFDict)) {
        if (taken === undefined && copied !== undefined) this.#resources.set(key, copied);
        continue;
      }
      for (const [entry, object] of copied.entries()) {
        if (taken.get(entry)?.toString() === object.toString()) continue;
        const own = freeName(entry.decodeText(), taken);
        taken.set(name(own), object);
        if (key === name('Font') && own !== entry.decodeText()) renamed.set(entry.decodeText(), own);
      }
    }
    this.#renamed.set(form, renamed);
  }

  /** Says at a field what it looked up in its form, whose place another form may take. */
  complete(field: PDFObject | undefined, form: PDFDict): void {
    if (!(field instanceof PDFDict)) return;
    const appearance = form.lookup(name('DA'));
    if (!field.has(name('DA')) && isText(appearance)) field.set(name('DA'), PDFString.of(appearance.decodeText()));
    const alignment = form.lookup(name('Q'));
    if (!field.has(name('Q')) && alignment !== undefined) field.set(name('Q'), alignment);
    const renamed = this.#renamed.get(form);
    if (renamed !== undefined && renamed.size > 0) this.#rename(field, renamed, 0);
  }

  form(fields: readonly PDFRef[]): PDFDict {
    const form = this.#context.obj({ Fields: [...fields], NeedAppearances: this.#asksViewers ? PDFBool.True : PDFBool.False });
    if (this.#resources.keys().length > 0) form.set(name('DR'), this.#resources);
    return form;
  }

  #rename(field: PDFDict, renamed: Renamed, depth: number): void {
    const appearance = field.lookup(name('DA'));
    if (isText(appearance)) {
      const text = appearance
        .decodeText()
        .replace(FONT, (whole, font: string, size: string) => (renamed.has(font) ? `/${renamed.get(font) ?? ''}${size}` : whole));
      field.set(name('DA'), PDFString.of(text));
    }
    const kids = field.lookup(name('Kids'));
    if (!(kids instanceof PDFArray) || depth > MAX_DEPTH) return;
    for (let i = 0; i < kids.size(); i++) {
      const kid = kids.lookup(i);
      if (kid instanceof PDFDict) this.#rename(kid, renamed, depth + 1);
    }
  }
}

const isText = (object: PDFObject | undefined): object is PDFString | PDFHexString =>
  object instanceof PDFString || object instanceof PDFHexString;

function freeName(wanted: string, taken: PDFDict): string {
  let own = wanted;
  for (let n = 2; taken.has(name(own)); n++) own = `${wanted}_${String(n)}`;
  return own;
}
