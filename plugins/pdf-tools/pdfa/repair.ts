import { deflateSync } from 'node:zlib';
import {
  PDFArray,
  PDFDict,
  type PDFDocument,
  PDFHexString,
  PDFNumber,
  type PDFObject,
  PDFPageLeaf,
  PDFPageTree,
  PDFRawStream,
  PDFRef,
  PDFStream,
} from 'pdf-lib';
import { Layers } from '../document/layers.ts';
import { filtersOf, unpack } from '../document/inflate.ts';
import { isTrue, lookupDict, lookupName, lookupNumber, name } from '../document/objects.ts';
import type { LevelRules } from './level.ts';
import { repairAnnotations, repairOutlines } from './repair-actions.ts';
import { repairSpaceArray, repairSpaceEntries } from './repair-colors.ts';
import { drop, type Repairs } from './repairs.ts';

const CATALOG_DROPS =
  'AA OCProperties Perms Requirements Collection AF DSS Extensions Version Legal OutputIntents Metadata OpenAction AcroForm NeedsRendering'.split(
    ' ',
  );
const NAMES_DROPS = ['EmbeddedFiles', 'JavaScript', 'AlternatePresentations', 'Renditions'];
const PAGE_DROPS = ['AA', 'PresSteps', 'Metadata', 'PieceInfo', 'AF'];
const STREAM_DROPS = ['F', 'FFilter', 'FDecodeParms', 'DL'];
const IMAGE_DROPS = ['Alternates', 'OPI', 'Metadata'];
const INTENTS = new Set(['AbsoluteColorimetric', 'RelativeColorimetric', 'Saturation', 'Perceptual']);
const STATE_KEYS = ['ca', 'CA', 'BM', 'SMask', 'TR', 'TR2', 'HTP', 'OPM'];
const MAX_REAL = 32_767;

/** Takes out or puts right what ISO 19005 forbids outside of pages' content; what it does not reach stays. */
export function repair(document: PDFDocument, rules: LevelRules, keepOwn: boolean): Repairs {
  const repairs: Repairs = { changes: 0, lost: new Set(), printed: new Set() };
  // As they are before the catalog loses them.
  const layers = new Layers(document);
  repairCatalog(document, rules, repairs, keepOwn);
  const root = document.catalog.get(name('Pages'));
  if (root instanceof PDFRef) repairPageTree(document.catalog.Pages(), root, repairs);
  for (const page of document.getPages()) {
    drop(page.node, PAGE_DROPS, repairs);
    if (!rules.transparency) drop(page.node, ['Group'], repairs);
    repairAnnotations(document, page.node, layers, rules, repairs);
  }
  repairOutlines(document, repairs);
  for (const [ref, object] of document.context.enumerateIndirectObjects()) {
    if (object instanceof PDFStream) {
      const repaired = repairStream(document, object, rules, repairs, keepOwn);
      if (repaired !== object) document.context.assign(ref, repaired);
    }
    repairValues(document, object, rules, repairs, 0);
  }
  return repairs;
}

/** @param keepOwn leaves what this converter itself writes there */
function repairCatalog({ catalog }: PDFDocument, rules: LevelRules, repairs: Repairs, keepOwn: boolean): void {
  const own = new Set(keepOwn ? ['OutputIntents', 'Metadata', 'AF'] : []);
  drop(
    catalog,
    CATALOG_DROPS.filter((key) => !own.has(key)),
    repairs,
  );
  const names = lookupDict(catalog, 'Names');
  if (names === undefined) return;
  drop(
    names,
    NAMES_DROPS.filter((key) => !(keepOwn || rules.attachments) || key !== 'EmbeddedFiles'),
    repairs,
  );
}

function repairStream(document: PDFDocument, stream: PDFStream, rules: LevelRules, repairs: Repairs, keepOwn: boolean): PDFStream {
  const { dict } = stream;
  drop(dict, STREAM_DROPS, repairs);
  const subtype = lookupName(dict, 'Subtype');
  if (subtype === 'Image') repairImage(dict, rules, repairs);
  if (subtype === 'Form') {
    drop(dict, ['OPI', 'Ref', 'PS', 'Metadata', 'PieceInfo'], repairs);
    if (!rules.transparency) drop(dict, ['Group'], repairs);
  }
  if (!keepOwn && subtype !== 'XML') drop(dict, ['Metadata'], repairs);
  if (!filtersOf(dict).includes('LZWDecode')) return stream;
  const bytes = unpack(stream);
  repairs.changes++;
  if (bytes === undefined) return stream; // which the self-check finds
  dict.set(name('Filter'), name('FlateDecode'));
  dict.delete(name('DecodeParms'));
  return PDFRawStream.of(dict, deflateSync(bytes));
}

