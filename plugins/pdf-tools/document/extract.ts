import {
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  type PDFObject,
  PDFRef,
  PDFRawStream,
  PDFStream,
  PDFString,
} from 'pdf-lib';
import { hasBorder } from './annotation-border.ts';
import { type Mentioned, mentionedNames } from './content.ts';
import { FormParts } from './form-parts.ts';
import { LayerParts } from './layer-parts.ts';
import { copyDestination, Destinations } from './destinations.ts';
import { keepDocumentParts, type Taken } from './document-parts.ts';
import { lookupDict, name } from './objects.ts';

/** What a page carries that belongs to the whole document, or to nobody any more. */
const PAGE_DROPS = ['Parent', 'StructParents', 'B', 'Metadata', 'PieceInfo', 'Thumb', 'Tabs'].map(name);
const INHERITED = ['MediaBox', 'CropBox', 'Rotate', 'Resources'].map(name);
const ANNOTATION_DROPS = ['IRT', 'StructParent', 'Popup', 'P'].map(name);
const FILTERED = ['XObject', 'Font', 'ExtGState', 'ColorSpace', 'Pattern', 'Shading', 'Properties'].map(name);
const FOREIGN_TYPES = new Set(['Pages', 'Page', 'Catalog', 'StructElem', 'StructTreeRoot']);

interface Source {
  readonly document: PDFDocument;
  /** Copied objects by their reference in the source; pages as they were taken last. */
  readonly copies: Map<PDFRef, PDFRef>;
  readonly destinations: Destinations;
}

/** A new document of chosen pages: nothing of other pages comes along, and what pages share is there once. */
export class Extraction {
  readonly #target: PDFDocument;
  readonly #context: PDFContext;
  readonly #fieldNames = new Set<string>();
  readonly #formFields: PDFRef[] = [];
  readonly #forms: FormParts;
  readonly #layers: LayerParts;
  readonly #sources = new Map<PDFDocument, Source>();
  readonly #taken: Taken[] = [];

  private constructor(target: PDFDocument) {
    this.#target = target;
    this.#context = target.context;
    this.#forms = new FormParts(target.context);
    this.#layers = new LayerParts(target.context);
  }

  static async create(): Promise<Extraction> {
    return new Extraction(await PDFDocument.create({ updateMetadata: false }));
  }

