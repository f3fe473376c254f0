/** Whether this is a BCP 47 tag of a language that the runtime has data for: `deutsch` and `xx-YY` are well formed and are none. */
export function isKnownLocale(tag: string): boolean {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(tag).length === 1;
  } catch {
    return false; // it is not even well formed
  }
}

export function isKnownTimezone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).format() !== '';
  } catch {
    return false; // the error says no more than that it is none
  }
}
