import { PDFArray, PDFDict, type PDFDocument, PDFName, type PDFObject, PDFStream } from 'pdf-lib';
import { hasBorder, removeBorder } from '../document/annotation-border.ts';
import { lookupDict, lookupName, lookupNumber, name } from '../document/objects.ts';
import type { LevelRules } from './level.ts';
import { drop, type Repairs } from './repairs.ts';

const ACTIONS = new Set(['GoTo', 'GoToR', 'Thread', 'URI', 'SubmitForm']);
const NAMED = new Set(['NextPage', 'PrevPage', 'FirstPage', 'LastPage']);
const ANNOTATIONS = new Set(
  'Text Link FreeText Line Square Circle Highlight Underline Squiggly StrikeOut Stamp Ink PrinterMark TrapNet'.split(' '),
);
const [INVISIBLE, HIDDEN, PRINT, NO_ZOOM, NO_ROTATE, NO_VIEW] = [1, 2, 4, 8, 16, 32] as const;
const MAX_OUTLINES = 100_000;

/** Leaves the annotations, flags, appearances and actions that ISO 19005-1, 6.5 and 6.6, allows. */
export function repairAnnotations({ context }: PDFDocument, page: PDFDict, rules: LevelRules, repairs: Repairs): void {
  const list = page.lookup(name('Annots'));
  if (!(list instanceof PDFArray)) return;
  const kept = list.asArray().filter((entry) => {
    const annotation = context.lookup(entry);
    if (!(annotation instanceof PDFDict)) return false;
    const subtype = lookupName(annotation, 'Subtype') ?? '';
    const flags = lookupNumber(annotation, 'F') ?? 0;
    if ((flags & (INVISIBLE | HIDDEN | NO_VIEW)) !== 0) return false;
    if (!ANNOTATIONS.has(subtype)) {
      if (subtype !== 'Popup') repairs.lost.add(`annotations of the kind ${subtype.slice(0, 30)}`);
      return false;
    }
    repairAnnotation(annotation, subtype, flags, rules, repairs);
    return true;
  });
  if (kept.length === list.size()) return;
  repairs.changes++;
  page.set(name('Annots'), context.obj(kept));
}

function repairAnnotation(annotation: PDFDict, subtype: string, flags: number, rules: LevelRules, repairs: Repairs): void {
  drop(annotation, ['Popup', 'OC', 'FS', 'AA', 'PA', 'AF'], repairs);
  repairAction(annotation, 'A', repairs);
  const wanted = flags | PRINT | (subtype === 'Text' ? NO_ZOOM | NO_ROTATE : 0);
  if (wanted !== flags) {
    // Its border was on screens only; the link is there as before.
    if (subtype === 'Link' && (flags & PRINT) === 0 && hasBorder(annotation)) removeBorder(annotation);
    annotation.set(name('F'), annotation.context.obj(wanted));
    repairs.changes++;
  }
  const appearances = lookupDict(annotation, 'AP');
  if (appearances === undefined) return;
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
