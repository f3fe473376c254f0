import { PDFArray, PDFDict, type PDFDocument, type PDFObject, PDFRawStream, PDFRef, PDFStream } from 'pdf-lib';
import { contentStreams } from '../document/content.ts';
import { unpack } from '../document/inflate.ts';
import type { Layers } from '../document/layers.ts';
import { lookupDict, lookupName, name, resolve } from '../document/objects.ts';
import { type InlineImage, type Operand, readContent, UnreadableContent } from '../document/tokens.ts';

const MAX_FORM_DEPTH = 12;
const PAINT_PATH = new Set(['f', 'F', 'f*', 'B', 'B*', 'b', 'b*', 's', 'S']);
const SHOW = new Set(['Tj', 'TJ', 'sh', 'Do']);
const LINE_END = Buffer.from('\n');

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
  return { isRemoved: remover.isRemoved, left };
}

interface HiddenContent {
  readonly isRemoved: boolean;
  /** Places of pages of which it could not be taken out, or not without moving what is seen. */
  readonly left: ReadonlySet<number>;
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

class HiddenContentRemover {
  readonly #document: PDFDocument;
  readonly #layers: Layers;
  isRemoved = false;
  /** Forms that are done, each with whether what is seen stays in its place. */
  readonly #seen = new Map<PDFObject, boolean | Error>();
  #isExact = true;

  constructor(document: PDFDocument, layers: Layers) {
    this.#document = document;
    this.#layers = layers;
  }

  /** @returns whether what is seen stays in its place */
  page(node: PDFDict & { Resources(): PDFDict | undefined }): boolean {
    const { context } = this.#document;
    this.#isExact = true;
    const parts = contentStreams(node).map((stream) => (stream instanceof PDFStream ? unpack(stream) : undefined));
    if (contentStreams(node).some((stream, i) => stream !== undefined && parts[i] === undefined)) throw new Inseparable();
    const bytes = Buffer.concat(parts.flatMap((part) => (part === undefined ? [] : [part, LINE_END])));
    const seen = this.#visible(bytes, node.Resources(), 0);
    if (seen !== undefined) node.set(name('Contents'), context.register(context.flateStream(seen)));
    const annotations = node.lookup(name('Annots'));
    for (const entry of annotations instanceof PDFArray ? annotations.asArray() : []) {
      const annotation = context.lookup(entry);
      const appearances = annotation instanceof PDFDict ? lookupDict(annotation, 'AP') : undefined;
      const normal = appearances?.lookup(name('N'));
      if (normal instanceof PDFStream) this.#form(appearances?.get(name('N')), undefined, 0);
      else if (normal instanceof PDFDict) for (const [, state] of normal.entries()) this.#form(state, undefined, 0);
    }
    return this.#isExact;
  }

  /** The content without what is hidden; undefined where nothing is. */
  #visible(bytes: Uint8Array, resources: PDFDict | undefined, depth: number): Buffer | undefined {
    const edits: Edit[] = [];
    const marks: boolean[] = [];
    let isText = false;
    const isHidden = (): boolean => marks.includes(true);
    readContent(bytes, (operator, operands, start, image) => {
      const place = { start: operands[0]?.start ?? start, end: endOf(bytes, operator, start, image) };
      switch (operator) {
        case 'BT':
        case 'ET':
          isText = operator === 'BT';
          return;
        case 'BMC':
          marks.push(false);
          return;
        case 'BDC': {
          const hides = this.#hides(operands, resources);
          // Text after it on the same line begins where the hidden one ends.
          if (hides && isText) this.#isExact = false;
          marks.push(hides);
          return;
        }
        case 'EMC':
          if (marks.pop() === true && isText) this.#isExact = false;
          return;
        case 'Do':
          if (!isHidden() && this.#isSeen(operands[0], resources, depth)) return;
          edits.push({ ...place, text: '' });
          return;
      }
      if (!isHidden()) return;
      const text = withoutPaint(operator, operands, bytes);
      if (text !== undefined) edits.push({ ...place, text });
    });
    if (edits.length === 0) return undefined;
    this.isRemoved = true;
    return edited(bytes, edits);
  }

  #hides([tag, properties]: readonly Operand[], resources: PDFDict | undefined): boolean {
    if (tag?.text !== 'OC' || properties?.kind !== 'name' || resources === undefined) return false;
    return !this.#layers.isVisible(lookupDict(resources, 'Properties')?.get(name(properties.text ?? '')));
  }

  /** Whether an object is seen; what is hidden within it is taken out. */
  #isSeen(operand: Operand | undefined, resources: PDFDict | undefined, depth: number): boolean {
    const entry = resources === undefined ? undefined : lookupDict(resources, 'XObject')?.get(name(operand?.text ?? ''));
    const object = resolve(this.#document.context, entry);
    if (!(object instanceof PDFStream)) return true;
    if (!this.#layers.isVisible(object.dict.get(name('OC')))) return false;
    if (lookupName(object.dict, 'Subtype') === 'Form') this.#form(entry, resources, depth);
    return true;
  }

  #form(entry: PDFObject | undefined, around: PDFDict | undefined, depth: number): void {
    if (!(entry instanceof PDFRef)) return;
    const known = this.#seen.get(entry);
    if (known instanceof Error) throw known;
    const stream = this.#document.context.lookup(entry);
    if (known === false) this.#isExact = false;
    if (known !== undefined || !(stream instanceof PDFStream)) return;
    // Set before it is read: a form that draws itself would have no end.
    this.#seen.set(entry, true);
    const wasExact = this.#isExact;
    this.#isExact = true;
    try {
      if (depth > MAX_FORM_DEPTH) throw new Inseparable();
      const bytes = unpack(stream);
      if (bytes === undefined) throw new Inseparable();
      const own = lookupDict(stream.dict, 'Resources');
      const seen = this.#visible(bytes, own ?? around, depth + 1);
      if (seen === undefined) return;
      // Another page may have other layers under the same names.
      if (own === undefined) throw new Inseparable();
      this.#document.context.assign(entry, this.#packed(stream.dict, seen));
    } catch (error) {
      if (error instanceof Inseparable || error instanceof UnreadableContent) this.#seen.set(entry, error);
      throw error;
    } finally {
      if (!this.#isExact && !(this.#seen.get(entry) instanceof Error)) this.#seen.set(entry, false);
      this.#isExact &&= wasExact;
    }
  }

  #packed(dict: PDFDict, bytes: Uint8Array): PDFRawStream {
    const { context } = this.#document;
    const { dict: packed, contents } = context.flateStream(bytes);
    const kept = dict.clone(context);
    for (const key of ['Filter', 'DecodeParms', 'Length', 'F', 'FFilter', 'FDecodeParms']) kept.delete(name(key));
    for (const [key, value] of packed.entries()) kept.set(key, value);
    return PDFRawStream.of(kept, contents);
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

function edited(bytes: Uint8Array, edits: readonly Edit[]): Buffer {
  const parts: Uint8Array[] = [];
  let at = 0;
  for (const { start, end, text } of edits) {
    parts.push(bytes.subarray(at, start), Buffer.from(` ${text} `));
    at = end;
  }
  return Buffer.concat([...parts, bytes.subarray(at)]);
}
