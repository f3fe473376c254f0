/** Attributes by which an element loads something, whatever the element is. */
const LOADING = new Set(['src', 'srcset', 'imagesrcset', 'poster', 'background', 'data', 'classid', 'codebase', 'archive']);
/** Elements whose `href` is a link for readers; everywhere else it loads. */
const LINKING_ELEMENTS = new Set(['a', 'area']);
/** Attributes that are read as CSS and may name an address: `style`, and those of SVG (SVG 2, 6.6). */
const CSS_ATTRIBUTES = new Set('style fill stroke filter mask clip-path cursor marker marker-start marker-mid marker-end'.split(' '));
const LOCAL_URL = /^(data:|#|about:blank$)/i;
/** What the standard strips from a URL before it reads the scheme. */
const IGNORED_IN_URL = /[\u0000-\u0020]+/g;

export const loads = (element: string, attribute: string): boolean =>
  LOADING.has(attribute) || ((attribute === 'href' || attribute === 'xlink:href') && !LINKING_ELEMENTS.has(element));

export const isCssAttribute = (name: string): boolean => CSS_ATTRIBUTES.has(name);

const isLocal = (url: string): boolean => {
  const trimmed = url.trim();
  return trimmed === '' || LOCAL_URL.test(trimmed);
};

/** `srcset` separates candidates by commas, which data: URLs contain: only one that begins with data: is trusted. */
const isLocalSet = (value: string): boolean => value.trim() === '' || (/^\s*data:/i.test(value) && !/[a-z]+:\/\//i.test(value));

export const isLocalValue = (attribute: string, value: string): boolean =>
  attribute.endsWith('srcset') ? isLocalSet(value) : isLocal(value);

export const isScriptUrl = (value: string): boolean => /^(javascript|vbscript):/i.test(value.replace(IGNORED_IN_URL, ''));

/** CSS as it is compared with names: without comments and with its escapes resolved (CSS Syntax 3, 4.3.7). */
const resolveEscapes = (css: string): string =>
  css
    .replace(/\/\*[\s\S]*?(?:\*\/|$)/g, ' ')
    .replace(/\\(?:([\da-f]{1,6})(?:\r\n|[ \t\n\f\r])?|([^\n\f\r]))/gi, (_, hex: string | undefined, character: string) => {
      if (hex === undefined) return character;
      const code = parseInt(hex, 16);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
    });

function isLocalText(css: string): boolean {
  if (/@import|image-set\(|src\(/i.test(css)) return false;
  for (const match of css.matchAll(/url\(\s*(['"]?)\s*([^'")]{0,12})/gi)) if (!isLocal(match[2] ?? '')) return false;
  return true;
}

/** Both readings must be harmless, as a comment within a text is none. */
const loadsNothing = (css: string): boolean => isLocalText(css) && isLocalText(resolveEscapes(css));

/** True when the CSS can load nothing but data: URLs and does not change with scripts off. */
export const isLocalCss = (css: string): boolean => loadsNothing(css) && !/\(\s*scripting\b/i.test(resolveEscapes(css));

/** CSS without what it loads from elsewhere; nothing of it where that cannot be told apart. */
export function localCss(css: string): string {
  if (loadsNothing(css)) return css;
  const local = css
    .replace(/@import[^;]*;?/gi, '')
    .replace(/url\(\s*(['"]?)([^'")]*)\1\s*\)/gi, (whole, _quote: string, url: string) => (isLocal(url) ? whole : 'none'))
    .replace(/(image-set|src)\([^)]*\)/gi, 'none');
  return loadsNothing(local) ? local : '';
}
