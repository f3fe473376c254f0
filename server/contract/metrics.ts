/** What a measurement is called: `platen_<what>_<unit or total>`, as Prometheus' naming rules have it. */
export interface MetricSpec<L extends string> {
  readonly name: `platen_${string}`;
  readonly help: string;
  /** Each combination of values is a series of its own, so values come from short lists, never from callers. */
  readonly labels?: readonly L[];
}

type Labels<L extends string> = Readonly<Record<L, string>>;

/** One value of a gauge at the moment it is read. */
export interface Reading<L extends string> {
  readonly labels: Labels<L>;
  readonly value: number;
}

/** What a plugin counts and measures; `/metrics` shows it. */
export interface Metrics {
  counter<L extends string = never>(spec: MetricSpec<L>): (labels: Labels<L>, by?: number) => void;
  /** @param buckets upper bounds, in the unit that the name ends with */
  histogram<L extends string = never>(
    spec: MetricSpec<L> & { readonly buckets: readonly number[] },
  ): (labels: Labels<L>, value: number) => void;
  /** `read` is asked whenever the metrics are; what it throws is logged and leaves the gauge out. */
  gauge<L extends string = never>(spec: MetricSpec<L> & { read(): readonly Reading<L>[] | Promise<readonly Reading<L>[]> }): void;
}
