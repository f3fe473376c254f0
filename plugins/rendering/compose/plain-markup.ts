import { isCssAttribute, isLocalCss, isLocalValue, loads } from './markup-rules.ts';

/** Places and texts that a pass over a document's markup finds. */
export interface MarkupFacts {
  readonly hasTitle: boolean;
  /** Where markup for the head belongs: as its first and as its last part. */
  readonly headStart: number;
  readonly headEnd: number;
  /** Text that may be drawn, as it is written, character references included. */
  readonly texts: readonly string[];
  readonly css: string;
}

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/** Elements that neither load, run, nor change how what follows is parsed. */
const HTML_ELEMENTS = words(
  'html head body title style meta link article section nav aside h1 h2 h3 h4 h5 h6 hgroup header footer address main p hr pre blockquote ' +
    'ol ul menu li dl dt dd figure figcaption div a em strong small s cite q dfn abbr ruby rt rp data time code var samp kbd sub sup i b u ' +
    'mark bdi bdo span br wbr ins del picture source img map area table caption colgroup col tbody thead tfoot tr td th form label input ' +
    'button textarea fieldset legend meter progress output details summary center font big tt strike acronym dir nobr search',
);
const SVG_ELEMENTS = words(
  'svg g defs symbol use title style desc a path rect circle ellipse line polyline polygon text tspan textpath image pattern mask clippath ' +
    'marker lineargradient radialgradient stop filter feblend fecolormatrix fecomponenttransfer fecomposite feconvolvematrix ' +
    'fediffuselighting fedisplacementmap fedistantlight fedropshadow feflood fefunca fefuncb fefuncg fefuncr fegaussianblur feimage ' +
    'femerge femergenode femorphology feoffset fepointlight fespecularlighting fespotlight fetile feturbulence',
);
/** Their content is text up to the end tag of the same name; in SVG only as far as it holds no markup. */
const TEXT_ELEMENTS = words('title style textarea');
const SVG_TEXT_ELEMENTS = words('title style desc');
const HEAD_ELEMENTS = words('html head title style meta link');
/** `meta` by these names changes nothing but how its document is found or laid out; `color-scheme` for one outlives it. */
const META_NAMES = words('viewport description author keywords generator application-name robots format-detection theme-color');
const META_EQUIVALENTS = words('content-type x-ua-compatible');

const SPACE = '[ \\t\\n\\f\\r]';
const TAG_NAME = '[a-zA-Z][a-zA-Z0-9]*';
const ATTRIBUTE_NAME = '[a-zA-Z_:][\\w:.-]*';
const VALUE = `"[^"]*"|'[^']*'|[^ \\t\\n\\f\\r"'=<>/\`]+`;
const EQUALS = `${SPACE}*=${SPACE}*`;
const DOCTYPE = new RegExp(`<!doctype${SPACE}+html(?:${SPACE}+(?:public|system)(?:${SPACE}+"[^">]*"){1,2})?${SPACE}*>`, 'iy');
const START_TAG = new RegExp(`<(${TAG_NAME})((?:${SPACE}+${ATTRIBUTE_NAME}(?:${EQUALS}(?:${VALUE}))?)*)${SPACE}*(/?)>`, 'y');
const ATTRIBUTES = new RegExp(`(${ATTRIBUTE_NAME})(?:${EQUALS}(${VALUE}))?`, 'g');
const END_TAG = new RegExp(`</(${TAG_NAME})${SPACE}*>`, 'y');
/** A `<` that every parser takes for text. */
const LONE = /<(?=[ \t\n\f\r0-9=])/y;

/**
 * Reads a document that consists of nothing but markup which every parser reads alike and which leaves nothing behind
 * on a page: no scripts, nothing loaded but data: URLs, no policy, no unusual comment, no broken tag.
 * Undefined for every other document, which is then judged as scripted.
 */
