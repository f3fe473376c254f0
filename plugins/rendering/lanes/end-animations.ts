/** What moves by itself, without a script. */
const MOVES = /animation|transition|@keyframes|<animate|<set\b/i;

export const mayMove = (html: string): boolean => MOVES.test(html);

/**
 * Takes animations and transitions to their end, and endless ones to their beginning: paper shows one moment, and that is no moment on the
 * way. Runs on a page without scripts.
 */
export const END_ANIMATIONS = `(() => {
  for (const animation of Document.prototype.getAnimations.call(document)) {
    if (animation.playState === 'paused' || !(animation.timeline instanceof DocumentTimeline)) continue;
    if (animation.effect.getComputedTiming().endTime === Infinity) {
      animation.pause();
      animation.currentTime = animation.effect.getComputedTiming().delay;
    } else animation.finish();
  }
  for (const root of Document.prototype.querySelectorAll.call(document, 'svg')) {
    const moving = [...Element.prototype.querySelectorAll.call(root, 'animate,animateTransform,animateMotion,set')];
    if (moving.length === 0 || root.ownerSVGElement !== null) continue;
    root.pauseAnimations();
    const isEndless = moving.every((one) => one.getAttribute('repeatCount') === 'indefinite' || one.getAttribute('repeatDur') === 'indefinite');
    root.setCurrentTime(isEndless ? 0 : 86400);
  }
})()`;
