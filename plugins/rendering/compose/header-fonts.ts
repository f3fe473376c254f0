import { hanFamilyOf, hanLanguage, namedHanLanguage } from '../han-fonts.ts';
import { applyCuts, type Cut } from './cuts.ts';
import { walkMarkup } from './html-parser.ts';

/** Lists of families (CSS Fonts 4), on their own or last in the shorthand. */
const FAMILIES = /(?<![\w-])font(?:-family)?\s*:\s*([^;{}<>!]{1,500})/gi;
const KEYWORD = /^\s*(?:inherit|initial|unset|revert(?:-layer)?|caption|icon|menu|message-box|small-caption|status-bar)\s*$/i;

/**
 * Chromium draws headers on a page that chooses no font by language: each list of families of a header in Chinese, Japanese or Korean ends
 * with the family that writes the language.
 * @param documentHtml whose language a header has that shows none
 */
export function withHanFont(header: string, locale: string | undefined, documentHtml: string): string {
  const root = /<html\b[^>]*>/i.exec(documentHtml)?.[0] ?? '';
  const language = namedHanLanguage(header) ?? namedHanLanguage(root) ?? hanLanguage(locale, header);
  const family = language === undefined ? undefined : hanFamilyOf(language);
  return family === undefined ? header : withLastFamily(header, family);
}

function withLastFamily(html: string, family: string): string {
  const cuts: Cut[] = [];
  const extended = (css: string): string =>
    css.replace(FAMILIES, (declaration, value: string) => (KEYWORD.test(value) ? declaration : `${declaration.trimEnd()},${family}`));
  let style: number | undefined;
  walkMarkup(html, () => ({
    startTag({ tagName, attrs }, at) {
      style = tagName === 'style' ? at.endOffset : undefined;
      for (const { name, value } of attrs) {
        const place = at.attrs?.[name];
        if (place === undefined || (name !== 'style' && name !== 'font-family')) continue;
        const text = name === 'style' ? extended(value) : `${value},${family}`;
        cuts.push({ start: place.startOffset, end: place.endOffset, text: `${name}="${escapeAttribute(text)}"` });
      }
    },
    endTag(_, { startOffset: end }) {
      if (style !== undefined) cuts.push({ start: style, end, text: extended(html.slice(style, end)) });
      style = undefined;
    },
  }));
  return `<div style="display:contents;font-family:serif,${family}">${applyCuts(html, cuts)}</div>`;
}

const escapeAttribute = (value: string): string => value.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