export function readPlainMarkup(html: string): MarkupFacts | undefined {
  if (html.includes('\0')) return undefined;
  const svg: string[] = [];
  const texts: string[] = [];
  const styles: string[] = [];
  let css = '';
  let hasTitle = false;
  let headStart = 0;
  let headEnd = -1;
  let at = 0;

  const match = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    return pattern.exec(html);
  };
  const closeHead = (): void => {
    if (headEnd === -1) headEnd = at;
  };
  /** The content of a text element, and the position behind its end tag. */
  const readText = (name: string): { readonly content: string; readonly end: number } | undefined => {
    const close = new RegExp(`</${name}`, 'gi');
    close.lastIndex = at;
    const found = close.exec(html);
    if (found === null) return undefined;
    END_TAG.lastIndex = found.index;
    const tag = END_TAG.exec(html);
    return tag === null ? undefined : { content: html.slice(at, found.index), end: END_TAG.lastIndex };
  };

  while (at < html.length) {
    const next = html.indexOf('<', at);
    const end = next === -1 ? html.length : next;
    if (end > at) {
      const text = html.slice(at, end);
      texts.push(text);
      if (headEnd === -1 && /[^ \t\n\f\r]/.test(text)) closeHead();
      at = end;
      continue;
    }
    if (html.startsWith('<!--', at)) {
      const close = html.indexOf('--', at + 4);
      if (close === -1 || html[close + 2] !== '>' || /^-?>/.test(html.slice(at + 4, at + 6)) || html[close - 1] === '-') return undefined;
      at = close + 3;
    } else if (html[at + 1] === '!') {
      if (match(DOCTYPE) === null || headEnd !== -1 || headStart > 0) return undefined;
      at = DOCTYPE.lastIndex;
      headStart = at;
    } else if (html[at + 1] === '/') {
      const name = match(END_TAG)?.[1]?.toLowerCase();
      if (name === undefined) return undefined;
      if (svg.length > 0 ? svg.pop() !== name : !HTML_ELEMENTS.has(name)) return undefined;
      if (name === 'head') closeHead();
      at = END_TAG.lastIndex;
    } else {
      const tag = match(START_TAG);
      if (tag === null) {
        if (match(LONE) === null) return undefined;
        closeHead();
        texts.push('<');
        at++;
        continue;
      }
      const name = (tag[1] ?? '').toLowerCase();
      const closed = tag[3] === '/';
      const inSvg = svg.length > 0 || name === 'svg';
      if (!(inSvg ? SVG_ELEMENTS : HTML_ELEMENTS).has(name)) return undefined;
      const inner = harmlessAttributes(name, tag[2] ?? '');
      if (inner === undefined) return undefined;
      styles.push(inner);
      if (!HEAD_ELEMENTS.has(name)) closeHead();
      at = START_TAG.lastIndex;
      if ((name === 'html' || name === 'head') && headEnd === -1) headStart = at;
      if ((inSvg ? SVG_TEXT_ELEMENTS : TEXT_ELEMENTS).has(name)) {
        if (closed) return undefined;
        const text = readText(name);
        if (text === undefined || (inSvg && /[<&]/.test(text.content))) return undefined;
        if (name === 'style') css += `${text.content}\n`;
        else if (!inSvg && name === 'title') hasTitle = true;
        if (name !== 'style' && name !== 'title') texts.push(text.content);
        at = text.end;
      } else if (inSvg && !closed) svg.push(name);
    }
  }
  if (svg.length > 0 || !isLocalCss(css) || styles.some((style) => !isLocalCss(style))) return undefined;
  return { hasTitle, headStart, headEnd: Math.max(headStart, headEnd === -1 ? html.length : headEnd), texts, css };
}

/** The CSS in an element's attributes; undefined when one of them loads, runs or lasts. */
function harmlessAttributes(element: string, source: string): string | undefined {
  if (source === '') return '';
  let css = '';
  const metaNames: string[] = [];
  const metaEquivalents: string[] = [];
  const seen = new Set<string>();
  for (const [, key = '', quoted = ''] of source.matchAll(ATTRIBUTES)) {
    const name = key.toLowerCase();
    const raw = /^["']/.test(quoted) ? quoted.slice(1, -1) : quoted;
    if (seen.has(name) || name.startsWith('on') || name === 'autofocus' || name === 'popover' || name === 'nonce') return undefined;
    seen.add(name);
    const isCss = isCssAttribute(name) || /url\(/i.test(raw);
    const describes = element === 'meta' && (name === 'name' || name === 'http-equiv');
    if (!isCss && !describes && !loads(element, name)) continue;
    const value = plainValue(raw);
    if (value === undefined) return undefined;
    if (isCss) css += `${value};`;
    if (loads(element, name) && !isLocalValue(name, value)) return undefined;
    if (name === 'name') metaNames.push(value.trim().toLowerCase());
    if (name === 'http-equiv') metaEquivalents.push(value.trim().toLowerCase());
  }
  if (
    element === 'meta' &&
    !(metaNames.every((name) => META_NAMES.has(name)) && metaEquivalents.every((name) => META_EQUIVALENTS.has(name)))
  )
    return undefined;
  return css;
}

/** A value with the references that HTML writers produce resolved; undefined where it holds others. */
function plainValue(raw: string): string | undefined {
  if (!raw.includes('&')) return raw;
  const value = raw
    .replaceAll(/&(?:quot|#34|#x22);/gi, '"')
    .replaceAll(/&(?:apos|#39|#x27);/gi, "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>');
  return /&(?!amp;|[ \t\n\f\r&]|$)/.test(value) ? undefined : value.replaceAll('&amp;', '&');
}
