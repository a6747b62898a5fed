/**
 * Registry of counters, histograms and gauges for one server. Written in Prometheus's exposition format
 * 0.0.4; nothing is global.
 */
export type Metrics = {
  /** A metric that only rises; its name ends in `_total`. */
  counter(name: string, help: string): (labels?: Labels, by?: number) => void;
  /** Durations in seconds. */
  histogram(name: string, help: string): (seconds: number, labels?: Labels) => void;
  /** A metric that is read on each scrape; left out when reading fails. */
  gauge(name: string, help: string, read: () => Reading | Promise<Reading>): void;
  /** A counter that other code maintains. */
  countElsewhere(name: string, help: string, read: () => Reading): void;
  /** All metrics, in the order of registration. */
  readonly read: () => Promise<readonly MetricFamily[]>;
};

/** A metric with its current values. */
export type MetricFamily = {
  readonly name: string;
  readonly kind: "counter" | "gauge" | "histogram";
  readonly help: string;
  /** Name with labels, and value. */
  readonly series: readonly (readonly [string, number])[];
};
type Series = MetricFamily["series"];

/** Values come from fixed sets: never an IP address, an account, a title or a visitor's path. */
export type Labels = Readonly<Record<string, string>>;

/** Value of a gauge: null while there is none. */
export type Reading =
  | number
  | null
  | readonly { readonly labels: Labels; readonly value: number }[];

type Family = Omit<MetricFamily, "series"> & { readonly series: () => Promise<Series> };

/** Upper bounds of a histogram's buckets, in seconds. */
const BUCKETS_S = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5] as const;
/** More label sets than this are a mistake: the rest is left out. */
const SERIES_LIMIT = 500;

export function createMetrics(): Metrics {
  const families = new Map<string, Family>();
  const add = (family: Family): void => {
    if (families.has(family.name)) throw new Error(`The metric ${family.name} is named twice`);
    families.set(family.name, family);
  };

  return {
    counter(name, help) {
      const counts = new Map<string, number>();
      add({
        name,
        kind: "counter",
        help,
        series: () =>
          Promise.resolve([...counts].map(([labels, count]) => [name + braced(labels), count])),
      });
      return (labels = {}, by = 1) => {
        const key = labelText(labels);
        const before = counts.get(key);
        if (before === undefined && counts.size >= SERIES_LIMIT) return;
        counts.set(key, (before ?? 0) + by);
      };
    },
    histogram(name, help) {
      const series = new Map<string, Distribution>();
      add({
        name,
        kind: "histogram",
        help,
        series: () =>
          Promise.resolve(
            [...series].flatMap(([labels, one]) => histogramSeries(name, labels, one)),
          ),
      });
      return (seconds, labels = {}) => {
        const key = labelText(labels);
        let one = series.get(key);
        if (one === undefined) {
          if (series.size >= SERIES_LIMIT) return;
          one = { buckets: BUCKETS_S.map(() => 0), count: 0, sum: 0 };
          series.set(key, one);
        }
        observe(one, seconds);
      };
    },
    gauge: (name, help, read) =>
      add({
        name,
        kind: "gauge",
        help,
        series: async () => readingSeries(name, await read()),
      }),
    countElsewhere: (name, help, read) =>
      add({
        name,
        kind: "counter",
        help,
        series: () => Promise.resolve(readingSeries(name, read())),
      }),
    async read() {
      const all = [...families.values()].map(async (family) => {
        const series = await family.series().catch(() => null);
        return series === null ? [] : [{ ...family, series }];
      });
      return (await Promise.all(all)).flat();
    },
  };
}

/** Writes metrics in Prometheus's text format. */
export function formatMetrics(metrics: readonly MetricFamily[]): string {
  const lines = metrics.flatMap(({ name, kind, help, series }) => [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} ${kind}`,
    ...series.map(([labelled, value]) => `${labelled} ${value}`),
  ]);
  return `${lines.join("\n")}\n`;
}

type Distribution = { readonly buckets: number[]; count: number; sum: number };

/** Counts an observation in one bucket; the sums are built when metrics are written. */
function observe(one: Distribution, seconds: number): void {
  one.count += 1;
  one.sum += seconds;
  const at = BUCKETS_S.findIndex((bound) => seconds <= bound);
  if (at !== -1) one.buckets[at] = (one.buckets[at] ?? 0) + 1;
}

function histogramSeries(name: string, labels: string, one: Distribution): Series {
  const before = labels === "" ? "" : `${labels},`;
  let total = 0;
  const bounds = BUCKETS_S.map((bound, at): Series[number] => {
    total += one.buckets[at] ?? 0;
    return [`${name}_bucket{${before}le="${bound}"}`, total];
  });
  return [
    ...bounds,
    [`${name}_bucket{${before}le="+Inf"}`, one.count],
    [`${name}_sum${braced(labels)}`, one.sum],
    [`${name}_count${braced(labels)}`, one.count],
  ];
}

function readingSeries(name: string, reading: Reading): Series {
  if (reading === null) return [];
  const values = typeof reading === "number" ? [{ labels: {}, value: reading }] : reading;
  return values.map(({ labels, value }) => [name + braced(labelText(labels)), value]);
}

function labelText(labels: Labels): string {
  return Object.entries(labels)
    .map(([name, value]) => `${name}="${escapeValue(value)}"`)
    .join(",");
}

function braced(labels: string): string {
  return labels === "" ? "" : `{${labels}}`;
}

function escapeValue(value: string): string {
  return value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}
