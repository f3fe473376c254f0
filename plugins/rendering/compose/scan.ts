import { parseFragment } from 'parse5';
import { walkMarkup } from './html-parser.ts';
import { type MarkupFacts, readPlainMarkup } from './plain-markup.ts';

/** What is told of a document's markup before it is rendered. */
export interface Scan {
  /** Nothing but markup of a short list: no script, nothing loaded but data: URLs, nothing that outlives the document. Any doubt says false. */
  readonly selfContained: boolean;
  readonly hasTitle: boolean;
  /** Where markup for the head belongs: as its first and as its last part. */
  readonly headStart: number;
  readonly headEnd: number;
  /** Characters beyond ASCII that may be drawn. */
  readonly codePoints: readonly number[];
  readonly webFonts: boolean;
}

const MAX_CODE_POINTS = 5000;
const MAX_REFERENCES = 1000;

export function scanDocument(html: string): Scan {
  return scanPlainDocument(html) ?? { ...scanOf(readAnyMarkup(html)), selfContained: false };
}

/** Undefined for a document that is not self-contained. */
export function scanPlainDocument(html: string): Scan | undefined {
  const plain = readPlainMarkup(html);
  return plain === undefined ? undefined : { ...scanOf(plain), selfContained: true };
}

function scanOf({ hasTitle, headStart, headEnd, texts, css }: MarkupFacts): Omit<Scan, 'selfContained'> {
  return { hasTitle, headStart, headEnd, codePoints: codePointsIn([...texts, ...generatedTexts(css)]), webFonts: /@font-face/i.test(css) };
}

/** Elements whose text is not printed. */
const UNPRINTED = new Set(['script', 'style', 'template', 'title', 'noscript']);

/** What CSS puts before and behind elements. */
const generatedTexts = (css: string): string[] =>
  [...css.matchAll(/\bcontent\s*:([^;}]*)/gi)].flatMap(([, value = '']) => [...value.matchAll(/"[^"]*"|'[^']*'/g)].map(([text]) => text));

/** The positions in any document, as Chromium would find them. */
function readAnyMarkup(html: string): MarkupFacts {
  let hasTitle = false;
  let headStart = 0;
  let headTagEnd: number | undefined;
  let headEnd: number | undefined;
  let unprinted: string | undefined;
  let css = '';
  const texts: string[] = [];
  walkMarkup(html, (position) => ({
    element(name, isHtml) {
      if (isHtml && name === 'title') hasTitle = true;
      // A head without a tag of its own begins where what needs it begins.
      if (isHtml && name === 'head') headStart = headTagEnd ?? position();
    },
    startTag({ tagName }, { endOffset }) {
      headTagEnd = tagName === 'head' ? endOffset : undefined;
      if (UNPRINTED.has(tagName)) unprinted ??= tagName;
    },
    endTag({ tagName }) {
      if (tagName === unprinted) unprinted = undefined;
    },
    text(chars) {
      if (unprinted === undefined) texts.push(chars);
      else if (unprinted === 'style') css += chars;
    },
    headEnd() {
      headEnd ??= position();
    },
  }));
  return { hasTitle, headStart, headEnd: Math.max(headStart, headEnd ?? html.length), texts, css };
}

function codePointsIn(texts: readonly string[]): number[] {
  const found = new Set<number>();
  const references = new Map<string, string>();
  const collect = (text: string): void => {
    if (found.size >= MAX_CODE_POINTS) return;
    for (const [character] of text.matchAll(/[^\0-\x7f]/gu)) found.add(character.codePointAt(0) ?? 0);
  };
  for (const text of texts) {
    collect(text);
    for (const [reference] of text.matchAll(/&(?:#x?[\da-f]{1,7}|[a-z][a-z\d]{1,31});?/gi)) {
      const known = references.get(reference) ?? resolve(reference);
      if (references.size < MAX_REFERENCES) references.set(reference, known);
      collect(known);
    }
  }
  return [...found].slice(0, MAX_CODE_POINTS);
}

/** What a character reference stands for. */
function resolve(reference: string): string {
  const [node] = parseFragment(reference).childNodes;
  return node !== undefined && 'value' in node ? node.value : '';
}
