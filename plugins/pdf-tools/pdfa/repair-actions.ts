import { PDFArray, PDFDict, type PDFDocument, PDFName, type PDFObject, PDFStream } from 'pdf-lib';
import { flagsOf, isUnseen, NO_ROTATE, NO_VIEW, NO_ZOOM, PRINT } from '../document/annotation-flags.ts';
import type { Layers } from '../document/layers.ts';
import { lookupDict, lookupName, name } from '../document/objects.ts';
import type { LevelRules } from './level.ts';
import { lacksAppearance } from './annotation-appearances.ts';
import { drop, type Repairs } from './repairs.ts';

const ACTIONS = new Set(['GoTo', 'GoToR', 'Thread', 'URI', 'SubmitForm']);
const NAMED = new Set(['NextPage', 'PrevPage', 'FirstPage', 'LastPage']);
/** ISO 19005-1, 6.5.2, and ISO 19005-2, 6.3.1, whose files may attach only others that conform. */
const ANNOTATIONS = new Set(
  'Text Link FreeText Line Square Circle Highlight Underline Squiggly StrikeOut Stamp Ink PrinterMark TrapNet'.split(' '),
);
const LATER_ANNOTATIONS = new Set(['Polygon', 'PolyLine', 'Caret', 'Watermark', 'Redact']);
/** As a loss. */
export const HIDDEN_CONTENT = 'what is on hidden layers';
const MAX_OUTLINES = 100_000;

export const mayStay = (kind: string, { part, attachments }: LevelRules): boolean =>
  ANNOTATIONS.has(kind) || (part !== 1 && LATER_ANNOTATIONS.has(kind)) || (attachments && kind === 'FileAttachment');

/** Leaves the annotations, flags, appearances and actions that ISO 19005-1, 6.5 and 6.6, allows. */
export function repairAnnotations({ context }: PDFDocument, page: PDFDict, layers: Layers, rules: LevelRules, repairs: Repairs): void {
  const list = page.lookup(name('Annots'));
  if (!(list instanceof PDFArray)) return;
  const kept = list.asArray().filter((entry) => {
    const annotation = context.lookup(entry);
    if (!(annotation instanceof PDFDict)) return false;
    const subtype = lookupName(annotation, 'Subtype') ?? '';
    const loss = unseen(annotation, layers) ?? (mayStay(subtype, rules) ? undefined : annotationsOf(subtype));
    if (loss !== undefined) {
      if (subtype !== 'Popup') repairs.lost.add(loss);
      return false;
    }
    repairAnnotation(annotation, subtype, rules, repairs);
    if (!lacksAppearance(annotation)) return true;
    repairs.lost.add(`${annotationsOf(subtype)} without an appearance`);
    return false;
  });
  if (kept.length === list.size()) return;
  repairs.changes++;
  page.set(name('Annots'), context.obj(kept));
}

const annotationsOf = (kind: string): string => `annotations of the kind ${kind.slice(0, 30)}`;
export const partOfPages = (kind: string): string => `${annotationsOf(kind)}, which are part of their pages`;

/** What an annotation is called that screens do not show. */
function unseen(annotation: PDFDict, layers: Layers): string | undefined {
  if (!layers.isVisible(annotation.get(name('OC')))) return HIDDEN_CONTENT;
  if (!isUnseen(annotation)) return undefined;
  const flags = flagsOf(annotation);
  return (flags & NO_VIEW) !== 0 && (flags & PRINT) !== 0 ? 'annotations that are only printed' : 'hidden annotations';
}

function repairAnnotation(annotation: PDFDict, subtype: string, rules: LevelRules, repairs: Repairs): void {
  drop(annotation, ['Popup', 'OC', 'AA', 'PA', 'AF', ...(subtype === 'FileAttachment' ? [] : ['FS'])], repairs);
  repairAction(annotation, 'A', repairs);
  const flags = flagsOf(annotation);
  const wanted = flags | PRINT | (subtype === 'Text' ? NO_ZOOM | NO_ROTATE : 0);
  if (wanted !== flags) {
    annotation.set(name('F'), annotation.context.obj(wanted));
    repairs.changes++;
  }
  const appearances = lookupDict(annotation, 'AP');
  if (appearances === undefined) return;
  if ((flags & PRINT) === 0 && subtype !== 'Popup') repairs.printed.add(subtype);
  drop(appearances, ['R', 'D'], repairs);
  const normal = appearances.lookup(name('N'));
  if (!(normal instanceof PDFDict) || normal instanceof PDFStream) return;
  const state = lookupName(annotation, 'AS');
  const shown = state === undefined ? undefined : normal.get(name(state));
  if (shown === undefined) annotation.delete(name('AP'));
  else appearances.set(name('N'), shown);
  repairs.changes++;
}

/** Drops an action that is not allowed, and what would follow one that is. */
function repairAction(holder: PDFDict, key: string, repairs: Repairs): void {
  const action = holder.lookup(name(key));
  if (action === undefined || action instanceof PDFArray) return;
  const kind = action instanceof PDFDict ? (lookupName(action, 'S') ?? '') : '';
  const allowed = ACTIONS.has(kind) || (kind === 'Named' && action instanceof PDFDict && NAMED.has(lookupName(action, 'N') ?? ''));
  if (allowed) drop(action as PDFDict, ['Next'], repairs);
  else {
    drop(holder, [key], repairs);
    repairs.lost.add('actions');
  }
}

/** Walks the outline without recursion; an entry met twice ends it. */
export function repairOutlines({ catalog }: PDFDocument, repairs: Repairs): void {
  const root = catalog.lookup(PDFName.of('Outlines'));
  const open: (PDFObject | undefined)[] = root instanceof PDFDict ? [root.lookup(name('First'))] : [];
  const seen = new Set<PDFObject>();
  while (open.length > 0 && seen.size < MAX_OUTLINES) {
    const entry = open.pop();
    if (!(entry instanceof PDFDict) || seen.has(entry)) continue;
    seen.add(entry);
    repairAction(entry, 'A', repairs);
    open.push(entry.lookup(name('Next')), entry.lookup(name('First')));
  }
}