  /** The new document, with what of the sources' belongs to documents rather than to pages. To be asked for once. */
  finish(): PDFDocument {
    if (this.#formFields.length > 0) this.#set('AcroForm', this.#forms.form(this.#formFields));
    for (const source of this.#sources.values()) {
      this.#layers.add(
        source.document,
        (ref) => source.copies.get(ref),
        (object) => this.#copy(source, object),
      );
    }
    this.#set('OCProperties', this.#layers.properties());
    keepDocumentParts(this.#target, this.#taken);
    return this.#target;
  }

  /**
   * Takes pages of a document, by their index, in this order; a page may be asked for twice, and what was taken before is there once.
   * @param bookmark title of a bookmark of the first of them, which holds all others of these pages
   */
  add(document: PDFDocument, indices: readonly number[], bookmark?: string): void {
    const source = this.#sources.get(document) ?? this.#open(document);
    const form = lookupDict(document.catalog, 'AcroForm');
    const firstField = this.#formFields.length;
    const all = document.getPages();
    // A page that comes again has fields of its own, as those of one name are one field.
    const fields: Map<PDFRef, PDFRef>[] = [];
    const timesTaken = new Map<PDFRef, number>();
    const tree = this.#target.catalog.Pages();
    const pairs = indices.map((index) => ({ page: all[index], ref: this.#context.nextRef() }));
    const pages = new Map<PDFRef, PDFRef>();
    // Links find the first copy of their page.
    for (const { page, ref } of pairs) if (page !== undefined && !pages.has(page.ref)) pages.set(page.ref, ref);
    const before = this.#taken.findLast((taken) => taken.document === document);
    for (const page of before?.pages.keys() ?? []) source.copies.delete(page);
    for (const [page, ref] of pages) source.copies.set(page, ref);
    for (const { page, ref } of pairs) {
      if (page === undefined) continue;
      const times = timesTaken.get(page.ref) ?? 0;
      timesTaken.set(page.ref, times + 1);
      const copy = this.#copyPage(source, page.node, (fields[times] ??= new Map<PDFRef, PDFRef>()), ref);
      copy.set(name('Parent'), this.#target.catalog.get(name('Pages')) as PDFRef);
      this.#context.assign(ref, copy);
      tree.pushLeafNode(ref);
    }
    if (form !== undefined) {
      for (const ref of this.#formFields.slice(firstField)) this.#forms.complete(this.#context.lookup(ref), form);
    }
    const { destinations } = source;
    this.#taken.push({
      document,
      destinations,
      context: this.#context,
      copy: (object) => this.#copy(source, object),
      indices,
      pages,
      bookmark,
    });
  }

  #open(document: PDFDocument): Source {
    const source = { document, copies: new Map<PDFRef, PDFRef>(), destinations: new Destinations(document) };
    this.#sources.set(document, source);
    const form = lookupDict(document.catalog, 'AcroForm');
    if (form !== undefined) this.#forms.add(form, (object) => this.#copy(source, object));
    return source;
  }

  #set(key: string, value: PDFObject | undefined): void {
    if (value !== undefined) this.#target.catalog.set(name(key), value);
  }

  #copyPage(source: Source, page: PDFDict, fields: Map<PDFRef, PDFRef>, ref: PDFRef): PDFDict {
    const copy = this.#context.obj({});
    for (const key of INHERITED) {
      const value = inheritedValue(source.document, page, key);
      if (value !== undefined && key !== name('Resources')) copy.set(key, this.#copy(source, value));
    }
    const resources = source.document.context.lookup(inheritedValue(source.document, page, name('Resources')));
    if (resources instanceof PDFDict) copy.set(name('Resources'), this.#copyResources(source, resources, mentionedNames(page, resources)));
    for (const [key, value] of page.entries()) {
      if (INHERITED.includes(key) || PAGE_DROPS.includes(key) || key === name('Annots')) continue;
      copy.set(key, this.#copy(source, value));
    }
    const annotations = source.document.context.lookup(page.get(name('Annots')));
    if (annotations instanceof PDFArray) {
      const kept = annotations.asArray().flatMap((entry) => this.#copyAnnotation(source, entry, fields, ref));
      if (kept.length > 0) copy.set(name('Annots'), this.#context.obj(kept));
    }
    return copy;
  }

  #copyResources(source: Source, resources: PDFDict, mentioned: Mentioned | undefined): PDFDict {
    const copy = this.#context.obj({});
    for (const [key, value] of resources.entries()) {
      const group = source.document.context.lookup(value);
      if (mentioned === undefined || !FILTERED.includes(key) || !(group instanceof PDFDict)) {
        copy.set(key, this.#copy(source, value));
        continue;
      }
      const kept = this.#context.obj({});
      for (const [entry, object] of group.entries()) {
        const isDefaultSpace = key === name('ColorSpace') && entry.decodeText().startsWith('Default');
        if (isDefaultSpace || mentioned.has(entry.decodeText())) kept.set(entry, this.#copy(source, object));
      }
      if (kept.keys().length > 0) copy.set(key, kept);
    }
    return copy;
  }

  #copyAnnotation(source: Source, entry: PDFObject, fields: Map<PDFRef, PDFRef>, page: PDFRef): PDFRef[] {
    const annotation = source.document.context.lookup(entry);
    if (!(annotation instanceof PDFDict)) return [];
    const subtype = annotation.lookup(name('Subtype'));
    if (subtype === name('Popup')) return [];
    if (subtype === name('Widget')) return this.#copyWidget(source, entry, annotation, fields, page);
    const target = subtype === name('Link') ? this.#linkTarget(source, annotation) : undefined;
    // A link that leads nowhere any more is still seen when it has a border.
    if (target === 'elsewhere' && !hasBorder(annotation)) return [];
    const copy = this.#copyEntries(source, annotation, [...ANNOTATION_DROPS, ...(target === undefined ? [] : [name('Dest'), name('A')])]);
    copy.set(name('P'), page);
    if (target instanceof PDFArray) copy.set(name('Dest'), target);
    return [this.#context.register(copy)];
  }

  /** A link within the document keeps its place when that page comes along; others (URLs) are copied as they are. */
  #linkTarget(source: Source, annotation: PDFDict): PDFArray | 'elsewhere' | undefined {
    return copyDestination(source.destinations.of(annotation), source.copies, (object) => this.#copy(source, object), this.#context);
  }

  #copyWidget(source: Source, entry: PDFObject, widget: PDFDict, fields: Map<PDFRef, PDFRef>, page: PDFRef): PDFRef[] {
    const drops = [...ANNOTATION_DROPS, name('Parent'), name('Kids')];
    const copy = this.#copyEntries(source, widget, drops);
    copy.set(name('P'), page);
    if (copy.lookup(name('FT')) === name('Sig')) copy.delete(name('V'));
    const ref = this.#context.register(copy);
    if (entry instanceof PDFRef && !source.copies.has(entry)) source.copies.set(entry, ref);
    const parent = widget.get(name('Parent'));
    if (parent instanceof PDFRef) this.#attach(source, parent, ref, copy, fields);
    else this.#addRootField(copy, ref);
    return [ref];
  }

  /** Rebuilds the fields above a widget once, with only the kids that come along. */
  #attach(source: Source, parent: PDFRef, kid: PDFRef, kidDict: PDFDict, fields: Map<PDFRef, PDFRef>): void {
    const known = fields.get(parent);
    kidDict.set(name('Parent'), known ?? kid);
    if (known !== undefined) {
      (this.#context.lookup(known, PDFDict).lookup(name('Kids')) as PDFArray).push(kid);
      return;
    }
    const original = source.document.context.lookup(parent);
    if (!(original instanceof PDFDict)) {
      kidDict.delete(name('Parent'));
      this.#addRootField(kidDict, kid);
      return;
    }
    const copy = this.#copyEntries(source, original, [name('Parent'), name('Kids')]);
    if (copy.lookup(name('FT')) === name('Sig')) copy.delete(name('V'));
    copy.set(name('Kids'), this.#context.obj([kid]));
    const ref = this.#context.register(copy);
    fields.set(parent, ref);
    kidDict.set(name('Parent'), ref);
    const above = original.get(name('Parent'));
    if (above instanceof PDFRef && above !== parent) this.#attach(source, above, ref, copy, fields);
    else this.#addRootField(copy, ref);
  }

  #addRootField(field: PDFDict, ref: PDFRef): void {
    const title = field.lookup(name('T'));
    if (title instanceof PDFString || title instanceof PDFHexString) {
      const wanted = title.decodeText();
      let unique = wanted;
      for (let n = 2; this.#fieldNames.has(unique); n++) unique = `${wanted}_${String(n)}`;
      this.#fieldNames.add(unique);
      if (unique !== wanted) field.set(name('T'), PDFHexString.fromText(unique));
    }
    this.#formFields.push(ref);
  }

  #copyEntries(source: Source, dict: PDFDict, drops: readonly PDFName[]): PDFDict {
    const copy = this.#context.obj({});
    for (const [key, value] of dict.entries()) if (!drops.includes(key)) copy.set(key, this.#copy(source, value));
    return copy;
  }

  /** Copies an object with all it refers to; pages and what holds them together become null unless they come along. */
  #copy(source: Source, object: PDFObject): PDFObject {
    if (object instanceof PDFRef) {
      const known = source.copies.get(object);
      if (known !== undefined) return known;
      const found = source.document.context.lookup(object);
      if (found === undefined || isForeign(found)) return this.#context.obj(null);
      const ref = this.#context.nextRef();
      source.copies.set(object, ref);
      this.#context.assign(ref, this.#copy(source, found));
      return ref;
    }
    if (object instanceof PDFStream) {
      const dict = this.#copyEntries(source, object.dict, [
        name('Metadata'),
        name('PieceInfo'),
        name('StructParents'),
        name('StructParent'),
      ]);
      return PDFRawStream.of(dict, object instanceof PDFRawStream ? object.contents : object.getContents());
    }
    if (object instanceof PDFDict)
      return isForeign(object) ? this.#context.obj(null) : this.#copyEntries(source, object, [name('StructParent')]);
    if (object instanceof PDFArray) return this.#context.obj(object.asArray().map((item) => this.#copy(source, item)));
    return object;
  }
}

function isForeign(object: PDFObject): boolean {
  if (!(object instanceof PDFDict)) return false;
  const type = object.get(name('Type'));
  return type instanceof PDFName && FOREIGN_TYPES.has(type.decodeText());
}

function inheritedValue(document: PDFDocument, page: PDFDict, key: PDFName): PDFObject | undefined {
  let node: PDFDict | undefined = page;
  for (let up = 0; node !== undefined && up < 64; up++) {
    const value = node.get(key);
    if (value !== undefined) return value;
    const parent: PDFObject | undefined = document.context.lookup(node.get(name('Parent')));
    node = parent instanceof PDFDict ? parent : undefined;
  }
  return undefined;
}
