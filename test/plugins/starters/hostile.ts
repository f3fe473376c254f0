export type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

const ROWS = 200;

const change = (value: Json, text: (value: string) => string, list: (items: Json[]) => Json[]): Json => {
  if (typeof value === 'string') return text(value);
  if (Array.isArray(value)) return list(value.map((item) => change(item, text, list)));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, change(inner, text, list)]));
};

/** Dates and codes have a form of their own. */
const isPlain = (value: string): boolean => !/^\d{4}-\d\d-\d\d|^https?:|^[A-Z]{3}$/.test(value) && !/^[A-Z0-9-]{6,}$/.test(value);

const LONG_LISTS = new Set(['items', 'entries', 'rows', 'tickets', 'paragraphs', 'experience', 'parts']);

/** The lists that grow in real life, each with 200 entries. */
function lengthen(value: Json): Json {
  if (Array.isArray(value)) return value.map(lengthen);
  if (typeof value !== 'object' || value === null) return value;
  const grown = Object.entries(value).map(([name, inner]): [string, Json] => {
    const isLong = LONG_LISTS.has(name) && Array.isArray(inner) && inner.length > 0;
    return [name, isLong ? Array.from({ length: ROWS }, (_, i) => inner[i % inner.length] ?? null) : lengthen(inner)];
  });
  return Object.fromEntries(grown);
}

/** The same data, as it looks on a bad day. */
export const HOSTILE: Readonly<Record<string, (sample: Json) => Json>> = {
  empty: () => ({}),
  'empty lists and texts': (sample) =>
    change(
      sample,
      (text) => (isPlain(text) ? '' : text),
      () => [],
    ),
  'long names': (sample) =>
    change(
      sample,
      (text) => (isPlain(text) ? `${text} ${'Donaudampfschifffahrtsgesellschaft'.repeat(3)} ${text}` : text),
      (items) => items,
    ),
  '200 rows': lengthen,
  'right to left': (sample) =>
    change(
      sample,
      (text) => (isPlain(text) ? 'فاتورة رقم ١٢٣ שלום עולם' : text),
      (items) => items,
    ),
  CJK: (sample) =>
    change(
      sample,
      (text) => (isPlain(text) ? '株式会社サンプル 請求書 한국어' : text),
      (items) => items,
    ),
  markup: (sample) =>
    change(
      sample,
      (text) => (isPlain(text) ? '</style></table><script>document.body.remove()</script>{{x}} "&' : text),
      (items) => items,
    ),
};
