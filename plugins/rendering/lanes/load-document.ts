import { invalidFields } from '../../../server/contract/index.ts';
import type { CdpPage } from '../chromium/browser.ts';
import type { ComposedDocument } from '../compose/document.ts';
import type { PrintPlan, RenderWarning } from '../contract.ts';
import { onOwnPage } from '../page-options.ts';
import { runEffects } from '../react/react-page.ts';
import { hyphenate, mayHyphenate } from './hyphens.ts';
import type { Evaluate } from './isolated-world.ts';
import type { RenderJob, WebPage } from './lane.ts';
import { pageAreaOf } from './page-area.ts';
import { fontWarnings } from './page-fonts.ts';
import { type PageLog, reasonOf } from './page-log.ts';
import { type PageState, stateWarnings } from './readiness.ts';
import { resize, type ScriptedPage, type View } from './scripted-page.ts';
import { mayTakeTime, passTime } from './settle-time.ts';
import { readSettled, settle, waitFor } from './wait.ts';

export interface LoadedDocument {
  /** As it was sent; of a page of the web, as it was found. */
  readonly document: ComposedDocument;
  /** With the paper that a page of the web has by its own styles. */
  readonly plan: PrintPlan;
  readonly state: PageState;
  readonly warnings: readonly RenderWarning[];
}

/** Gives a page its document and waits until it is finished: loaded, drawn by its scripts, and at rest. */
export async function loadDocument(own: ScriptedPage, job: RenderJob, view: View): Promise<LoadedDocument> {
  const { page, pageLog, world, begin } = own;
  const { web, effects, wait, settleMs, region, hasFamily, hyphenate: hyphenateTexts, clock, deadline } = job;
  const evaluate: Evaluate = (expression) => world.evaluate(expression);
  deadline.phase = 'load';
  await begin(view, { region, clock });
  if (web === undefined) await page.send('Page.setDocumentContent', { frameId: page.targetId, html: job.document.html });
  else await openWebPage(page, pageLog, web.url);
  const notRun = effects === undefined ? [] : await runEffects(page, effects.module, effects.props, effects);
  const loaded = await settle(world, pageLog);
  const { document, plan } = web === undefined ? job : await completeWebPage(page, evaluate, web, job.plan, view);

  deadline.phase = 'wait';
  await waitFor(world, page, wait);
  const waited = wait === undefined ? loaded : await settle(world, pageLog);
  const takesTime = settleMs > 0 && (effects !== undefined || web !== undefined || mayTakeTime(document.html));
  const unsettled = takesTime ? await passTime(own, settleMs, { isFrozen: clock !== undefined, deadline }) : [];
  const state = takesTime ? await readSettled(world) : waited;

  const substituted = await fontWarnings(page, evaluate, hasFamily, undefined);
  if (mayHyphenate(document.html)) await hyphenate(evaluate, region.locale ?? '', hyphenateTexts);
  return { document, plan, state, warnings: [...notRun, ...substituted, ...unsettled] };
}

/** What the page says of all that it loaded; read once it was printed or drawn. */
export const loadWarnings = (pageLog: PageLog, state: PageState): RenderWarning[] => [
  ...pageLog.warnings(),
  // An image that failed is told once, by the network's reason.
  ...stateWarnings(state).filter(({ subject }) => subject === undefined || !pageLog.hasFailed(subject)),
];

/** @throws ValidationError for an address that answers with no page */
async function openWebPage(page: CdpPage, pageLog: PageLog, url: string): Promise<void> {
  const { errorText, isDownload } = await page.send('Page.navigate', { url });
  if (isDownload === true || errorText === 'net::ERR_ABORTED')
    throw invalidFields([{ field: 'url', message: 'answers with a file and not with a page' }]);
  const reason = pageLog.mainFailure ?? (errorText === undefined ? undefined : reasonOf(errorText));
  if (reason !== undefined) throw invalidFields([{ field: 'url', message: `could not be loaded: ${reason}` }]);
}

/** Characters of a page that are read for what its source tells. */
const MAX_SOURCE = 2_000_000;
const READ_SOURCE = `(() => {
  const root = Object.getOwnPropertyDescriptor(Document.prototype, 'documentElement').get.call(document);
  return root === null ? '' : Object.getOwnPropertyDescriptor(Element.prototype, 'outerHTML').get.call(root).slice(0, ${String(MAX_SOURCE)});
})()`;
/** A sheet that no policy of the page refuses. */
const ADD_STYLES = `(css) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  const { get, set } = Object.getOwnPropertyDescriptor(Document.prototype, 'adoptedStyleSheets');
  set.call(document, [...get.call(document), sheet]);
}`;

/** Gives a page of the web what a document gets before it is sent: the caller's styles, and its own paper where options leave it to it. */
async function completeWebPage(
  page: CdpPage,
  evaluate: Evaluate,
  { read, styles }: WebPage,
  asked: PrintPlan,
  { area, media, density }: View,
): Promise<Pick<LoadedDocument, 'document' | 'plan'>> {
  const document = await read((await evaluate(READ_SOURCE)) as string);
  const css = styles + (media === 'print' ? document.page.css : '');
  if (css !== '') await evaluate(`(${ADD_STYLES})(${JSON.stringify(css)})`);
  if (media !== 'print') return { document, plan: asked };
  const plan = onOwnPage(asked, document.page);
  const own = pageAreaOf(plan, document.html);
  if (own.width !== area.width || own.height !== area.height) await resize(page, own, density);
  return { document, plan };
}
