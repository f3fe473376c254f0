import {
  PDFArray,
  type PDFContext,
  PDFDict,
  type PDFDocument,
  PDFName,
  type PDFObject,
  type PDFPage,
  PDFStream,
  type PDFRef,
} from 'pdf-lib';
import { unpack } from './inflate.ts';
import { readContent, UnreadableContent } from './tokens.ts';

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
  const groupOf = (group: string): PDFDict => {
    const shared = resources.lookup(PDFName.of(group));
    const own = shared instanceof PDFDict ? shared.clone(context) : context.obj({});
    resources.set(PDFName.of(group), own);
    return own;
  };
  const objects = groupOf('XObject');
  const states = forms.some(({ state }) => state !== undefined) ? groupOf('ExtGState') : undefined;
  const drawn = forms
    .map(({ name, ref, matrix, state }) => {
      const own = freeName(name, objects);
      objects.set(own, ref);
      const ownState = state === undefined || states === undefined ? undefined : freeName(`${name}State`, states);
      if (ownState !== undefined && state !== undefined) states?.set(ownState, state);
      const transparency = ownState === undefined ? '' : `${ownState.toString()} gs `;
      return `q ${transparency}${matrix.map((value) => value.toFixed(5)).join(' ')} cm ${own.toString()} Do Q`;
    })
    .join('\n');
  node.set(PDFName.of('Resources'), resources);

  const { streams, open } = balanced(context, node.get(PDFName.of('Contents')));
  const restore = 'Q '.repeat(open + 1);
  const [before, after] = layer === 'over' ? ['q\n', `\n${restore}\n${drawn}\n`] : [`${drawn}\nq\n`, `\n${restore}\n`];
  node.set(
    PDFName.of('Contents'),
    context.obj([context.register(context.flateStream(before)), ...streams, context.register(context.flateStream(after))]),
  );
}

/** What an earlier tool added to the page keeps its name. */
function freeName(wanted: string, taken: PDFDict): PDFName {
  let name = PDFName.of(wanted);
  for (let n = 2; taken.has(name); n++) name = PDFName.of(`${wanted}${String(n)}`);
  return name;
}

interface BalancedContent {
  readonly streams: readonly PDFObject[];
  /** States that are saved and never restored. */
  readonly open: number;
}

/**
 * The streams of a page's content, without the Q that restore what nobody saved: viewers ignore those (ISO 32000-1, 8.4.2 has them
 * in pairs), but between our q and Q they would end what is around them. Content that cannot be read stays as it is.
 */
function balanced(context: PDFContext, contents: PDFObject | undefined): BalancedContent {
  const looked = context.lookup(contents);
  const streams: PDFObject[] = looked instanceof PDFArray ? looked.asArray() : contents === undefined ? [] : [contents];
  const parts = streams.map((item) => context.lookup(item)).map((item) => (item instanceof PDFStream ? unpack(item) : undefined));
  const known = parts.filter((part) => part !== undefined);
  if (known.length < parts.length) return { streams, open: 0 };
  const bytes = Buffer.concat(known.flatMap((part) => [part, LINE_END]));
  const surplus: number[] = [];
  let open = 0;
  try {
    readContent(bytes, (operator, _operands, start) => {
      if (operator === 'q') open++;
      else if (operator === 'Q' && open > 0) open--;
      else if (operator === 'Q') surplus.push(start);
    });
  } catch (error) {
    if (error instanceof UnreadableContent) return { streams, open: 0 };
    throw error;
  }
  if (surplus.length === 0) return { streams, open };
  for (const at of surplus) bytes[at] = SPACE;
  return { streams: [context.register(context.flateStream(bytes))], open };
}

const LINE_END = Buffer.from('\n');
const SPACE = 0x20;
