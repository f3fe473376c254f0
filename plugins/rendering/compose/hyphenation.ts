import { createRequire } from 'node:module';

/** A piece of text with the language tag of its element (BCP 47). */
export interface LanguageText {
  readonly language: string;
  readonly text: string;
}

interface Hyphenator {
  hyphenateSync(text: string): string;
}

const require = createRequire(import.meta.url);
const known = new Map<string, Hyphenator | undefined>();

/** The texts with soft hyphens where their language may break a word; those of other languages as they are. */
export const hyphenateTexts = (texts: readonly LanguageText[]): string[] =>
  texts.map(({ language, text }) => hyphenatorOf(language.toLowerCase())?.hyphenateSync(text) ?? text);

function hyphenatorOf(language: string): Hyphenator | undefined {
  if (!/^[a-z]{2,3}(?:-[a-z0-9]{1,8}){0,3}$/.test(language)) return undefined;
  if (known.has(language)) return known.get(language);
  const [primary = ''] = language.split('-');
  const found = load(language) ?? load(primary);
  known.set(language, found);
  return found;
}

/** Undefined for a language without patterns. */
function load(name: string): Hyphenator | undefined {
  let path: string;
  try {
    path = require.resolve(`hyphen/${name}`);
  } catch {
    return undefined;
  }
  return require(path) as Hyphenator;
}
