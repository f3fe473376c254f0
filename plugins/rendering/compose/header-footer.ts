import type { Token } from 'parse5';
import type { Region, RenderWarning } from '../contract.ts';
import { applyCuts, type Cut } from './cuts.ts';
import type { Templates } from './handlebars.ts';
import { withHanFont } from './header-fonts.ts';
import { walkMarkup } from './html-parser.ts';
import { hasMark, hasMarkInAddress, markPageNumbers, NUMBERS_IN_TAGS, numberElements } from './page-numbers.ts';
import { isCssAttribute, isLocalCss, isLocalValue, isScriptUrl, loads, localCss } from './markup-rules.ts';
import { SourceRefused } from './problem.ts';

type Field = 'options.header' | 'options.footer';

export interface HeaderFooter {
  readonly header?: string | undefined;
  readonly footer?: string | undefined;
}

export interface ComposedHeaderFooter extends HeaderFooter {
  readonly notes: readonly RenderWarning[];
}

const EXPRESSION = /\{\{[\s\S]{0,60}?\}\}/;
/** A question or a helper that asks for a page number, where text in quotes and comments ask for nothing. */
const ASKED = /\{\{(?!!)[^{}]*?(?<![\w.@/])(pageNumber|totalPages)(?![\w.=])[^{}]*\}\}/;
const QUOTED = /"[^"{}]*"|'[^'{}]*'/g;

/**
 * The header and the footer of a document's pages, with its data; what they cannot load or run is left out and noted.
 * @throws SourceRefused naming `options.header` or `options.footer` for one that does not compile
 */
export function composeHeaderFooter(
  templates: Templates,
  { header, footer }: HeaderFooter,
  data: Readonly<Record<string, unknown>> | undefined,
  region: Region | undefined,
  documentHtml = '',
): ComposedHeaderFooter {
  const notes: RenderWarning[] = [];
  const compose = (field: Field, source: string | undefined): string | undefined =>
    source === undefined ? undefined : withHanFont(composeOne(templates, field, source, data, region, notes), region?.locale, documentHtml);
  return { header: compose('options.header', header), footer: compose('options.footer', footer), notes };
}

/** The syntax trees of those that are there. */
export function parseHeaderFooter(templates: Templates, { header, footer }: HeaderFooter): hbs.AST.Program[] {
  const parse = (field: Field, source: string | undefined): hbs.AST.Program[] =>
    source === undefined ? [] : [naming(field, () => templates.parse(markPageNumbers(source)))];
  return [...parse('options.header', header), ...parse('options.footer', footer)];
}

/** Errors of a header are told of it, not of the document. */
function naming<T>(field: Field, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof SourceRefused ? new SourceRefused(field, error.problem.message) : error;
  }
}

/** Of what a page must have before it is drawn: names, and what is loaded. */
const tooEarly = (field: Field, where: string): SourceRefused =>
  new SourceRefused(field, `has a page number in ${where}, where it cannot be: page numbers are known when a page is drawn`);

/** A field of the data of that name is one, wherever it is not printed by itself. */
function refuseQuestion(field: Field, numbered: string, data: Readonly<Record<string, unknown>>): void {
  const [asking, name = ''] = ASKED.exec(numbered.replace(QUOTED, '')) ?? [];
  if (asking === undefined || Object.hasOwn(data, name)) return;
  throw new SourceRefused(
    field,
    `asks for ${name} in ${asking}; page numbers are known when a page is drawn, and can be printed only, or be in an attribute or a style`,
  );
}

function composeOne(
  templates: Templates,
  field: Field,
  source: string,
  data: Readonly<Record<string, unknown>> | undefined,
  region: Region | undefined,
  notes: RenderWarning[],
): string {
  const numbered = markPageNumbers(source);
  if (data === undefined) {
    const [left] = EXPRESSION.exec(numbered) ?? [];
    if (left !== undefined) {
      notes.push({
        code: 'MISSING_VARIABLE',
        message: `${field} has ${left}, and the request has no data: it is printed as it is.`,
        subject: left.replace(/^\{+\s*|\s*\}+$/g, ''),
      });
    }
    return withoutLoads(numbered, field, notes);
  }
  refuseQuestion(field, numbered, data);
  const merged = naming(field, () => templates.render(numbered, data, region));
  for (const { code, subject, message } of merged.notes) notes.push({ code, subject, message: `${field}: ${message}` });
  return withoutLoads(merged.html, field, notes);
}

/** Elements that bring in what only a page of its own can have. */
const LEFT_OUT = new Set(['script', 'iframe', 'object', 'embed', 'base', 'meta', 'link', 'noscript', 'frame', 'frameset']);

/** Within one, elements are those of SVG; within the other, those of HTML again. */
const SWITCHES_NAMESPACE = new Set(['svg', 'foreignobject']);

/**
 * Page numbers in their places, and what cannot be loaded left out: Chromium draws headers on pages without network, where a stylesheet to
 * load makes printing fail and a picture is left out in silence.
 */
