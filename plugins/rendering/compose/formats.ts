const MAX_KEPT = 100;

/** Formats by their locale and options, kept because each is costly to make and a template asks for the same again and again. */
export class Formats {
  readonly #kept = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat>();

  number(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
    return this.#keep(`number ${locale}`, options, () => new Intl.NumberFormat(locale, options));
  }

  /** @throws RangeError for a time zone that does not exist */
  date(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
    return this.#keep(`date ${locale}`, options, () => new Intl.DateTimeFormat(locale, options));
  }

  #keep<F extends Intl.NumberFormat | Intl.DateTimeFormat>(kind: string, options: object, make: () => F): F {
    const key = `${kind} ${JSON.stringify(options)}`;
    // The key begins with the kind of format.
    const known = this.#kept.get(key) as F | undefined;
    if (known !== undefined) return known;
    const made = make();
    if (this.#kept.size >= MAX_KEPT) this.#kept.clear();
    this.#kept.set(key, made);
    return made;
  }
}
