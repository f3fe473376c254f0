import type { Region, RenderWarning } from '../contract.ts';
import { type ComposedDocument, completeDocument, type PageWish } from './document.ts';
import type { FontFacts } from './font-facts.ts';
import { Templates } from './handlebars.ts';
import type { LanguageText } from './hyphenation.ts';
import { composeHeaderFooter, type HeaderFooter, parseHeaderFooter } from './header-footer.ts';
import { stripExternal } from './strip-external.ts';
import { SourceRefused } from './problem.ts';
import type { ReactModule } from './react-source.ts';
import { type Variables, variablesOf } from './variables.ts';

/** What the worker does; each is pure and takes and gives plain data. */
export interface Tasks {
  compose(input: {
    readonly html: string;
    readonly data?: Readonly<Record<string, unknown>> | undefined;
    readonly styles?: string | undefined;
    readonly title?: string | undefined;
    readonly region?: Region | undefined;
    readonly page: PageWish;
    /** What fills in header and footer; that of the document where it is HTML. */
    readonly headerData?: Readonly<Record<string, unknown>> | undefined;
    readonly headerFooter?: HeaderFooter | undefined;
  }): ComposedDocument & HeaderFooter & { readonly notes: readonly RenderWarning[] };
  inspect(input: { readonly html: string } & HeaderFooter): Variables;
  stripExternal(input: { readonly html: string }): { readonly html: string };
  transpile(input: { readonly react: string }): Promise<ReactModule>;
  /** Of a place in a module's text, counted from 1. */
  placeInSource(input: { readonly react: string; readonly line: number; readonly column: number }): Promise<string>;
  fontFacts(input: { readonly files: readonly string[] }): Promise<FontFacts>;
  hyphenate(input: { readonly texts: readonly LanguageText[] }): Promise<string[]>;
  watermark(input: { readonly pdf: Uint8Array; readonly text: string }): Promise<Uint8Array>;
  reproduce(input: { readonly pdf: Uint8Array; readonly now: Date }): Promise<Uint8Array>;
}

export function createTasks(templates = new Templates()): Tasks {
  return {
    compose({ html, data, styles, title, page, region, headerData, headerFooter = {} }) {
      if (styles !== undefined && /<\/style/i.test(styles)) throw new SourceRefused('styles', 'must not contain </style');
      const merged = data === undefined ? { html, notes: [] } : templates.render(html, data, region);
      const { notes, ...around } = composeHeaderFooter(templates, headerFooter, headerData, region, merged.html);
      return { ...completeDocument(merged.html, title, styles, page), ...around, notes: [...merged.notes, ...notes] };
    },
    inspect: ({ html, ...around }) => variablesOf([templates.parse(html), ...parseHeaderFooter(templates, around)]),
    stripExternal: ({ html }) => ({ html: stripExternal(html) }),
    // Loaded when first asked for: most documents need none of these libraries.
    transpile: async ({ react }) => (await import('./react-source.ts')).transpileReact(react),
    placeInSource: async ({ react, line, column }) => (await import('./react-source.ts')).placeInSource(react, line, column),
    fontFacts: async ({ files }) => (await import('./font-facts.ts')).fontFactsOf(files),
    hyphenate: async ({ texts }) => (await import('./hyphenation.ts')).hyphenateTexts(texts),
    reproduce: async ({ pdf, now }) => (await import('./reproducible-pdf.ts')).reproduciblePdf(pdf, now),
    watermark: async ({ pdf, text }) => (await import('./watermark.ts')).watermarkPdf(pdf, text),
  };
}
