import { Parser } from 'htmlparser2';
import { isLocal, isLocalCss, isLocalSet, LOADING_ATTRIBUTES, SCRIPTED_ELEMENTS } from './scan.ts';

interface Cut {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

const GONE = new Set([...SCRIPTED_ELEMENTS, 'script', 'base', 'link']);

/** CSS without what it loads from elsewhere. */
function localCss(css: string): string {
  if (isLocalCss(css)) return css;
  return css
    .replace(/@import[^;]*;?/gi, '')
    .replace(/url\(\s*(['"]?)([^'")]*)\1\s*\)/gi, (whole, _quote: string, url: string) => (isLocal(url) ? whole : 'none'))
    .replace(/(image-set|src)\([^)]*\)/gi, 'none');
}

const escapeValue = (value: string): string => value.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/**
 * A document without scripts and without anything it would load: whole elements and attributes are cut out of the
 * text, and what remains, Handlebars expressions included, stays as it was written.
 */
export function detach(html: string): string {
  const cuts: Cut[] = [];
  let gone: { readonly name: string; readonly start: number; depth: number } | undefined;
  let style: { readonly start: number } | undefined;

  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (gone !== undefined) {
          if (name === gone.name) gone.depth++;
          return;
        }
        if (GONE.has(name)) {
          gone = { name, start: parser.startIndex, depth: 1 };
          return;
        }
        if (name === 'style') style = { start: parser.endIndex + 1 };
        const kept = Object.entries(attributes).filter(([key, value]) => isHarmless(name, key, value));
        const mended = kept.map(([key, value]) => [key, key === 'style' ? localCss(value) : value] as const);
        const refresh = name === 'meta' && /refresh/i.test(attributes['http-equiv'] ?? '');
        if (refresh || kept.length < Object.keys(attributes).length || mended.some(([, value], i) => value !== kept[i]?.[1])) {
          const tag = html.slice(parser.startIndex, parser.endIndex + 1);
          const text = `<${[/^<([^\s/>]+)/.exec(tag)?.[1] ?? name, ...mended.map(([key, value]) => `${key}="${escapeValue(value)}"`)].join(' ')}>`;
          cuts.push({ start: parser.startIndex, end: parser.endIndex + 1, text: refresh ? '' : text });
        }
      },
      onclosetag(name) {
        if (gone?.name === name && --gone.depth === 0) {
          cuts.push({ start: gone.start, end: Math.max(parser.endIndex + 1, gone.start), text: '' });
          gone = undefined;
        }
        if (name === 'style' && style !== undefined) {
          const css = html.slice(style.start, parser.startIndex);
          const local = localCss(css);
          if (local !== css) cuts.push({ start: style.start, end: parser.startIndex, text: local });
          style = undefined;
        }
      },
    },
    { decodeEntities: true, lowerCaseTags: true, lowerCaseAttributeNames: true, recognizeSelfClosing: true },
  );
  parser.write(html);
  parser.end();
  let result = '';
  let at = 0;
  for (const { start, end, text } of cuts.sort((a, b) => a.start - b.start)) {
    result += html.slice(at, start) + text;
    at = Math.max(at, end);
  }
  return result + html.slice(at);
}

function isHarmless(element: string, key: string, value: string): boolean {
  if (key.startsWith('on') || /^\s*(javascript|vbscript):/i.test(value)) return false;
  const loads = LOADING_ATTRIBUTES[element]?.includes(key) === true;
  return !loads || value.includes('{{') || (key.endsWith('srcset') ? isLocalSet(value) : isLocal(value));
}
