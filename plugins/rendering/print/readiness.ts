import type { RenderWarning } from '../contract.ts';

/** What a page says of itself: `pending` is empty when nothing is missing. */
export interface PageState {
  readonly pending: '' | 'load' | 'fonts' | 'images';
  readonly failedImages: readonly string[];
  readonly failedFonts: readonly string[];
  readonly blank: boolean;
}

/**
 * Read by polling from outside, without listeners or promises in the page: with scripts off none would fire, and
 * with scripts on the page may have replaced them.
 */
export const READ_STATE = `(() => {
  for (const e of document.querySelectorAll('[loading=lazy]')) e.loading = 'eager';
  const root = document.documentElement;
  void (root && root.offsetHeight); // layout starts the fonts in use
  const images = [...document.images];
  const pending = document.readyState !== 'complete' ? 'load' : document.fonts.status !== 'loaded' ? 'fonts'
    : images.some((i) => !i.complete) ? 'images' : '';
  const failedImages = images.filter((i) => i.complete && i.naturalWidth === 0 && (i.currentSrc || i.src)).map((i) => (i.currentSrc || i.src).slice(0, 300));
  const failedFonts = [...document.fonts].filter((f) => f.status === 'error').map((f) => f.family);
  const body = document.body;
  const empty = (e) => { const s = getComputedStyle(e); return s.backgroundImage === 'none' && /^(transparent|rgba\\(0, 0, 0, 0\\))$/.test(s.backgroundColor) && parseFloat(s.borderTopWidth) === 0 && s.content !== '' };
  const blank = !body || (body.textContent.trim() === '' && !document.querySelector('img,svg,canvas,video,object,embed,input,hr,iframe')
    && [root, ...body.querySelectorAll('*'), body].slice(0, 2000).every(empty));
  return { pending, failedImages: failedImages.slice(0, 20), failedFonts: failedFonts.slice(0, 20), blank };
})()`;

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
    ...(state.blank ? [{ code: 'BLANK_PAGE', message: 'The document shows nothing.' } satisfies RenderWarning] : []),
  ];
}