function withoutLoads(html: string, field: Field, notes: RenderWarning[]): string {
  const cuts: Cut[] = [];
  let hidden: { readonly name: string; readonly start: number } | undefined;
  let style: number | undefined;
  /** Whose elements may stand here: a span ends a drawing. */
  const within: ('html' | 'svg')[] = ['html'];
  const note = (subject: string, what: string): void => {
    const short = subject.slice(0, 200);
    if (!notes.some((known) => known.code === 'ASSET_FAILED' && known.subject === short)) {
      notes.push({ code: 'ASSET_FAILED', message: `${field} ${what}; embed it as a data: URL.`, subject: short });
    }
  };
  const attribute = (tag: Token.TagToken, at: Token.LocationWithAttributes, { name, prefix, value }: Token.Attribute): void => {
    const key = prefix === undefined ? name : `${prefix}:${name}`;
    const place = at.attrs?.[key] ?? at.attrs?.[name];
    if (place === undefined) return;
    const { startOffset: start, endOffset: end } = place;
    const isLoaded = loads(tag.tagName, key) && !value.trim().startsWith('#');
    if (hasMark(key)) throw tooEarly(field, 'the name of an attribute');
    if (hasMark(value) && (isLoaded || hasMarkInAddress(value))) throw tooEarly(field, `the attribute ${key}`);
    if (key.startsWith('on') || isScriptUrl(value)) {
      notes.push({ code: 'CONSOLE_ERROR', message: `${field} has a script in ${key}, which does not run.`, subject: key });
      cuts.push({ start, end, text: '' });
    } else if (loads(tag.tagName, key) && !isLocalValue(key, value)) {
      note(value.trim(), `cannot load ${value.trim().slice(0, 200)}`);
      cuts.push({ start, end, text: '' });
    } else if (isCssAttribute(key) && !isLocalCss(value)) {
      note(addressIn(value), `cannot load ${addressIn(value)}`);
      cuts.push({ start, end, text: `${key}="${localCss(value).replaceAll('"', "'")}"` });
    }
  };
  const endStyle = (end: number): void => {
    if (style === undefined) return;
    const css = html.slice(style, end);
    if (hasMarkInAddress(css)) throw tooEarly(field, 'an address of a style');
    if (!isLocalCss(css)) {
      note(addressIn(css), `cannot load ${addressIn(css)}`);
      cuts.push({ start: style, end, text: localCss(css) });
    }
    style = undefined;
  };

  walkMarkup(html, () => ({
    startTag(tag, at) {
      endStyle(at.startOffset);
      if (hidden !== undefined) return;
      const { tagName: name, attrs } = tag;
      if (hasMark(name)) throw tooEarly(field, 'the name of an element');
      if (!LEFT_OUT.has(name)) {
        if (name === 'style') style = at.endOffset;
        if (SWITCHES_NAMESPACE.has(name.toLowerCase()) && !tag.selfClosing) within.push(name === 'svg' ? 'svg' : 'html');
        for (const one of attrs) attribute(tag, at, one);
        return;
      }
      const address = attrs.find((one) => ['href', 'src', 'data'].includes(one.name))?.value;
      if (name === 'link' && address !== undefined && isLocalValue('href', address)) return;
      const refresh = attrs.some((one) => one.name === 'http-equiv' && /refresh/i.test(one.value));
      if (refresh) note(attrs.find((one) => one.name === 'content')?.value ?? name, 'cannot become another page');
      if (address !== undefined) note(address, `cannot load ${address.slice(0, 200)}`);
      else if (name === 'script')
        notes.push({ code: 'CONSOLE_ERROR', message: `${field} has a script, which does not run.`, subject: name });
      cuts.push({ start: at.startOffset, end: at.endOffset, text: '' });
      if (name === 'script' || name === 'noscript' || name === 'iframe') hidden = { name, start: at.endOffset };
    },
    endTag(tag, at) {
      endStyle(at.startOffset);
      if (SWITCHES_NAMESPACE.has(tag.tagName.toLowerCase()) && within.length > 1) within.pop();
      if (hidden?.name !== tag.tagName) return;
      cuts.push({ start: hidden.start, end: at.endOffset, text: '' });
      hidden = undefined;
    },
    text(chars, { startOffset: start, endOffset: end }) {
      if (style !== undefined || !hasMark(chars)) return;
      cuts.push({ start, end, text: numberElements(html.slice(start, end), within.at(-1) === 'svg' ? 'tspan' : 'span') });
    },
  }));
  endStyle(html.length);
  if (hidden !== undefined) cuts.push({ start: hidden.start, end: html.length, text: '' });

  const composed = applyCuts(html, cuts);
  return hasMark(composed) ? composed + NUMBERS_IN_TAGS : composed;
}

const addressIn = (css: string): string =>
  /(?:url|src|image-set)\(\s*['"]?\s*([^'")\s]{1,200})|@import\s+['"]?([^'";\s]{1,200})/i.exec(css)?.slice(1).find(Boolean) ??
  'a stylesheet';
