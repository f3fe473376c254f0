/** What a hub's `/metrics` said. */
export interface Samples {
  readonly text: string;
  readonly names: ReadonlySet<string>;
  /** Of all series of the name that have these labels; 0 when there are none. */
  sum(name: string, labels?: Readonly<Record<string, string>>): number;
  has(name: string, labels?: Readonly<Record<string, string>>): boolean;
}

/** What a hub, or its port for operators, says now. */
export const readMetrics = async (url: string): Promise<Samples> => samplesOf(await (await fetch(`${url}/metrics`)).text());

/** Reads Prometheus' text format. */
export function samplesOf(text: string): Samples {
  const samples = text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, name = '', labels = '', value = ''] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
      const pairs = new Map([...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, key = '', of = '']) => [key, of]));
      return { name, labels: pairs, value: Number(value) };
    });
  const those = (name: string, wanted: Readonly<Record<string, string>> = {}) =>
    samples.filter((sample) => sample.name === name && Object.entries(wanted).every(([key, of]) => sample.labels.get(key) === of));
  return {
    text,
    names: new Set(samples.map(({ name }) => name)),
    sum: (name, labels) => those(name, labels).reduce((total, { value }) => total + value, 0),
    has: (name, labels) => those(name, labels).length > 0,
  };
}
