import { PDFArray, PDFDict, type PDFDocument, PDFName, type PDFObject, type PDFPage, type PDFRef } from 'pdf-lib';

/** A form XObject and where it goes: its matrix in the page's own coordinates. */
export interface Placed {
  readonly name: string;
  readonly ref: PDFRef;
  readonly matrix: readonly number[];
  /** A graphics state, for transparency. */
  readonly state?: PDFRef;
}

/**
 * Draws form XObjects over or under what a page shows. The page's own content is put between q and Q, as it may leave
 * anything behind; its resources may be shared with other pages, so they are copied first.
 */
export function overlay(document: PDFDocument, page: PDFPage, forms: readonly Placed[], layer: 'over' | 'under' = 'over'): void {
  const { context } = document;
  const { node } = page;
  const resources = node.Resources()?.clone(context) ?? context.obj({});
  const add = (group: string, entries: readonly (readonly [string, PDFRef])[]): void => {
    if (entries.length === 0) return;
    const shared = resources.lookup(PDFName.of(group));
    const own = shared instanceof PDFDict ? shared.clone(context) : context.obj({});
    for (const [name, ref] of entries) own.set(PDFName.of(name), ref);
    resources.set(PDFName.of(group), own);
  };
  add(
    'XObject',
    forms.map(({ name, ref }) => [name, ref]),
  );
  add(
    'ExtGState',
    forms.flatMap(({ name, state }) => (state === undefined ? [] : [[`${name}State`, state] as const])),
  );
  node.set(PDFName.of('Resources'), resources);

  const contents = node.get(PDFName.of('Contents'));
  const looked = context.lookup(contents);
  const old: PDFObject[] = looked instanceof PDFArray ? looked.asArray() : contents === undefined ? [] : [contents];
  const drawn = forms
    .map(({ name, matrix, state }) => {
      const transparency = state === undefined ? '' : `/${name}State gs `;
      return `q ${transparency}${matrix.map((value) => value.toFixed(5)).join(' ')} cm /${name} Do Q`;
    })
    .join('\n');
  const [before, after] = layer === 'over' ? ['q\n', `\nQ\n${drawn}\n`] : [`${drawn}\nq\n`, '\nQ\n'];
  node.set(
    PDFName.of('Contents'),
    context.obj([context.register(context.flateStream(before)), ...old, context.register(context.flateStream(after))]),
  );
}
