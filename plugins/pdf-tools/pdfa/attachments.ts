import { AFRelationship, PDFDict, type PDFDocument, PDFHexString, PDFName, type PDFObject, PDFRef, PDFStream } from 'pdf-lib';
import { nameTreeEntries } from '../document/name-tree.ts';
import { lookupDict, name } from '../document/objects.ts';
import { textOf } from '../document/text-string.ts';

const ANY_TYPE = 'application/octet-stream';

/** Attached files such as PDF/A-3 may have (ISO 19005-3, 6.8): each with its names, a type and a relationship, and associated with the document. */
export function associateFiles(document: PDFDocument): void {
  for (const [key, entry] of filesOf(document)) {
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
    attach(document, key, entry instanceof PDFRef ? entry : document.context.register(specification));
  }
}

/** Adds a file to those that are attached and associated; one of that name gives way to it. */
export function attach({ context, catalog }: PDFDocument, key: string, specification: PDFRef): void {
  const names = lookupDict(catalog, 'Names') ?? context.obj({});
  const tree = lookupDict(names, 'EmbeddedFiles');
  const others = (tree === undefined ? [] : nameTreeEntries(tree)).filter(([other]) => other !== key);
  const sorted = [...others, [key, specification] as const].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  const flat = sorted.flatMap(([other, value]): PDFObject[] => [PDFHexString.fromText(other), value]);
  names.set(name('EmbeddedFiles'), context.obj({ Names: flat }));
  catalog.set(name('Names'), names);
  const associated = catalog.lookup(name('AF'));
  const before = associated === undefined ? [] : [associated].flat();
  const list = before.flatMap((object) => ('asArray' in object ? (object as { asArray(): PDFObject[] }).asArray() : []));
  if (!list.includes(specification)) catalog.set(name('AF'), context.obj([...list, specification]));
}

function filesOf({ catalog }: PDFDocument): (readonly [key: string, value: PDFObject])[] {
  const names = lookupDict(catalog, 'Names');
  const tree = names === undefined ? undefined : lookupDict(names, 'EmbeddedFiles');
  return tree === undefined ? [] : nameTreeEntries(tree);
}

function completeNames(specification: PDFDict, key: string): void {
  const known = textOf(specification.lookup(name('UF'))) ?? textOf(specification.lookup(name('F'))) ?? key;
  for (const entry of ['F', 'UF']) if (!specification.has(name(entry))) specification.set(name(entry), PDFHexString.fromText(known));
}
