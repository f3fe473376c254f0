import type { LanguageText } from '../compose/hyphenation.ts';
import type { Evaluate } from './isolated-world.ts';

/** Characters of words that are broken; a document with more has the others as they are. */
const MAX_CHARACTERS = 200_000;

/** Text that may be broken within words, in the order of the document. */
const PIECES = `(function* (fallback) {
  const walker = document.createTreeWalker(document, NodeFilter.SHOW_TEXT);
  const holder = Object.getOwnPropertyDescriptor(Node.prototype, 'parentNode').get;
  let left = ${String(MAX_CHARACTERS)};
  for (let node; left > 0 && (node = walker.nextNode());) {
    const element = holder.call(node);
    if (!(element instanceof HTMLElement) || !/\\p{L}{5}/u.test(node.data) || node.data.length > left || getComputedStyle(element).hyphens !== 'auto') continue;
    const named = Element.prototype.closest.call(element, '[lang]');
    const language = (named === null ? '' : Element.prototype.getAttribute.call(named, 'lang')) || fallback;
    if (language === '') continue;
    left -= node.data.length;
    yield [node, language];
  }
})`;

export const mayHyphenate = (html: string): boolean => /hyphens\s*:\s*auto/i.test(html);

/**
 * Chromium has no patterns to break words by here: where CSS asks for `hyphens: auto`, words get soft hyphens by the language of their element.
 * @param language of a document that names none; empty for none
 */
export async function hyphenate(
  evaluate: Evaluate,
  language: string,
  hyphenateTexts: (texts: readonly LanguageText[]) => Promise<readonly string[]>,
): Promise<void> {
  const fallback = JSON.stringify(language);
  const read = `[...${PIECES}(${fallback})].map(([{ data }, language]) => ({ language, text: data }))`;
  const texts = (await evaluate(read)) as LanguageText[];
  if (texts.length === 0) return;
  const broken = await hyphenateTexts(texts);
  await evaluate(`(${WRITE})([...${PIECES}(${fallback})], ${JSON.stringify(broken)})`);
}

/**
 * By place, and only where the text is what it was. A soft hyphen within a line would be part of the text of the PDF, where nobody would find the
 * word: those at which no line ends are taken out again.
 */
const WRITE = `(pieces, texts) => {
  const SOFT = '\\u00AD';
  const bare = (text) => text.replaceAll(SOFT, '');
  const written = [];
  for (const [n, [node]] of pieces.entries()) {
    if (n >= texts.length || bare(texts[n]) !== bare(node.data)) continue;
    written.push([node, node.data]);
    node.data = texts[n];
  }
  const range = document.createRange();
  const placeOf = (node, at) => { range.setStart(node, at); range.setEnd(node, at + 1); return range.getBoundingClientRect(); };
  const kept = written.map(([node, before]) => {
    range.selectNodeContents(node);
    if (range.getClientRects().length < 2) return before;
    let text = '';
    for (let at = 0; at < node.data.length; at++) {
      const letter = node.data[at];
      if (letter === SOFT && at > 0 && at + 1 < node.data.length) {
        // The box of a letter behind a break begins with the hyphen, on the line before.
        const [before, behind] = [placeOf(node, at - 1), placeOf(node, at + 1)];
        if (Math.abs(before.bottom - behind.bottom) < before.height / 2) continue;
      }
      text += letter;
    }
    return text;
  });
  for (const [n, [node]] of written.entries()) node.data = kept[n];
}`;
