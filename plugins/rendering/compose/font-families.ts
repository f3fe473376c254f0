const MAX_NAMES = 50;
const DECLARATION = /(?<![\w-])font(-family)?\s*:\s*([^;{}<>]{1,500})/gi;
/** What stands before the families in the shorthand (CSS Fonts 4, 2.7): a size, and perhaps the height of lines. */
const UP_TO_FAMILIES = /^.*?(?:[\d.]+(?:%|[a-z]+)|(?:xx?-)?(?:small|large)|medium|smaller|larger)(?:\s*\/\s*[\w.%]+)?\s+/i;
const NAME = /^\s*(?:"([^"]+)"|'([^']+)'|&quot;(.+?)&quot;|([\p{L}_-][\p{L}\w -]*))\s*/u;
/** Names that stand for whatever the browser has. */
export const GENERIC_FAMILY =
  '^(?:serif|sans-serif|monospace|cursive|fantasy|math|emoji|fangsong|system-ui|ui-[a-z-]+|-apple-system|blinkmacsystemfont|inherit|initial|unset|revert|revert-layer|var|env)$';
const NO_FAMILY = new RegExp(GENERIC_FAMILY, 'i');

export const isFamily = (name: string): boolean => !NO_FAMILY.test(name);

/** Families that a document's source names anywhere, each once; text that only looks like a style may be among them. */
export function familiesIn(html: string): string[] {
  const found = new Map<string, string>();
  for (const [, longhand, value = ''] of html.matchAll(DECLARATION)) {
    let rest = longhand === undefined ? value.replace(UP_TO_FAMILIES, '') : value;
    if (longhand === undefined && rest === value) continue;
    for (let item = NAME.exec(rest); item !== null; item = NAME.exec(rest)) {
      const name = (item[1] ?? item[2] ?? item[3] ?? item[4] ?? '').trim();
      if (isFamily(name) && found.size < MAX_NAMES) found.set(name.toLowerCase(), name);
      rest = rest.slice(item[0].length);
      if (!rest.startsWith(',')) break;
      rest = rest.slice(1);
    }
  }
  return [...found.values()];
}
