import { z } from "zod";
import type { MetricFamily, AggregateMode } from "#server/kit/metrics.ts";

const figuresSchema = z.array(
  z.object({
    name: z.string(),
    kind: z.enum(["counter", "gauge", "histogram"]),
    help: z.string(),
    ofSeveral: z.enum(["sum", "highest", "lowest"]),
    series: z.array(z.tuple([z.string(), z.number()])),
  }),
);

const JOINED: Readonly<Record<AggregateMode, (one: number, other: number) => number>> = {
  sum: (one, other) => one + other,
  highest: Math.max,
  lowest: Math.min,
};

/**
 * The figures of a server of several processes, from those of each. Alerts and panels ask the same of it as of a
 * server of one.
 *
 * @throws ZodError when a part is none.
 */
export function wholeFigures(parts: readonly unknown[]): readonly MetricFamily[] {
  const whole = new Map<string, { figure: MetricFamily; series: Map<string, number> }>();
  for (const figure of parts.flatMap((part) => figuresSchema.parse(part))) {
    const known = whole.get(figure.name) ?? { figure, series: new Map<string, number>() };
    whole.set(figure.name, known);
    for (const [labelled, value] of figure.series) {
      const before = known.series.get(labelled);
      const next = before === undefined ? value : JOINED[figure.ofSeveral](before, value);
      known.series.set(labelled, next);
    }
  }
  return [...whole.values()].map(({ figure, series }) => ({ ...figure, series: [...series] }));
}
