import { Parser } from 'htmlparser2';

/** What one pass over a document's markup tells. */
export interface Scan {
  /** No script and nothing loaded but data: URLs. Any doubt says false. */
  readonly selfContained: boolean;
  /** A head element that may survive the replacement of a document's content, as a CSP does (test/bench/README.md). */
  readonly marksPage: boolean;
  readonly hasTitle: boolean;
  /** Where markup for the head belongs: as its first and as its last part. */
  readonly headStart: number;
  readonly headEnd: number;
  /** Characters beyond ASCII that may be drawn. */
  readonly codePoints: readonly number[];
  readonly webFonts: boolean;
}

export const LOADING_ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  img: ['src', 'srcset'],
  image: ['href', 'xlink:href'],
  use: ['href', 'xlink:href'],
  feimage: ['href', 'xlink:href'],
  input: ['src'],
  link: ['href', 'imagesrcset'],
  source: ['src', 'srcset'],
  video: ['src', 'poster'],
  audio: ['src'],
  track: ['src'],
  body: ['background'],
  table: ['background'],
  td: ['background'],
  th: ['background'],
};
export const SCRIPTED_ELEMENTS = new Set(['iframe', 'frame', 'frameset', 'object', 'embed', 'portal', 'noscript', 'applet', 'fencedframe']);
const SCRIPT_TYPES_WITHOUT_EFFECT = /^(application\/(ld\+)?json|text\/plain|text\/template|text\/x-handlebars)$/i;
const MAX_CODE_POINTS = 5000;

export const isLocal = (url: string): boolean => {
  const trimmed = url.trim();
  return trimmed === '' || /^(data:|#|about:blank$)/i.test(trimmed);
};
/** `srcset` separates candidates by commas, which data: URLs contain: only one that begins with data: is trusted. */
export const isLocalSet = (value: string): boolean => value.trim() === '' || (/^\s*data:/i.test(value) && !/[a-z]+:\/\//i.test(value));

/** True when the CSS can load nothing but data: URLs and does not change with scripts off. */
export function isLocalCss(css: string): boolean {
  if (/@import|image-set\(|src\(|\(\s*scripting\b/i.test(css)) return false;
  for (const match of css.matchAll(/url\(\s*(['"]?)\s*([^'")]{0,12})/gi)) if (!isLocal(match[2] ?? '')) return false;
  return true;
}

export function scanDocument(html: string): Scan {
  let selfContained = true;
  let marksPage = false;
  let hasTitle = false;
  let webFonts = false;
  let headStart = 0;
  let headEnd = -1;
  let inBody = false;
  let inSvg = 0;
  let styleText = false;
  const codePoints = new Set<number>();

  const collect = (text: string): void => {
    for (let i = 0; i < text.length; i++) {
      const code = text.codePointAt(i) ?? 0;
      if (code > 0x7f && codePoints.size < MAX_CODE_POINTS) codePoints.add(code);
      if (code > 0xffff) i++;
    }
  };

  const parser = new Parser(
    {
      onprocessinginstruction(name) {
        if (/^!doctype$/i.test(name) && headEnd === -1 && !inBody) headStart = Math.max(headStart, parser.endIndex + 1);
      },
      onopentag(name, attributes) {
        if (name === 'html' || name === 'head') headStart = parser.endIndex + 1;
        else if (name === 'body') {
          if (!inBody && headEnd === -1) headEnd = parser.startIndex;
          inBody = true;
        } else if (name === 'title' && inSvg === 0) hasTitle = true;
        else if (name === 'svg') inSvg++;
        else if (name === 'base') marksPage = true;
        else if (name === 'style') styleText = true;
        else if (name === 'meta') {
          const equiv = (attributes['http-equiv'] ?? '').toLowerCase();
          if (equiv === 'refresh') selfContained = false;
          if (equiv !== '' && equiv !== 'content-type' && equiv !== 'x-ua-compatible') marksPage = true;
        }
        if (!selfContained) return;
        if (SCRIPTED_ELEMENTS.has(name) || (name === 'script' && !SCRIPT_TYPES_WITHOUT_EFFECT.test(attributes['type'] ?? ''))) {
          selfContained = false;
        }
        for (const [key, value] of Object.entries(attributes)) {
          if (key.startsWith('on') || /^\s*javascript:/i.test(value)) selfContained = false;
          else if (key === 'style' && !isLocalCss(value)) selfContained = false;
          else if (inSvg > 0 && /url\(/i.test(value) && !isLocalCss(value)) selfContained = false;
          else if (LOADING_ATTRIBUTES[name]?.includes(key) === true && !(key.endsWith('srcset') ? isLocalSet(value) : isLocal(value))) {
            selfContained = false;
          }
        }
      },
      ontext(text) {
        if (styleText) {
          if (selfContained && !isLocalCss(text)) selfContained = false;
          if (/@font-face/i.test(text)) webFonts = true;
        }
        if (text.length > 0) collect(text);
      },
      onclosetag(name) {
        if (name === 'head' && headEnd === -1 && !inBody) headEnd = parser.startIndex;
        else if (name === 'style') styleText = false;
        else if (name === 'svg') inSvg = Math.max(0, inSvg - 1);
      },
    },
    { decodeEntities: true, lowerCaseTags: true, lowerCaseAttributeNames: true, recognizeSelfClosing: true },
  );
  parser.write(html);
  parser.end();
  return {
    selfContained,
    marksPage,
    hasTitle,
    headStart,
    headEnd: headEnd === -1 ? headStart : headEnd,
    codePoints: [...codePoints],
    webFonts,
  };
}
