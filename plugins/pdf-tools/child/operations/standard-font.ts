import { StandardFonts } from 'pdf-lib';
import { SUBSET_TAG } from '../../document/subset-tag.ts';

/** Plain, bold, italic, and both. */
type Styles = readonly [StandardFonts, StandardFonts, StandardFonts, StandardFonts];

const HELVETICA: Styles = [
  StandardFonts.Helvetica,
  StandardFonts.HelveticaBold,
  StandardFonts.HelveticaOblique,
  StandardFonts.HelveticaBoldOblique,
];
const TIMES: Styles = [
  StandardFonts.TimesRoman,
  StandardFonts.TimesRomanBold,
  StandardFonts.TimesRomanItalic,
  StandardFonts.TimesRomanBoldItalic,
];
const COURIER: Styles = [StandardFonts.Courier, StandardFonts.CourierBold, StandardFonts.CourierOblique, StandardFonts.CourierBoldOblique];
/** Other names than those of ISO 32000-1, 9.6.2.2, and the short ones that form editors give them. */
const OTHERS: readonly (readonly [name: RegExp, styles: Styles])[] = [
  [/^Co(ur|Bo$|Ob$|BO$)/, COURIER],
  [/^(Times|Ti(Ro|Bo|It|BI)$)/, TIMES],
];
const BOLD = /Bold|(Bo|BO|BI)$/;
const ITALIC = /Italic|Oblique|(It|Ob|BO|BI)$/;

/** The standard font of a name that stands in a form; Helvetica, in its style, for an unknown one. */
export function standardFontNamed(name: string): StandardFonts {
  const plain = name.replace(SUBSET_TAG, '');
  const styles = OTHERS.find(([pattern]) => pattern.test(plain))?.[1] ?? HELVETICA;
  if (BOLD.test(plain)) return ITALIC.test(plain) ? styles[3] : styles[1];
  return ITALIC.test(plain) ? styles[2] : styles[0];
}
