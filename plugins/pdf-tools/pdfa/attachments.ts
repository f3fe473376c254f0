import { AFRelationship, PDFDict, type PDFDocument, PDFHexString, PDFName, type PDFObject, PDFRef, PDFStream } from 'pdf-lib';
import { namedIn, nameTree } from '../document/name-tree.ts';
import { lookupArray, lookupDict, name } from '../document/objects.ts';
import { textOf } from '../document/text-string.ts';

const ANY_TYPE = 'application/octet-stream';

/** Attached files such as PDF/A-3 may have (ISO 19005-3, 6.8): each with its names, a type and a relationship, and associated with the document. */
export function associateFiles(document: PDFDocument): void {
  const files: (readonly [key: string, specification: PDFRef])[] = [];
  for (const [key, entry] of namedIn(document, 'EmbeddedFiles')) {
    const specification = document.context.lookup(entry);
    const embedded = specification instanceof PDFDict ? lookupDict(specification, 'EF') : undefined;
    if (!(specification instanceof PDFDict) || embedded === undefined) continue;
    completeNames(specification, key);
    if (!specification.has(name('AFRelationship'))) specification.set(name('AFRelationship'), name(AFRelationship.Unspecified));
    for (const version of embedded.keys()) {
      const file = embedded.lookup(version);
      if (file instanceof PDFStream && !(file.dict.lookup(name('Subtype')) instanceof PDFName))
        file.dict.set(name('Subtype'), name(ANY_TYPE));
    }
    files.push([key, entry instanceof PDFRef ? entry : document.context.register(specification)]);
  }
  if (files.length > 0) attach(document, files);
}

/** Adds files to those that are attached and associated; of one name, the last stays. */
export function attach(document: PDFDocument, files: readonly (readonly [key: string, specification: PDFRef])[]): void {
  const { context, catalog } = document;
  const added = new Map(files);
  const others = namedIn(document, 'EmbeddedFiles').filter(([key]) => !added.has(key));
  const names = lookupDict(catalog, 'Names') ?? context.obj({});
  names.set(name('EmbeddedFiles'), nameTree(context, [...others, ...added]));
  catalog.set(name('Names'), names);
  const associated = new Set<PDFObject>(lookupArray(catalog, 'AF')?.asArray() ?? []);
  for (const [, specification] of files) associated.add(specification);
  catalog.set(name('AF'), context.obj([...associated]));
}

function completeNames(specification: PDFDict, key: string): void {
  const known = textOf(specification.lookup(name('UF'))) ?? textOf(specification.lookup(name('F'))) ?? key;
  for (const entry of ['F', 'UF']) if (!specification.has(name(entry))) specification.set(name(entry), PDFHexString.fromText(known));
}
