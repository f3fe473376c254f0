const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null;

/** A JSON document with every `$ref` replaced by what it refers to; what stands beside a reference has precedence. */
export function dereference<T extends object>(document: T): T {
  const target = (reference: string): unknown =>
    reference
      .split('/')
      .slice(1)
      .reduce<unknown>((node, key) => (isObject(node) ? node[key] : undefined), document);

  /** @param open the references that lead here; one of them again is an empty schema, or a recursive one would have no end */
  const inline = (value: unknown, open: readonly string[]): unknown => {
    if (Array.isArray(value)) return value.map((item) => inline(item, open));
    if (!isObject(value)) return value;
    const { $ref, ...beside } = value;
    const own = Object.fromEntries(Object.entries(beside).map(([key, item]) => [key, inline(item, open)]));
    if (typeof $ref !== 'string') return own;
    if (open.includes($ref)) return own;
    return { ...(inline(target($ref), [...open, $ref]) as object), ...own };
  };

  return inline(document, []) as T;
}
