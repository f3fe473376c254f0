import type { Token } from 'parse5';
import { applyCuts, type Cut } from './cuts.ts';
import { walkMarkup } from './html-parser.ts';
import { isCssAttribute, isLocalCss, isLocalValue, isScriptUrl, loads, localCss } from './markup-rules.ts';
import { escapeRawOutput, FILLER, findMustaches, isBalanced, maskMustaches, type Mustache } from './mustaches.ts';
import { SourceRefused } from './problem.ts';

/** Gone with what is in them. */
const EMPTIED = new Set(['script', 'iframe', 'noscript']);
/** Gone, but not what is in them. */
const UNWRAPPED = new Set(
  'base link object embed applet frame frameset portal fencedframe noembed noframes xmp plaintext template'.split(' '),
);
const TEXT_ELEMENTS = new Set(['title', 'textarea', 'style']);
const ELEMENT_NAME = /^[a-z][a-z0-9:-]*$/;
const MAX_PASSES = 8;
const fillers = new RegExp(FILLER, 'g');
const tagStart = new RegExp(`<(?=[a-z/!?${FILLER}])`, 'gi');

/**
 * A document without scripts and without anything it would load: whole elements and attributes are cut out of the
 * text, and what remains, Handlebars expressions included, stays as it was written, but for raw output, which is escaped.
 * @throws SourceRefused where an expression could turn text into markup
 */
export function stripExternal(html: string): string {
  let current = escapeRawOutput(html);
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    const next = stripOnce(current);
    // What is left is read again, because a cut may join two harmless halves.
    if (next === current) return next;
    current = next;
  }
  throw new SourceRefused('html', 'has markup that cannot be taken apart');
}

