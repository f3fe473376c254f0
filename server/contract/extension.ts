/** A place of one plugin to which any plugin may add. The id is `<owner>/<name>`. */
export interface ExtensionPoint<T> {
  readonly id: `${string}/${string}`;
  /** `Symbol.for(id)`, so that two copies of the contract still agree. */
  readonly token: symbol;
  /** What no two items may share, such as `page /history`. */
  claim?(item: T): string;
  /** Exists at compile time only: it carries the type of the items. */
  readonly type?: T;
}

export type ExtensionPoints = Readonly<Record<string, ExtensionPoint<unknown>>>;

/** What enabled plugins added, in the order in which they start. Known once every plugin is set up: not yet during `setup`. */
export type ExtensionReaders<X extends ExtensionPoints> = {
  readonly [K in keyof X]: () => readonly (X[K] extends ExtensionPoint<infer T> ? T : never)[];
};

/** Items for a point, which are dropped while the plugin that owns it is switched off. */
export interface Extension {
  readonly point: ExtensionPoint<unknown>;
  readonly items: readonly unknown[];
}

export function defineExtensionPoint<T>(id: `${string}/${string}`, { claim }: Pick<ExtensionPoint<T>, 'claim'> = {}): ExtensionPoint<T> {
  return { id, token: Symbol.for(id), ...(claim === undefined ? {} : { claim }) };
}

export function extend<T>(point: ExtensionPoint<T>, ...items: readonly NoInfer<T>[]): Extension {
  return { point, items };
}
