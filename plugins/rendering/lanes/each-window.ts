/** In a page: calls `visit` with the windows of its document and of the frames in it, but for those of another origin. */
export const EACH_WINDOW = `(visit) => {
  const go = (window) => {
    visit(window);
    for (let i = 0; i < window.length; i++) try { go(window[i]); } catch {}
  };
  go(globalThis);
}`;
