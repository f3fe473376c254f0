import type { CdpPage } from '../chromium/browser.ts';
import { GENERIC_FAMILY, isFamily } from '../compose/font-families.ts';
import type { RenderWarning } from '../contract.ts';
import type { Evaluate } from './isolated-world.ts';

const MARK = 'data-platen-family';
const MAX_TEXTS = 5000;
const MAX_TOLD = 10;

/** Walks the elements that hold text, with the families of each as they are computed. */
const LISTS = `(function* () {
  const walker = document.createTreeWalker(document, NodeFilter.SHOW_TEXT);
  const holder = Object.getOwnPropertyDescriptor(Node.prototype, 'parentNode').get;
  for (let node, n = 0, last; (node = walker.nextNode()) && n < ${String(MAX_TEXTS)};) {
    const element = holder.call(node);
    if (!(element instanceof Element) || element === last || node.data.trim() === '') continue;
    last = element; n++;
    const names = getComputedStyle(element).fontFamily.match(/"[^"]*"|'[^']*'|[^,]+/g) ?? [];
    yield [element, names.map((name) => name.trim().replace(/^["']|["']$/g, '')).filter((name) => name !== '')];
  }
})()`;

const READ_FAMILIES = `(() => { const all = new Set(); for (const [, names] of ${LISTS}) for (const name of names) if (all.size < 200) all.add(name.slice(0, 100)); return [...all] })()`;

/**
 * Finds lists of families of which none is there but generic ones, and marks an element of each. A list without a generic one gets sans-serif,
 * as the browser's own choice would be a serif.
 */
const SUBSTITUTE = `(unknown, generic) => {
  const genericName = new RegExp(generic, 'i');
  const loaded = new Set([...Object.getOwnPropertyDescriptor(Document.prototype, 'fonts').get.call(document)].map(({ family }) => family.replace(/^["']|["']$/g, '').toLowerCase()));
  const missing = new Set(unknown.filter((name) => !loaded.has(name)));
  const found = new Map();
  const bare = [];
  for (const [element, names] of ${LISTS}) {
    const families = names.filter((name) => !genericName.test(name));
    if (families.length === 0 || !families.every((name) => missing.has(name.toLowerCase()))) continue;
    if (families.length === names.length && element instanceof HTMLElement) bare.push([element, names]);
    if (found.has(families[0]) || found.size >= ${String(MAX_TOLD)}) continue;
    Element.prototype.setAttribute.call(element, '${MARK}', String(found.size));
    found.set(families[0], element);
  }
  const styleOf = Object.getOwnPropertyDescriptor(HTMLElement.prototype, 'style').get;
  for (const [element, names] of bare)
    styleOf.call(element).setProperty('font-family', [...names.map((name) => JSON.stringify(name)), 'sans-serif'].join(), 'important');
  // The faces are those of the last layout.
  for (const [element] of bare.slice(0, 1)) Element.prototype.getBoundingClientRect.call(element);
  return [...found.keys()].map((name) => name.slice(0, 100));
}`;
const UNMARK = `for (const e of Document.prototype.querySelectorAll.call(document, '[${MARK}]')) Element.prototype.removeAttribute.call(e, '${MARK}')`;

/**
 * Warns of families that are not installed and for which nothing that the document names stands in, with the face that is used instead.
 * @param named families that the source names; undefined where styles may come from elsewhere, which are asked of the page
 */
export async function fontWarnings(
  page: CdpPage,
  evaluate: Evaluate,
  hasFamily: (name: string) => boolean,
  named: readonly string[] | undefined,
): Promise<RenderWarning[]> {
  const families = named ?? ((await evaluate(READ_FAMILIES)) as string[]).filter(isFamily);
  const unknown = families.filter((name) => !hasFamily(name)).map((name) => name.toLowerCase());
  if (unknown.length === 0) return [];
  const found = (await evaluate(`(${SUBSTITUTE})(${JSON.stringify(unknown)}, ${JSON.stringify(GENERIC_FAMILY)})`)) as string[];
  if (found.length === 0) return [];
  const faces = await facesOf(page, found.length);
  await evaluate(UNMARK);
  return found.map((family, index) => ({
    code: 'FONT_SUBSTITUTED',
    message: `The font ${family} is not installed; ${faces[index] ?? 'another one'} is used. Name its file with @font-face, or ask the operator to install it.`,
    subject: family,
  }));
}

/** The faces that the marked elements are drawn with, by their marks. */
async function facesOf(page: CdpPage, count: number): Promise<readonly (string | undefined)[]> {
  await page.send('DOM.enable');
  await page.send('CSS.enable');
  try {
    const { root } = await page.send('DOM.getDocument', { depth: 0 });
    const faces: (string | undefined)[] = [];
    for (let mark = 0; mark < count; mark++) {
      const { nodeId } = await page.send('DOM.querySelector', { nodeId: root.nodeId, selector: `[${MARK}="${String(mark)}"]` });
      const { fonts } = await page.send('CSS.getPlatformFontsForNode', { nodeId });
      faces.push(fonts.toSorted((a, b) => b.glyphCount - a.glyphCount)[0]?.familyName);
    }
    return faces;
  } finally {
    await page.send('CSS.disable');
    await page.send('DOM.disable');
  }
}