function stripOnce(html: string): string {
  const mustaches = findMustaches(html);
  const masked = maskMustaches(html, mustaches);
  const cuts: Cut[] = [];
  let emptied: string | undefined;
  let text: { readonly name: string; readonly start: number } | undefined;
  const cut = (start: number, end: number, replacement = ''): void => {
    cuts.push({ start, end, text: replacement });
  };
  const within = (start: number, end: number): Mustache[] => mustaches.filter((mustache) => mustache.start >= start && mustache.end <= end);
  const refuseAcross = (start: number, end: number, what: string): void => {
    const inner = within(start, end);
    if (!isBalanced(inner) || inner.some(({ kind }) => kind === 'partial'))
      throw new SourceRefused(
        'html',
        `has a Handlebars block or partial that begins or ends inside ${what}, at line ${lineAt(html, start)}`,
      );
  };

  const endText = (end: number): void => {
    if (text === undefined) return;
    const { name, start } = text;
    text = undefined;
    refuseAcross(start, end, `<${name}>`);
    const source = html.slice(start, end);
    const repaired = name === 'style' ? localCss(source) : source;
    const inert = repaired.replace(tagStart, name === 'style' ? '\\3c ' : '&lt;');
    if (inert !== source) cut(start, end, inert);
  };

  const cutAttributes = (tag: Token.TagToken, at: Token.LocationWithAttributes): void => {
    const values: Token.Location[] = [];
    const isRefresh = tag.tagName === 'meta' && tag.attrs.some(({ name, value }) => name === 'http-equiv' && /refresh/i.test(value));
    if (isRefresh) {
      cut(at.startOffset, at.endOffset);
      return;
    }
    for (const { name, prefix, value } of tag.attrs) {
      const key = prefix === undefined ? name : `${prefix}:${name}`;
      const location = at.attrs?.[key] ?? at.attrs?.[name];
      const bare = key.replaceAll(fillers, '');
      if (location === undefined) continue;
      if (new RegExp(`[^${FILLER}]${FILLER}+[^${FILLER}]`).test(key)) refuseInTag(html, at);
      const start = location.startOffset + key.length;
      values.push({ ...location, startOffset: start });
      refuseAcross(start, location.endOffset, 'an attribute');
      if (bare === '') continue;
      const leading = /^\uE000*/.exec(key)?.[0].length ?? 0;
      const trailing = bare.length + leading < key.length && value === '' ? key.length - bare.length - leading : 0;
      if (!isHarmless(tag.tagName, bare, value, html.slice(start, location.endOffset))) {
        cut(location.startOffset + leading, location.endOffset - trailing);
      } else if (isCssAttribute(bare) && !isLocalCss(value)) {
        const source = html.slice(start, location.endOffset);
        const repaired = localCss(source);
        if (repaired === source || !isLocalCss(repaired)) cut(location.startOffset + leading, location.endOffset);
        else cut(start, location.endOffset, repaired);
      }
    }
    for (const { start, end, kind } of within(at.startOffset, at.endOffset)) {
      const inValue = values.some(({ startOffset, endOffset }) => start >= startOffset && end <= endOffset);
      if (!inValue && (kind === 'value' || kind === 'partial')) refuseInTag(html, at);
    }
  };

  walkMarkup(masked, () => ({
    startTag(tag, at) {
      endText(at.startOffset);
      const name = tag.tagName;
      if (name.includes(FILLER)) refuseInTag(html, at);
      refuseAcross(at.startOffset, at.endOffset, 'a tag');
      if (emptied !== undefined || EMPTIED.has(name) || UNWRAPPED.has(name) || !ELEMENT_NAME.test(name)) {
        cut(at.startOffset, at.endOffset);
        if (EMPTIED.has(name)) emptied ??= name;
        return;
      }
      if (TEXT_ELEMENTS.has(name)) text = { name, start: at.endOffset };
      cutAttributes(tag, at);
    },
    endTag(tag, at) {
      endText(at.startOffset);
      const name = tag.tagName;
      if (name.includes(FILLER)) refuseInTag(html, at);
      refuseAcross(at.startOffset, at.endOffset, 'a tag');
      if (emptied !== undefined || EMPTIED.has(name) || UNWRAPPED.has(name) || !ELEMENT_NAME.test(name)) cut(at.startOffset, at.endOffset);
      if (emptied === name) emptied = undefined;
    },
    comment(at) {
      refuseAcross(at.startOffset, at.endOffset, 'a comment');
      cut(at.startOffset, at.endOffset);
    },
    text(_chars, at) {
      if (emptied === undefined) return;
      refuseAcross(at.startOffset, at.endOffset, `<${emptied}>`);
      cut(at.startOffset, at.endOffset);
    },
  }));
  endText(html.length);

  const result = applyCuts(html, cuts);
  if (cuts.length === 0) {
    const open = new RegExp(`<!\\[|<[/!?]?[a-z0-9:-]*${FILLER}`, 'i').exec(masked);
    if (open !== null) throw new SourceRefused('html', `has a tag that an expression would finish, at line ${lineAt(html, open.index)}`);
  }
  return result;
}

const lineAt = (html: string, offset: number): string => String(html.slice(0, offset).split('\n').length);

function refuseInTag(html: string, { startOffset }: Token.Location): never {
  throw new SourceRefused('html', `has an expression where a tag or an attribute has its name, at line ${lineAt(html, startOffset)}`);
}

/** `value` has its expressions masked, `source` has them. */
function isHarmless(element: string, key: string, value: string, source: string): boolean {
  const written = value.replaceAll(fillers, '');
  if (key.startsWith('on') || isScriptUrl(written)) return false;
  if (!loads(element, key)) return true;
  // The data may say from where, the template may not.
  if (/\{\{[^}]*["'][^"'}]*(?::|\/\/)/.test(source)) return false;
  const beginsWithData = /^\s*=\s*["']?\s*\{\{[^#/^!>]/.test(source);
  return isLocalValue(key, written) || (beginsWithData && !/:|\/\/|\\/.test(written));
}
