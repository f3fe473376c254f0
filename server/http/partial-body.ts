/** A body without some of its fields. */
export interface PartialBody {
  readonly value: Readonly<Record<string, unknown>>;
  /** The name that a field of it has in the whole body: entries of lists have moved up. */
  nameInWhole(field: string): string;
}

const isIndex = (part: string | undefined): part is string => part !== undefined && /^\d+$/.test(part);

/**
 * Leaves out what these fields belong to: an entry of a list of the body, or one of its own fields. Undefined where that is no object.
 * @param fields as replies name them, such as `fields.1.name`
 */
export function withoutFields(body: unknown, fields: readonly string[]): PartialBody | undefined {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return undefined;
  const value: Record<string, unknown> = { ...body };
  const left = new Map<string, number[]>();
  for (const [key, paths] of Map.groupBy(
    fields.map((field) => field.split('.')),
    ([first = '']) => first,
  )) {
    const list = value[key];
    const wrong = paths.map(([, index]) => index);
    if (!Array.isArray(list) || !wrong.every(isIndex)) {
      Reflect.deleteProperty(value, key);
      continue;
    }
    const kept = [...list.keys()].filter((index) => !wrong.includes(String(index)));
    left.set(key, kept);
    value[key] = kept.map((index): unknown => list[index]);
  }
  return {
    value,
    nameInWhole(field) {
      const [key = '', index, ...rest] = field.split('.');
      const whole = isIndex(index) ? left.get(key)?.[Number(index)] : undefined;
      return whole === undefined ? field : [key, String(whole), ...rest].join('.');
    },
  };
}
