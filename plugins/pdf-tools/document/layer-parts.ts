import { PDFArray, type PDFContext, PDFDict, type PDFDocument, type PDFObject, PDFRef } from 'pdf-lib';
import { Layers } from './layers.ts';
import { lookupArray, lookupDict, name } from './objects.ts';

/** Lists of the configuration that hold groups, besides ON and OFF. */
const LISTS = ['Order', 'Locked', 'RBGroups'] as const;
/** In a state of its own on screens or on paper, which groups say themselves. */
const USES = ['Event', 'Category'] as const;
const MAX_DEPTH = 32;

/** The layers of several documents, as far as they come along, each as visible as it was. */
export class LayerParts {
  readonly #context: PDFContext;
  readonly #groups: PDFRef[] = [];
  readonly #off: PDFRef[] = [];
  readonly #uses: PDFObject[] = [];
  readonly #lists = new Map<string, PDFObject[]>(LISTS.map((key) => [key, []]));

  constructor(context: PDFContext) {
    this.#context = context;
  }

  /** @param find the copy of an object, if it came along */
  add(document: PDFDocument, find: (ref: PDFRef) => PDFRef | undefined, copy: (object: PDFObject) => PDFObject): void {
    const properties = lookupDict(document.catalog, 'OCProperties');
    const usual = properties === undefined ? undefined : lookupDict(properties, 'D');
    if (properties === undefined) return;
    const layers = new Layers(document, false);
    for (const entry of lookupArray(properties, 'OCGs')?.asArray() ?? []) {
      const ref = entry instanceof PDFRef ? find(entry) : undefined;
      if (ref === undefined || this.#groups.includes(ref)) continue;
      this.#groups.push(ref);
      if (!layers.isVisible(entry)) this.#off.push(ref);
    }
    if (usual === undefined) return;
    for (const [key, list] of this.#lists) {
      const given = lookupArray(usual, key);
      if (given !== undefined) list.push(...this.#kept(given, find, copy, 0));
    }
    const uses = lookupArray(usual, 'AS');
    for (let i = 0; i < (uses?.size() ?? 0); i++) {
      const use = uses?.lookup(i);
      const groups = use instanceof PDFDict ? lookupArray(use, 'OCGs') : undefined;
      const kept = groups === undefined ? [] : this.#kept(groups, find, copy, 0);
      if (!(use instanceof PDFDict) || kept.length === 0) continue;
      const entries = USES.flatMap((key) => [[key, use.lookup(name(key))] as const]).filter(([, value]) => value !== undefined);
      this.#uses.push(
        this.#context.obj({ ...Object.fromEntries(entries.map(([key, value]) => [key, copy(value as PDFObject)])), OCGs: kept }),
      );
    }
  }

  /** For the catalog; undefined where there are none. */
  properties(): PDFDict | undefined {
    if (this.#groups.length === 0) return undefined;
    const lists = Object.fromEntries([...this.#lists].filter(([, { length }]) => length > 0));
    return this.#context.obj({ OCGs: this.#groups, D: { OFF: this.#off, ...lists, ...(this.#uses.length > 0 ? { AS: this.#uses } : {}) } });
  }

  /** What is left of a list, with its labels and lists within it; a list whose groups are all gone goes too. */
  #kept(list: PDFArray, find: (ref: PDFRef) => PDFRef | undefined, copy: (object: PDFObject) => PDFObject, depth: number): PDFObject[] {
    const kept: PDFObject[] = [];
    for (const [at, entry] of list.asArray().entries()) {
      const object = list.lookup(at);
      if (object instanceof PDFArray) {
        const inner = depth < MAX_DEPTH ? this.#kept(object, find, copy, depth + 1) : [];
        if (inner.some((item) => item instanceof PDFRef || item instanceof PDFArray)) kept.push(this.#context.obj(inner));
      } else if (object instanceof PDFDict) {
        const ref = entry instanceof PDFRef ? find(entry) : undefined;
        if (ref !== undefined) kept.push(ref);
      } else {
        kept.push(copy(entry));
      }
    }
    return kept;
  }
}
