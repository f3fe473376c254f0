import { type ImageOptions, RenderFailed } from '../contract.ts';
import { MAX_HEIGHT, MAX_PIXELS } from '../contract/image-options.ts';
import type { LaneCapture, RenderJob } from './lane.ts';
import { loadDocument, loadWarnings } from './load-document.ts';
import type { ScriptedPage } from './scripted-page.ts';

const WIDTH = 1280;
/** Of the window that a page without a given height is shown in. */
const WINDOW_HEIGHT = 800;
const JPEG_QUALITY = 90;

/**
 * How high all that is drawn is, in CSS pixels: a document that is lower than the window ends where its content does. Without a doctype
 * its body fills the window, unless it has a height of its own. Read from the prototypes, as names in a document hide properties.
 */
const READ_HEIGHT = `(windowHeight) => {
  const get = (type, name, from) => Object.getOwnPropertyDescriptor(type.prototype, name).get.call(from);
  const [root, body] = ['documentElement', 'body'].map((name) => get(Document, name, document));
  if (root === null) return 1;
  const whole = Math.max(get(Element, 'scrollHeight', root), body === null ? 0 : get(Element, 'scrollHeight', body));
  if (whole > windowHeight) return whole;
  const bottomOf = (element) => Element.prototype.getBoundingClientRect.call(element).bottom;
  const inside = [...Document.prototype.querySelectorAll.call(document, 'body *')].slice(0, 20000).map(bottomOf);
  const hasOwnHeight = body === null || get(Document, 'compatMode', document) === 'CSS1Compat' || body.computedStyleMap().get('height').toString() !== 'auto';
  if (hasOwnHeight) return Math.min(whole, Math.ceil(Math.max(1, bottomOf(root), ...inside)));
  const range = document.createRange();
  range.selectNodeContents(body);
  const { marginBottom, paddingBottom } = getComputedStyle(body);
  const content = Math.max(range.getBoundingClientRect().bottom, ...inside) + parseFloat(marginBottom) + parseFloat(paddingBottom);
  return Math.min(whole, Math.ceil(Math.max(1, content)));
}`;
/** Styles alone decide how it looks: those of the document may not. */
const DRAW_TEST = `(width, height) => {
  const create = (name, style) => {
    const element = document.createElementNS('http://www.w3.org/2000/svg', name);
    element.style.cssText = 'all:initial;' + style;
    return element;
  };
  const size = Math.max(4, Math.min(width / 4, height / 2.2, 150));
  const svg = create('svg', 'position:absolute;left:0;top:0;pointer-events:none;z-index:2147483647;width:' + width + 'px;height:' + height + 'px');
  for (let y = size * 2; y < height + size; y += size * 3) for (let x = size / 2; x < width; x += size * 4) {
    const text = create('text', 'font:bold ' + size + 'px sans-serif;fill:#000;fill-opacity:.15;transform-origin:0 0;transform:translate(' + x + 'px,' + y + 'px) rotate(-30deg)');
    text.textContent = 'TEST';
    svg.append(text);
  }
  Object.getOwnPropertyDescriptor(Document.prototype, 'documentElement').get.call(document).append(svg);
}`;

/** A picture of the document as a window of the given width shows it, from its top to its end. */
export async function captureDocument(own: ScriptedPage, job: RenderJob, image: ImageOptions, watermark: boolean): Promise<LaneCapture> {
  const { page, pageLog, world } = own;
  const { type = 'png', width = WIDTH, scale = 1, quality = JPEG_QUALITY } = image;
  const area = { width, height: image.height ?? WINDOW_HEIGHT };
  const { document, state, warnings } = await loadDocument(own, job, { area, media: 'screen', density: scale });

  job.deadline.phase = 'print';
  const height = image.height ?? ((await world.evaluate(`(${READ_HEIGHT})(${String(area.height)})`)) as number);
  const size = { width: Math.round(width * scale), height: Math.round(height * scale) };
  if (size.height > MAX_HEIGHT || size.width * size.height > MAX_PIXELS) {
    throw RenderFailed(
      `The picture would have ${String(size.width)} × ${String(size.height)} pixels; at most ${String(MAX_HEIGHT)} pixels of height and ${String(MAX_PIXELS)} in all are possible. Set image.height, or a smaller image.scale.`,
    );
  }
  if (watermark) await world.evaluate(`(${DRAW_TEST})(${String(width)}, ${String(height)})`);
  const { data } = await page.send('Page.captureScreenshot', {
    format: type,
    ...(type === 'jpeg' ? { quality } : {}),
    captureBeyondViewport: true,
    clip: { x: 0, y: 0, width, height, scale: 1 },
  });
  return {
    image: Buffer.from(data, 'base64'),
    ...size,
    document,
    warnings: [...loadWarnings(pageLog, state), ...warnings],
    usedNetwork: pageLog.usedNetwork,
  };
}
