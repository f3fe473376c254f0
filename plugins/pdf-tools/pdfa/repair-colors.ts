import { PDFArray, PDFDict, type PDFDocument, PDFName, type PDFObject, type PDFRef, PDFStream } from 'pdf-lib';
import { lookupNumber, name, resolve } from '../document/objects.ts';
import { cmykSpace, colorSpaceProfile } from './color-profile.ts';
import { isLegalProfile } from './colors.ts';
import type { LevelRules } from './level.ts';
import { drop, type Repairs } from './repairs.ts';

/** Where arrays that are colour spaces name the one that they are made of (ISO 32000-1, 8.6.6). */
const BASES: Readonly<Record<string, number>> = { Indexed: 1, I: 1, Pattern: 1, Separation: 2, DeviceN: 2 };
/** Entries that are colour spaces: of images and shadings, and of transparency groups. */
const SPACES = ['ColorSpace', 'CS'];

/** Gives colour spaces within an array the profiles that they need. */
export function repairSpaceArray(document: PDFDocument, space: PDFArray, rules: LevelRules, repairs: Repairs): void {
  const kind = space.size() > 1 ? space.lookup(0) : undefined;
  if (!(kind instanceof PDFName)) return;
  const base = BASES[kind.decodeText()];
  if (base !== undefined && base < space.size() && isDeviceCmyk(space.lookup(base))) {
    space.set(base, cmykSpace(document));
    repairs.changes++;
  }
  repairProfile(document, space, rules, repairs);
}

/** Says in entries of a dictionary which CMYK is meant, which the standard asks for beside an output intent for RGB. */
export function repairSpaceEntries(document: PDFDocument, dict: PDFDict, repairs: Repairs): void {
  for (const key of SPACES) {
    const found = dict.lookup(name(key));
    if (isDeviceCmyk(found)) {
      dict.set(name(key), cmykSpace(document));
      repairs.changes++;
    } else if (key === 'ColorSpace' && found instanceof PDFDict) {
      // Those that a page or a form has names for.
      for (const [own] of found.entries()) {
        if (!isDeviceCmyk(found.lookup(own))) continue;
        found.set(own, cmykSpace(document));
        repairs.changes++;
      }
    }
  }
}

function isDeviceCmyk(object: PDFObject | undefined): boolean {
  if (object instanceof PDFArray) return object.size() === 1 && isDeviceCmyk(object.lookup(0));
  return object === name('DeviceCMYK');
}

/** `[/ICCBased stream]` with a profile that is not allowed becomes one with a profile of ours, where there is one. */
function repairProfile(document: PDFDocument, space: PDFArray, rules: LevelRules, repairs: Repairs): void {
  if (space.size() !== 2 || space.get(0) !== PDFName.of('ICCBased')) return;
  const profile = resolve(document.context, space.get(1));
  if (!(profile instanceof PDFStream)) return;
  if (profile.dict.has(name('Alternate'))) drop(profile.dict, ['Alternate'], repairs);
  if (isLegalProfile(profile, rules)) return;
  const own: PDFRef | undefined = colorSpaceProfile(document, lookupNumber(profile.dict, 'N') ?? 0);
  if (own === undefined) return;
  space.set(1, own);
  repairs.changes++;
}
