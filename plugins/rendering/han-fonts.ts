interface HanFont {
  readonly packageName: string;
  readonly family: string;
  /** Chromium's names of the scripts that it is for (ISO 15924). */
  readonly scripts: readonly string[];
}

/**
 * For Chinese, Japanese and Korean, which write one character in several ways; the first is for text of no language. Their packages
 * are large and may be left out of an installation.
 */
export const HAN_FONTS: readonly HanFont[] = [
  { packageName: '@expo-google-fonts/noto-sans-sc', family: 'Noto Sans SC', scripts: ['Hans'] },
  { packageName: '@expo-google-fonts/noto-sans-tc', family: 'Noto Sans TC', scripts: ['Hant'] },
  { packageName: '@expo-google-fonts/noto-sans-jp', family: 'Noto Sans JP', scripts: ['Jpan', 'Hrkt'] },
  { packageName: '@expo-google-fonts/noto-sans-kr', family: 'Noto Sans KR', scripts: ['Kore', 'Hang'] },
];

const HAN_TAG = /^(?:zh|ja|ko)(?:-[a-z]{4}(?![a-z0-9]))?(?:-[a-z]{2}(?![a-z0-9]))?(?![a-z0-9])/i;

/** The first language with Han characters that an element names; BCP 47. */
export const namedHanLanguage = (html: string): string | undefined => /\blang\s*=\s*["']?((?:zh|ja|ko)\b[\w-]*)/i.exec(html)?.[1];

/** The language that text of no language tag of its own is in: the locale's, or the one that its letters show; BCP 47. */
export function hanLanguage(locale: string | undefined, text: string): string | undefined {
  if (locale !== undefined && HAN_TAG.test(locale)) return locale;
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'ja';
  if (/\p{Script=Hangul}/u.test(text)) return 'ko';
  return /\p{Script=Han}/u.test(text) ? 'zh' : undefined;
}

/** The family that writes as a language does (BCP 47); undefined for languages without Han characters. */
export function hanFamilyOf(language: string): string | undefined {
  const [tag] = HAN_TAG.exec(language) ?? [];
  if (tag === undefined) return undefined;
  const { script = '' } = new Intl.Locale(tag).maximize();
  return HAN_FONTS.find(({ scripts }) => scripts.includes(script))?.family;
}
