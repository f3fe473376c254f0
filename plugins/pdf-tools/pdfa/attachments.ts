import { AFRelationship, PDFDict, type PDFDocument, PDFHexString, PDFName, type PDFObject, PDFRef, PDFStream } from 'pdf-lib';
import { namedIn, nameTree } from '../document/name-tree.ts';
import { lookupArray, lookupDict, lookupName, name, resolve } from '../document/objects.ts';
import { textOf } from '../document/text-string.ts';

const ANY_TYPE = 'application/octet-stream';

/**
 * Attached files such as PDF/A-3 may have (ISO 19005-3, 6.8), of the document and of annotations: each with its names, a type and a
 * relationship, and associated with the document.
 */
export function associateFiles(document: PDFDocument): void {
  const { context } = document;
  const complete = (entry: PDFObject | undefined, name: string): PDFRef | undefined => {
    const specification = resolve(context, entry);
    if (!(specification instanceof PDFDict) || !completeFile(specification, name)) return undefined;
    return entry instanceof PDFRef ? entry : context.register(specification);
  };
  const files = namedIn(document, 'EmbeddedFiles').flatMap(([key, entry]) => {
    const ref = complete(entry, key);
    return ref === undefined ? [] : [[key, ref] as const];
  });
  if (files.length > 0) attach(document, files);
  const annotations = document.getPages().flatMap(({ node }) => node.Annots()?.asArray() ?? []);
  for (const annotation of annotations.map((entry) => context.lookup(entry))) {
    if (!(annotation instanceof PDFDict) || lookupName(annotation, 'Subtype') !== 'FileAttachment') continue;
    const ref = complete(annotation.get(name('FS')), 'attachment');
    if (ref === undefined) continue;
    annotation.set(name('FS'), ref);
    associate(document, [ref]);
  }
}

/** @returns whether there is a file at all */
function completeFile(specification: PDFDict, key: string): boolean {
  const embedded = lookupDict(specification, 'EF');
  if (embedded === undefined) return false;
  completeNames(specification, key);
  if (!specification.has(name('AFRelationship'))) specification.set(name('AFRelationship'), name(AFRelationship.Unspecified));
  for (const version of embedded.keys()) {
    const file = embedded.lookup(version);
    if (file instanceof PDFStream && !(file.dict.lookup(name('Subtype')) instanceof PDFName))
      file.dict.set(name('Subtype'), name(ANY_TYPE));
  }
  return true;
}

/** Adds files to those that are attached and associated; of one name, the last stays. */
export function attach(document: PDFDocument, files: readonly (readonly [key: string, specification: PDFRef])[]): void {
  const { context, catalog } = document;
  const added = new Map(files);
  const others = namedIn(document, 'EmbeddedFiles').filter(([key]) => !added.has(key));
  const names = lookupDict(catalog, 'Names') ?? context.obj({});
  names.set(name('EmbeddedFiles'), nameTree(context, [...others, ...added]));
  catalog.set(name('Names'), names);
  associate(
    document,
    files.map(([, specification]) => specification),
  );
}

function associate({ catalog, context }: PDFDocument, specifications: readonly PDFRef[]): void {
  const associated = new Set<PDFObject>(lookupArray(catalog, 'AF')?.asArray() ?? []);
  for (const specification of specifications) associated.add(specification);
  catalog.set(name('AF'), context.obj([...associated]));
}

function completeNames(specification: PDFDict, key: string): void {
  const known = textOf(specification.lookup(name('UF'))) ?? textOf(specification.lookup(name('F'))) ?? key;
  for (const entry of ['F', 'UF']) if (!specification.has(name(entry))) specification.set(name(entry), PDFHexString.fromText(known));
}
