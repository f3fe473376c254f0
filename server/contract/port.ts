/** A typed capability one plugin provides and others require. The id is `<owner>/<name>`. */
export interface Port<T> {
  readonly id: `${string}/${string}`;
  /** `Symbol.for(id)`, so that two copies of the contract still agree. */
  readonly token: symbol;
  /** Exists at compile time only: it carries the type of the capability. */
  readonly type?: T;
}

export type Ports = Readonly<Record<string, Port<unknown>>>;

export type PortTypes<P extends Ports> = { readonly [K in keyof P]: P[K] extends Port<infer T> ? T : never };

export function definePort<T>(id: `${string}/${string}`): Port<T> {
  return { id, token: Symbol.for(id) };
}
