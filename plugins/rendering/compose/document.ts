import { isLocalCss } from './markup-rules.ts';
import { counterWarnings, type PageRule, pageRuleOf } from './page-style.ts';
import type { GivenPage, RenderWarning } from '../contract.ts';
import { hanLanguage, namedHanLanguage } from '../han-fonts.ts';
import { familiesIn } from './font-families.ts';
import { addressWarnings } from './addresses.ts';
import { type LayoutChecks, layoutChecksOf } from '../lanes/text-layout.ts';
import { type Scan, scanDocument, scanPlainDocument } from './scan.ts';

export interface ComposedDocument {
  readonly html: string;
  readonly selfContained: boolean;
  /** It may have pictures or fonts in data: URLs, which are loaded after its markup is there; its page does not tell of all of them. */
  readonly loadsData: boolean;
  readonly codePoints: readonly number[];
  readonly webFonts: boolean;
  /** Font families that its source names. */
  readonly families: readonly string[];
  readonly layoutChecks: LayoutChecks | undefined;
  readonly page: PageRule;
  /** Of what can be told from the source. */
  readonly warnings: readonly RenderWarning[];
}

/** What was asked for of its pages. */
export interface PageWish {
  /** Inches. */
  readonly paper: readonly [width: number, height: number];
  readonly given: GivenPage;
  /** BCP 47: of a document that says no language itself. */
  readonly locale?: string | undefined;
  /** What relative addresses are added to. */
  readonly baseUrl?: string | undefined;
}

const HAS_FIELD = /<input\b/i;

const escapeText = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Characters of a document that is read within a few milliseconds whatever it holds, while most take a tenth of one. */
const MAX_SMALL = 2048;

/**
 * `completeDocument` for one that costs less than handing it to a thread: short, self-contained, without code or styles
 * of the caller's. Undefined for every other.
 */
export function completeSmallDocument(html: string, title: string | undefined, page: PageWish): ComposedDocument | undefined {
  const scan = html.length > MAX_SMALL ? undefined : scanPlainDocument(html);
  return scan === undefined ? undefined : complete(html, scan, title, undefined, page);
}

/** Adds what every document gets: a title, so that no PDF shows another one's, and the caller's styles, last in the head. */
export function completeDocument(html: string, title: string | undefined, styles: string | undefined, page: PageWish): ComposedDocument {
  return complete(html, scanDocument(html), title, styles, page);
}

/**
 * Chinese, Japanese or Korean text takes its fonts by the language of its element, which tells nobody else the language of a document that
 * says none. Chromium would take them for all text of no font, Latin too: that has a serif, as in every document.
 */
function hanStyleOf(html: string, locale: string | undefined, codePoints: readonly number[]): string {
  const language = hanLanguage(locale, codePoints.map((code) => String.fromCodePoint(code)).join(''));
  if (language === undefined && namedHanLanguage(html) === undefined) return '';
  const choice = language === undefined ? '' : `:root:not([lang]){-webkit-locale:"${language}"}`;
  return `<style>:where(:root){font-family:serif}${choice}</style>`;
}

function complete(html: string, scan: Scan, title: string | undefined, styles: string | undefined, page: PageWish): ComposedDocument {
  // The browser writes fields in the language of their element; a second such tag changes nothing of the first.
  const language = page.locale !== undefined && HAS_FIELD.test(html) ? `<html lang="${page.locale}">` : '';
  const hanStyle = hanStyleOf(html, page.locale, scan.codePoints);
  const base = page.baseUrl === undefined ? '' : `<base href="${escapeText(page.baseUrl).replaceAll('"', '&quot;')}">`;
  const titleMarkup = language + hanStyle + base + (scan.hasTitle ? '' : `<title>${escapeText(title ?? 'Document')}</title>`);
  const rule = pageRuleOf(html + (styles ?? ''), page.paper, page.given);
  const styleMarkup = styles === undefined || styles === '' ? '' : `<style>${styles}</style>`;
  const marked =
    titleMarkup === '' && styleMarkup === ''
      ? html
      : html.slice(0, scan.headStart) + titleMarkup + html.slice(scan.headStart, scan.headEnd) + styleMarkup + html.slice(scan.headEnd);
  // Behind every rule of the document, also those of its body.
  const whole = rule.css === '' ? marked : `${marked}<style>${rule.css}</style>`;
  return {
    html: whole,
    selfContained: scan.selfContained && page.baseUrl === undefined && (styles === undefined || isLocalCss(styles)),
    loadsData: /data:/i.test(whole),
    codePoints: scan.codePoints,
    families: familiesIn(whole),
    layoutChecks: layoutChecksOf(whole),
    page: rule,
    warnings: [...(page.baseUrl === undefined ? addressWarnings(html, scan.selfContained) : []), ...counterWarnings(whole)],
    webFonts: scan.webFonts || /@font-face/i.test(styles ?? ''),
  };
}
