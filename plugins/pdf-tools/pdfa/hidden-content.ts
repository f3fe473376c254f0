import { PDFArray, PDFDict, type PDFDocument, type PDFObject, PDFRef, PDFStream } from 'pdf-lib';
import { pageContent } from '../document/content.ts';
import { applyEdits, type ContentEdit, replaceContent } from '../document/content-edits.ts';
import { unpack } from '../document/inflate.ts';
import { type Layers, membershipsOf } from '../document/layers.ts';
import { lookupDict, lookupName, name, resolve } from '../document/objects.ts';
import { type InlineImage, type Operand, readContent, UnreadableContent } from '../document/tokens.ts';

const MAX_FORM_DEPTH = 12;
const PAINT_PATH = new Set(['f', 'F', 'f*', 'B', 'B*', 'b', 'b*', 's', 'S']);
const SHOW = new Set(['Tj', 'TJ', 'sh', 'Do']);

/** Content in which it cannot be found what is hidden. */
class Inseparable extends Error {}

/**
 * Takes out of pages, forms and appearances what is on layers that are off (ISO 32000-1, 8.11.3), which would be seen once the layers
 * are gone. Paths that clip, and graphics state, act as before.
 */
export function removeHiddenContent(document: PDFDocument, layers: Layers): HiddenContent {
  const remover = new HiddenContentRemover(document, layers);
  const left = new Set<number>();
  for (const [index, { node }] of document.getPages().entries()) {
    try {
      if (!remover.page(node)) left.add(index);
    } catch (error) {
      if (!(error instanceof Inseparable) && !(error instanceof UnreadableContent)) throw error;
      left.add(index);
    }
  }
  // What is left is seen; without a list of layers, viewers would ask the memberships again, and find all groups on.
  for (const membership of membershipsOf(document)) for (const key of ['OCGs', 'P', 'VE']) membership.delete(name(key));
  return { isRemoved: remover.isRemoved, left };
}

interface HiddenContent {
  readonly isRemoved: boolean;
  /** Places of pages of which it could not be taken out, or not without moving what is seen. */
  readonly left: ReadonlySet<number>;
}

interface Visible {
  /** Undefined where nothing of it is hidden. */
  readonly content: Buffer | undefined;
  /** Whether what is seen stays in its place. */
  readonly isExact: boolean;
}

class HiddenContentRemover {
  readonly #document: PDFDocument;
  readonly #layers: Layers;
  isRemoved = false;
  /** Forms that are done, each with whether what is seen stays in its place. */
  readonly #forms = new Map<PDFObject, boolean | Error>();

  constructor(document: PDFDocument, layers: Layers) {
    this.#document = document;
    this.#layers = layers;
  }

