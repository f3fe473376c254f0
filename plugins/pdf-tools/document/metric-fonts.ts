import { createRequire } from 'node:module';
import type { FontFile } from './fonts.ts';
import { SUBSET_TAG } from './subset-tag.ts';

const require = createRequire(import.meta.url);
/** Families with the widths of Arial, Times New Roman, Courier New, Calibri and Cambria. */
const FAMILIES = {
  sans: 'arimo/{}/Arimo_{}',
  serif: 'tinos/{}/Tinos_{}',
  mono: 'cousine/{}/Cousine_{}',
  calibri: 'carlito/{}/Carlito_{}',
  cambria: 'caladea/{}/Caladea_{}',
} as const;
type Family = keyof typeof FAMILIES;

/** Names of the standard fonts and their kin, by which files name them without having them. */
const NAMES: readonly (readonly [name: RegExp, family: Family])[] = [
  [/^(Helvetica|Arial)(MT|PSMT)?$/, 'sans'],
  [/^Times(-?Roman|NewRoman)?(PS)?(MT)?$/, 'serif'],
  [/^Courier(New)?(PS)?(MT)?$/, 'mono'],
  [/^Calibri$/, 'calibri'],
  [/^Cambria$/, 'cambria'],
];
const STYLE = /[-, ]*(Regular|Bold|Italic|Oblique|MT)/g;
/** What follows the family in a name: `Verdana-Bold`, `Verdana,BoldItalic`, `VerdanaBold`. */
const STYLE_AT_END = /(?:[-,][^-,]*|Bold|BoldItalic|Italic|Regular)$/;

/**
 * Families of which files name bold and italic styles without having them, as PostScript writes them. PDFium asks for such a style of
 * these only, and for the regular face of all others.
 */
export const STYLED_FAMILIES: readonly string[] = (
  'AcuminPro AdobeGaramondPro Aptos ArialNarrow ArialUnicodeMS AvantGarde Avenir AvenirNext Baskerville BellMT Bembo BitstreamVeraSans Bodoni ' +
  'BodoniMT BookAntiqua Bookman BookmanOldStyle Calibri CalibriLight Cambria Candara Caslon CenturyGothic CenturySchoolbook Charter ComicSansMS ' +
  'Consolas Constantia Corbel DejaVuSans DejaVuSansMono DejaVuSerif Didot EurostileLTStd FranklinGothic Frutiger Futura Garamond Geneva Georgia ' +
  'GillSans GillSansMT GoudyOldStyle HelveticaNeue HelveticaNeueLTStd Inter Lato LetterGothic LiberationMono LiberationSans LiberationSerif ' +
  'LucidaConsole LucidaSans LucidaSansUnicode Menlo Merriweather Meta MicrosoftSansSerif MinionPro Monaco Montserrat MyriadPro NewCenturySchlbk ' +
  'NotoSans NotoSerif OCRB OpenSans Optima Palatino PalatinoLinotype Perpetua Poppins Roboto Rockwell Sabon SegoeUI SourceSansPro SourceSerifPro ' +
  'Tahoma TrebuchetMS TwCenMT Ubuntu Univers UniversLTStd Verdana'
).split(' ');
const STYLED = new Set(STYLED_FAMILIES);

/** The style in which PDFium draws a font by its name; undefined for a family that it does not know. */
export function styleNamed(base: string): { readonly bold: boolean; readonly italic: boolean } | undefined {
  const plain = base.replaceAll(' ', '');
  const family = plain.replace(STYLE_AT_END, '');
  const style = plain.slice(family.length);
  const isKnown = STYLED.has(family) || NAMES.some(([pattern]) => pattern.test(plain.replace(STYLE, '')));
  return isKnown ? { bold: style.includes('Bold'), italic: /Italic|Oblique/.test(style) } : undefined;
}

/** The family that is most like one that is not there, by its name and by what the file says of it. */
export const familyOf = (face: string, { isFixed, isSerif }: { readonly isFixed: boolean; readonly isSerif: boolean }): Family =>
  /cour|mono|consol|typewriter/i.test(face) || isFixed
    ? 'mono'
    : /times|serif|roman|georgia|garamond|palatino|book|cambria|minion/i.test(face) && !/sans/i.test(face)
      ? 'serif'
      : /arial|helvetica|sans|verdana|tahoma|calibri/i.test(face) || !isSerif
        ? 'sans'
        : 'serif';

export function metricFont(family: Family, bold: boolean, italic: boolean): FontFile {
  const style = `${bold ? '700Bold' : '400Regular'}${italic ? '_Italic' : ''}`;
  return { path: require.resolve(`@expo-google-fonts/${FAMILIES[family].replaceAll('{}', style)}.ttf`) };
}

/** The bundled font with the widths of a named one; undefined for a name that is none of theirs. */
export function metricFontNamed(name: string): FontFile | undefined {
  const plain = name.replace(SUBSET_TAG, '').replaceAll(' ', '');
  const base = plain.replace(STYLE, '');
  const family = NAMES.find(([pattern]) => pattern.test(base))?.[1];
  return family && metricFont(family, plain.includes('Bold'), /Italic|Oblique/.test(plain));
}