function repairImage(image: PDFDict, rules: LevelRules, repairs: Repairs): void {
  drop(image, IMAGE_DROPS, repairs);
  if (isTrue(image.lookup(name('Interpolate')))) drop(image, ['Interpolate'], repairs);
  const intent = lookupName(image, 'Intent');
  if (intent !== undefined && !INTENTS.has(intent)) drop(image, ['Intent'], repairs);
  const mask = image.lookup(name('SMask'));
  if (!rules.transparency && mask instanceof PDFStream && isOpaque(mask)) drop(image, ['SMask'], repairs);
}

function isOpaque(mask: PDFStream): boolean {
  const { dict } = mask;
  if ((lookupNumber(dict, 'BitsPerComponent') ?? 0) !== 8 || dict.has(name('Decode')) || dict.has(name('Matte'))) return false;
  const bytes = unpack(mask);
  const size = (lookupNumber(dict, 'Width') ?? 0) * (lookupNumber(dict, 'Height') ?? 0);
  return bytes !== undefined && size > 0 && bytes.length >= size && bytes.subarray(0, size).every((value) => value === 255);
}

/** Puts right how many pages lie below a node of the page tree, and gives pages their parent. */
function repairPageTree(node: PDFPageTree, ref: PDFRef, repairs: Repairs): number {
  let pages = 0;
  const kids = node.Kids();
  for (let i = 0; i < kids.size(); i++) {
    const [kidRef, kid] = [kids.get(i), kids.lookup(i)];
    if (kid instanceof PDFPageTree && kidRef instanceof PDFRef) pages += repairPageTree(kid, kidRef, repairs);
    else if (kid instanceof PDFPageLeaf) {
      pages++;
      if (kid.Parent() !== undefined) continue;
      kid.setParent(ref);
      repairs.changes++;
    }
  }
  if (lookupNumber(node, 'Count') !== pages) {
    node.set(name('Count'), node.context.obj(pages));
    repairs.changes++;
  }
  return pages;
}

/** Values within any object: graphics states, profiles, and numbers out of range. */
function repairValues(document: PDFDocument, object: PDFObject, rules: LevelRules, repairs: Repairs, depth: number): void {
  if (depth > 64) return;
  if (object instanceof PDFArray) {
    repairSpaceArray(document, object, rules, repairs);
    for (let i = 0; i < object.size(); i++) {
      const item = object.get(i);
      const repaired = repairValue(item, rules);
      if (repaired !== item) {
        object.set(i, repaired);
        repairs.changes++;
      }
      repairValues(document, item, rules, repairs, depth + 1);
    }
    return;
  }
  const dict = object instanceof PDFStream ? object.dict : object;
  if (!(dict instanceof PDFDict)) return;
  // A soft mask has a transfer function too, and may keep it.
  const isState = lookupName(dict, 'Type') === 'ExtGState' || STATE_KEYS.some((key) => dict.has(name(key)));
  if (isState && !dict.has(name('G'))) repairGraphicsState(dict, rules, repairs);
  repairSpaceEntries(document, dict, repairs);
  for (const [key, value] of dict.entries()) {
    const repaired = repairValue(value, rules);
    if (repaired !== value) {
      dict.set(key, repaired);
      repairs.changes++;
    }
    repairValues(document, value, rules, repairs, depth + 1);
  }
}

function repairValue(value: PDFObject, rules: LevelRules): PDFObject {
  if (value instanceof PDFHexString && value.asString().replace(/\s/g, '').length % 2 !== 0) return PDFHexString.of(`${value.asString()}0`);
  if (rules.part !== 1 || !(value instanceof PDFNumber)) return value;
  const number = value.asNumber();
  return Number.isInteger(number) || Math.abs(number) <= MAX_REAL ? value : PDFNumber.of(Math.round(number));
}

function repairGraphicsState(dict: PDFDict, { part }: LevelRules, repairs: Repairs): void {
  drop(dict, ['TR', 'HTP'], repairs);
  // ISO 19005-2, 6.2.4.2: not beside CMYK with a profile.
  if (part !== 1 && lookupNumber(dict, 'OPM') === 1) {
    drop(dict, ['OPM'], repairs);
    if (['OP', 'op'].some((key) => isTrue(dict.lookup(name(key))))) repairs.lost.add('overprint mode 1 of CMYK');
  }
  const transfer = lookupName(dict, 'TR2');
  if (dict.has(name('TR2')) && transfer !== 'Default') drop(dict, ['TR2'], repairs);
  const intent = lookupName(dict, 'RI');
  if (intent !== undefined && !INTENTS.has(intent)) drop(dict, ['RI'], repairs);
  if (dict.lookup(name('BM')) instanceof PDFArray) {
    dict.set(name('BM'), name('Normal'));
    repairs.changes++;
  }
}
