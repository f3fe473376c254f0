import type { RenderWarning } from '../contract.ts';
import { withInfo } from './pdf-objects.ts';

/** What a page says of itself: `pending` is empty when nothing is missing. */
export interface PageState {
  readonly pending: '' | 'load' | 'fonts' | 'images';
  readonly failedImages: readonly string[];
  readonly failedFonts: readonly string[];
  readonly blank: boolean;
  readonly hasTitle: boolean;
  /** What its `meta` elements say of it, by their names. */
  readonly about: Readonly<Partial<Record<'author' | 'keywords' | 'description', string>>>;
  /** The token that it was sent with; '' when it has none. */
  readonly token: string;
  /** The token stands at the end of its title. */
  readonly isMarked: boolean;
}

/**
 * Read by polling from outside, without listeners or promises in the page: with scripts off none would fire. Everything
 * is asked of the prototypes, because an element's name or id hides a property of the document, and of a form that it
 * is in. They are the browser's own: with scripts off no script has run, with scripts on this runs in a world apart.
 *
 * A document that is ready may be given its token as the end of its title, where no style shows titles.
 */
const READ_STATE = `((mark) => {
  const read = (type, name, from) => Object.getOwnPropertyDescriptor(type.prototype, name).get.call(from);
  const find = (selector) => [...Document.prototype.querySelectorAll.call(document, selector)];
  for (const e of find('img[loading=lazy]')) e.loading = 'eager';
  for (const e of find('iframe[loading=lazy]')) e.loading = 'eager';
  const root = read(Document, 'documentElement', document);
  if (root instanceof HTMLElement) read(HTMLElement, 'offsetHeight', root); // layout starts the fonts in use
  const images = [...read(Document, 'images', document)];
  const fonts = read(Document, 'fonts', document);
  const pending = read(Document, 'readyState', document) !== 'complete' ? 'load' : fonts.status !== 'loaded' ? 'fonts'
    : images.some((i) => !i.complete) ? 'images' : '';
  const failedImages = images.filter((i) => i.complete && i.naturalWidth === 0 && (i.currentSrc || i.src)).map((i) => (i.currentSrc || i.src).slice(0, 300));
  const failedFonts = [...fonts].filter((f) => f.status === 'error').map((f) => f.family.slice(0, 300));
  const body = read(Document, 'body', document);
  const generates = (e, part) => !/^(none|normal|"")$/.test(getComputedStyle(e, part).content);
  const empty = (e) => { const s = getComputedStyle(e); return s.backgroundImage === 'none' && /^(transparent|rgba\\(0, 0, 0, 0\\))$/.test(s.backgroundColor) && parseFloat(s.borderTopWidth) === 0
    && s.outlineStyle === 'none' && s.boxShadow === 'none' && s.display !== 'list-item' && e.shadowRoot === null && !generates(e, '::before') && !generates(e, '::after') };
  const blank = !body || (body.textContent.trim() === '' && find('img,svg,canvas,video,object,embed,input,hr,iframe').length === 0
    && [root, ...find('body *'), body].slice(0, 2000).every(empty));
  const first = read(Node, 'firstChild', document);
  const token = first instanceof Comment ? read(CharacterData, 'data', first) : '';
  const title = read(Document, 'title', document);
  const about = {};
  for (const e of find('meta[name][content]')) {
    const [name, content] = ['name', 'content'].map((key) => Element.prototype.getAttribute.call(e, key));
    const key = name.toLowerCase();
    if (/^(author|keywords|description)$/.test(key) && content.trim() !== '') about[key] ??= content.trim().slice(0, 1000);
  }
  const isMarked = mark && pending === '' && find('title').every((e) => Element.prototype.getClientRects.call(e).length === 0);
  if (isMarked) Object.getOwnPropertyDescriptor(Document.prototype, 'title').set.call(document, title + token);
  return { pending, failedImages: failedImages.slice(0, 20), failedFonts: failedFonts.slice(0, 20), blank, hasTitle: title !== '', about, token: token.slice(0, 40), isMarked };
})`;

/** Reads the state once. */
export const readStateOnce = (mark: boolean): string => `${READ_STATE}(${String(mark)})`;

/**
 * The state, for a world of our own on a page with scripts: read again once what the first reading started and what the
 * document put off for a moment is done, then every 10 ms while something is missing, for 200 ms at most.
 */
export const READ_WHEN_READY = `(async () => {
  for (let n = 0; ; n++) {
    const state = ${readStateOnce(false)};
    if (n > 0 && (state.pending === '' || n === 20)) return state;
    await new Promise((resolve) => setTimeout(resolve, n === 0 ? 0 : 10));
  }
})()`;

/** The PDF with what its page says of itself. */
export const withAbout = (pdf: Buffer, { about: { author, keywords, description } }: PageState): Buffer =>
  withInfo(pdf, { Author: author, Keywords: keywords, Subject: description });

const short = (url: string): string => (url.startsWith('data:') ? `${url.slice(0, 40)}…` : url);

export function stateWarnings(state: PageState): RenderWarning[] {
  return [
    ...state.failedImages.map((url): RenderWarning => ({
      code: 'ASSET_FAILED',
      message: `The image ${short(url)} could not be shown.`,
      subject: short(url),
    })),
    ...state.failedFonts.map((family): RenderWarning => ({
      code: 'ASSET_FAILED',
      message: `The font ${family} could not be loaded.`,
      subject: family,
    })),
  ];
}