  /** @returns whether what is seen stays in its place */
  page(node: PDFDict & { Resources(): PDFDict | undefined }): boolean {
    const { context } = this.#document;
    const bytes = pageContent(node);
    if (bytes === undefined) throw new Inseparable();
    const { content, isExact } = this.#visible(bytes, node.Resources(), 0);
    if (content !== undefined) node.set(name('Contents'), context.register(context.flateStream(content)));
    const annotations = node.lookup(name('Annots'));
    const appearances = (annotations instanceof PDFArray ? annotations.asArray() : []).flatMap((entry) => {
      const annotation = context.lookup(entry);
      const states = annotation instanceof PDFDict ? lookupDict(annotation, 'AP') : undefined;
      const normal = states?.lookup(name('N'));
      return normal instanceof PDFDict ? normal.entries().map(([, state]) => state) : [states?.get(name('N'))];
    });
    return appearances.map((entry) => this.#form(entry, undefined, 0)).every(Boolean) && isExact;
  }

  #visible(bytes: Uint8Array, resources: PDFDict | undefined, depth: number): Visible {
    const edits: ContentEdit[] = [];
    const marks: boolean[] = [];
    const state = { isText: false, isExact: true };
    readContent(bytes, (operator, operands, start, image) => {
      const place = { start: operands[0]?.start ?? start, end: endOf(bytes, operator, start, image) };
      const isHidden = marks.includes(true);
      switch (operator) {
        case 'BT':
        case 'ET':
          state.isText = operator === 'BT';
          return;
        case 'BMC':
        case 'BDC':
          marks.push(operator === 'BDC' && this.#hides(operands, resources));
          // Text that goes on after hidden text begins where that ends.
          if (marks.at(-1) === true && state.isText) state.isExact = false;
          return;
        case 'EMC':
          if (marks.pop() === true && state.isText) state.isExact = false;
          return;
        case 'Do': {
          const entry = resources === undefined ? undefined : lookupDict(resources, 'XObject')?.get(name(operands[0]?.text ?? ''));
          if (isHidden || !this.#isSeen(entry)) edits.push({ ...place, text: '' });
          else if (!this.#form(entry, resources, depth)) state.isExact = false;
          return;
        }
      }
      const text = isHidden ? withoutPaint(operator, operands, bytes) : undefined;
      if (text !== undefined) edits.push({ ...place, text });
    });
    if (edits.length > 0) this.isRemoved = true;
    return { content: edits.length === 0 ? undefined : applyEdits(bytes, edits), isExact: state.isExact };
  }

  #hides([tag, properties]: readonly Operand[], resources: PDFDict | undefined): boolean {
    if (tag?.text !== 'OC' || properties?.kind !== 'name' || resources === undefined) return false;
    return !this.#layers.isVisible(lookupDict(resources, 'Properties')?.get(name(properties.text ?? '')));
  }

  #isSeen(entry: PDFObject | undefined): boolean {
    const object = resolve(this.#document.context, entry);
    return !(object instanceof PDFStream) || this.#layers.isVisible(object.dict.get(name('OC')));
  }

  /** Takes out what is hidden within a form; other objects have no such parts. */
  #form(entry: PDFObject | undefined, around: PDFDict | undefined, depth: number): boolean {
    const form = resolve(this.#document.context, entry);
    if (!(entry instanceof PDFRef) || !(form instanceof PDFStream) || lookupName(form.dict, 'Subtype') === 'Image') return true;
    const known = this.#forms.get(entry);
    if (known instanceof Error) throw known;
    if (known !== undefined) return known;
    // Set before it is read: a form that draws itself would have no end.
    this.#forms.set(entry, true);
    try {
      const isExact = this.#visibleForm(entry, form, around, depth);
      this.#forms.set(entry, isExact);
      return isExact;
    } catch (error) {
      if (error instanceof Inseparable || error instanceof UnreadableContent) this.#forms.set(entry, error);
      throw error;
    }
  }

  #visibleForm(ref: PDFRef, form: PDFStream, around: PDFDict | undefined, depth: number): boolean {
    const bytes = depth > MAX_FORM_DEPTH ? undefined : unpack(form);
    if (bytes === undefined) throw new Inseparable();
    const own = lookupDict(form.dict, 'Resources');
    const { content, isExact } = this.#visible(bytes, own ?? around, depth + 1);
    if (content === undefined) return isExact;
    // Another page may have other layers under the same names.
    if (own === undefined) throw new Inseparable();
    replaceContent(this.#document, ref, form.dict, content);
    return isExact;
  }
}

/** What stands in the place of an operation that would be seen; undefined for one that is not. */
function withoutPaint(operator: string, operands: readonly Operand[], bytes: Uint8Array): string | undefined {
  if (PAINT_PATH.has(operator)) return 'n';
  if (SHOW.has(operator) || operator === 'BI') return '';
  if (operator === "'") return 'T*';
  if (operator !== '"') return undefined;
  const [word = '', character = ''] = operands.map(({ start, end }) => Buffer.from(bytes.subarray(start, end)).toString('latin1'));
  return `${word} Tw ${character} Tc T*`;
}

/** Where an operation ends; an inline image with its EI. */
const endOf = (bytes: Uint8Array, operator: string, start: number, image: InlineImage | undefined): number =>
  image === undefined ? start + operator.length : image.data.byteOffset - bytes.byteOffset + image.data.byteLength + 'EI'.length;
