const MAX_KEPT = 100;
const LATIN = '0123456789';
/** Signs that people type for one another. */
const SPACES = String.raw`[ \u00a0\u202f\u2009]`;
const APOSTROPHES = "['’]";

/** How a locale writes numbers. */
interface Notation {
  /** A pattern for the sign between groups, and the sign before decimals. */
  readonly group: string;
  readonly decimal: string;
  /** Digits of the groups before the last, which has three. */
  readonly groupSize: number;
  /** Its own digits from 0 to 9, where they are not the Latin ones. */
  readonly digits: readonly string[];
}

/** Formats by their locale and options, kept because each is costly to make and a template asks for the same again and again. */
export class Formats {
  readonly #kept = new Map<string, unknown>();

  number(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
    return this.kept(`number ${locale} ${JSON.stringify(options)}`, () => new Intl.NumberFormat(locale, options));
  }

  date(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
    return this.kept(`date ${locale} ${JSON.stringify(options)}`, () => new Intl.DateTimeFormat(locale, options));
  }

  notation(locale: string): Notation {
    return this.kept(`notation ${locale}`, () => notationOf(locale));
  }

  /** How a currency is written: its code and its symbols. */
  currencySigns(locale: string, currency: string): readonly string[] {
    return this.kept(`signs ${locale} ${currency}`, () => {
      const displays = ['symbol', 'narrowSymbol', 'code'] as const;
      const signs = displays.map(
        (currencyDisplay) =>
          new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay })
            .formatToParts(1)
            .find(({ type }) => type === 'currency')?.value ?? currency,
      );
      return [...new Set(signs)];
    });
  }

  /** What `make` made for the key before; the key begins with its kind. */
  kept<T>(key: string, make: () => T): T {
    const known = this.#kept.get(key);
    if (known !== undefined) return known as T; // one kind of value to a kind of key
    const made = make();
    if (this.#kept.size >= MAX_KEPT) this.#kept.clear();
    this.#kept.set(key, made);
    return made;
  }
}

function notationOf(locale: string): Notation {
  const parts = new Intl.NumberFormat(locale, { minimumFractionDigits: 1 }).formatToParts(123_456_789.5);
  const partOf = (kind: string): string => parts.find(({ type }) => type === kind)?.value ?? '';
  const [, middle = '123'] = parts.filter(({ type }) => type === 'integer').map(({ value }) => value);
  const group = partOf('group');
  const digits = Array.from(new Intl.NumberFormat(locale, { useGrouping: false }).format(9_876_543_210)).reverse();
  return {
    group: /^\s$/.test(group) ? SPACES : /^['’]$/.test(group) ? APOSTROPHES : group === '' ? '(?!)' : `[${group}]`,
    decimal: partOf('decimal') || '.',
    groupSize: middle.length,
    digits: digits.join('') === LATIN || digits.length !== LATIN.length ? [] : digits,
  };
}
