import type { PDFDict } from 'pdf-lib';
import { PDFArray, PDFName, type PDFObject, PDFStream } from 'pdf-lib';
import { unpack } from '../document/inflate.ts';
import { dictOf, lookupNumber, name } from '../document/objects.ts';
import type { LevelRules } from './level.ts';

const MAX_COLORANTS = 8;
const MAX_DEPTH = 8;
export const CMYK = '6.2.3: CMYK colour';
const PLAIN = new Set(['DeviceGray', 'DeviceRGB', 'CalGray', 'CalRGB', 'Lab', 'Pattern', 'G', 'RGB']);
const COMPONENTS: Readonly<Record<string, number>> = { GRAY: 1, 'RGB ': 3, 'Lab ': 3, CMYK: 4 };
const PROFILE_CLASSES = new Set(['scnr', 'mntr', 'prtr', 'spac']);

/** Why a colour space cannot stay beside an output intent for sRGB (ISO 19005, 6.2.3); undefined when it can. */
export function colorReason(space: PDFObject | undefined, rules: LevelRules, depth = 0): string | undefined {
  if (depth > MAX_DEPTH) return '6.2.3: a colour space within itself';
  if (space instanceof PDFName) {
    const kind = space.decodeText();
    if (PLAIN.has(kind)) return undefined;
    return kind === 'DeviceCMYK' || kind === 'CMYK' ? CMYK : `6.2.3: the colour space ${kind}`;
  }
  if (!(space instanceof PDFArray)) return '6.2.3: an unreadable colour space';
  const kind = space.lookup(0);
  const at = (i: number): PDFObject | undefined => (i < space.size() ? space.lookup(i) : undefined);
  const base = (i: number): string | undefined => colorReason(at(i), rules, depth + 1);
  switch (kind instanceof PDFName ? kind.decodeText() : '') {
    case 'DeviceGray':
    case 'DeviceRGB':
    case 'CalGray':
    case 'CalRGB':
    case 'Lab':
      return undefined;
    case 'DeviceCMYK':
      return CMYK;
    case 'ICCBased':
      return at(1) instanceof PDFStream && isLegalProfile(at(1) as PDFStream, rules) ? undefined : '6.2.3.2: an ICC profile';
    case 'Indexed':
    case 'I':
    case 'Pattern':
      return space.size() < 2 ? undefined : base(1);
    case 'Separation':
      return base(2);
    case 'DeviceN': {
      const names = at(1);
      if (!(names instanceof PDFArray) || names.size() > MAX_COLORANTS) return '6.2.3.4: too many colorants';
      return base(2);
    }
    default:
      return '6.2.3: an unknown colour space';
  }
}

/** Version, class, space and number of components of a profile (ICC.1:2004-10, 7.2). */
export function isLegalProfile(stream: PDFStream, rules: LevelRules): boolean {
  const profile = unpack(stream);
  if (profile === undefined || profile.length < 128) return false;
  const text = (from: number): string => Buffer.from(profile.subarray(from, from + 4)).toString('latin1');
  const version = profile[8] ?? 0;
  const components = lookupNumber(stream.dict, 'N');
  if (components === undefined || ![1, 3, 4].includes(components)) return false;
  return (
    text(36) === 'acsp' &&
    version >= 1 &&
    version <= (rules.part === 1 ? 2 : 4) &&
    PROFILE_CLASSES.has(text(12)) &&
    COMPONENTS[text(16)] === components
  );
}

/** Why a shading cannot stay. */
export function shadingReason(shading: PDFObject | undefined, rules: LevelRules): string | undefined {
  const dict = dictOf(shading);
  return dict === undefined ? '6.2: an unreadable shading' : colorReason(dict.lookup(name('ColorSpace')), rules);
}

/** Why an image cannot stay. */
export function imageReason(image: PDFDict, filters: readonly string[], rules: LevelRules): string | undefined {
  if (filters.includes('JPXDecode')) return '6.1.10: a JPEG 2000 image';
  if (!rules.transparency) {
    if (image.has(name('SMask'))) return '6.4: an image with a soft mask';
    if ((lookupNumber(image, 'BitsPerComponent') ?? 8) > 8) return '6.2.4: an image of 16 bits';
  }
  if ((lookupNumber(image, 'SMaskInData') ?? 0) !== 0) return '6.4: an image with a soft mask';
  if (image.lookup(name('ImageMask'))?.toString() === 'true') return undefined;
  return colorReason(image.lookup(name('ColorSpace')), rules);
}
