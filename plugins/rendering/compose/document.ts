import { isLocalCss } from './markup-rules.ts';
import { type LayoutChecks, layoutChecksOf } from '../lanes/text-layout.ts';
import { type Scan, scanDocument, scanPlainDocument } from './scan.ts';

export interface ComposedDocument {
  readonly html: string;
  readonly selfContained: boolean;
  /** It may have pictures or fonts in data: URLs, which are loaded after its markup is there; its page does not tell of all of them. */
  readonly loadsData: boolean;
  readonly codePoints: readonly number[];
  readonly webFonts: boolean;
  readonly layoutChecks: LayoutChecks | undefined;
}

const escapeText = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** A document's own page size, which would turn or scale an explicitly chosen paper. */
const OWN_PAGE_SIZE = /@page[^{}]*\{[^{}]*\bsize\s*:/i;

/** Characters of a document that is read within a few milliseconds whatever it holds, while most take a tenth of one. */
const MAX_SMALL = 2048;

/**
 * `completeDocument` for one that costs less than handing it to a thread: short, self-contained, without code or styles
 * of the caller's. Undefined for every other.
 */
export function completeSmallDocument(html: string, title: string | undefined, paper: string | undefined): ComposedDocument | undefined {
  const scan = html.length > MAX_SMALL ? undefined : scanPlainDocument(html);
  return scan === undefined ? undefined : complete(html, scan, title, undefined, paper);
}

/** Adds what every document gets: a title, so that no PDF shows another one's, and the caller's styles, last in the head. `paper` overrules the CSS. */
export function completeDocument(
  html: string,
  title: string | undefined,
  styles: string | undefined,
  paper: string | undefined,
): ComposedDocument {
  return complete(html, scanDocument(html), title, styles, paper);
}

function complete(
  html: string,
  scan: Scan,
  title: string | undefined,
  styles: string | undefined,
  paper: string | undefined,
): ComposedDocument {
  const titleMarkup = scan.hasTitle ? '' : `<title>${escapeText(title ?? 'Document')}</title>`;
  const forced = paper !== undefined && OWN_PAGE_SIZE.test(html + (styles ?? '')) ? `@page { size: ${paper} !important }` : '';
  const css = [styles ?? '', forced].filter((part) => part !== '').join('\n');
  const styleMarkup = css === '' ? '' : `<style>${css}</style>`;
  const whole =
    titleMarkup === '' && styleMarkup === ''
      ? html
      : html.slice(0, scan.headStart) + titleMarkup + html.slice(scan.headStart, scan.headEnd) + styleMarkup + html.slice(scan.headEnd);
  return {
    html: whole,
    selfContained: scan.selfContained && (styles === undefined || isLocalCss(styles)),
    loadsData: /data:/i.test(whole),
    codePoints: scan.codePoints,
    layoutChecks: layoutChecksOf(whole),
    webFonts: scan.webFonts || /@font-face/i.test(styles ?? ''),
  };
}
