import type { Extension, ExtensionPoints, ExtensionReaders } from '../contract/extension.ts';

/** What plugins add to the extension points of others. */
export class GatheredExtensions {
  #all: readonly Extension[] | undefined;

  /** For the plugin that publishes the points, whose `setup` runs before everything is gathered. */
  readersOf(points: ExtensionPoints): ExtensionReaders<ExtensionPoints> {
    const readers = Object.entries(points).map(([key, { id, token }]) => [
      key,
      () => {
        if (this.#all === undefined) throw new Error(`${id} is read before every plugin is set up`);
        return this.#all.flatMap(({ point, items }) => (point.token === token ? items : []));
      },
    ]);
    return Object.fromEntries(readers) as ExtensionReaders<ExtensionPoints>;
  }

  gather(all: readonly Extension[]): void {
    this.#all = all;
  }
}
