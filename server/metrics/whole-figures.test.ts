import { expect, it } from "vitest";
import { createMetrics, formatMetrics, type MetricFamily } from "#server/kit/metrics.ts";
import { wholeFigures } from "./whole-figures.ts";

async function figuresOf(asked: number, up: number): Promise<readonly MetricFamily[]> {
  const metrics = createMetrics();
  const count = metrics.counter("asked_total", "Questions.");
  count({ kind: "a" }, asked);
  if (asked > 5) count({ kind: "b" });
  metrics.histogram("took_seconds", "How long.")(asked / 10);
  metrics.gauge("waiting", "Who waits.", () => asked);
  metrics.gauge("component_up", "Works.", () => up, "lowest");
  metrics.gauge("server_leads", "Leads.", () => up, "highest");
  return metrics.read();
}

it("figures of processes become those of their server: sums, or what says most", async () => {
  const parts: unknown = JSON.parse(JSON.stringify([await figuresOf(2, 1), await figuresOf(7, 0)]));
  const text = formatMetrics(wholeFigures(Array.isArray(parts) ? parts : []));
  expect(text.match(/^# TYPE asked_total/gm)).toHaveLength(1);
  expect(text).toContain('asked_total{kind="a"} 9\nasked_total{kind="b"} 1\n');
  expect(text).toContain('took_seconds_bucket{le="0.25"} 1\n');
  expect(text).toContain("took_seconds_count 2\n");
  expect(text).toContain("waiting 9\n");
  expect(text).toContain("component_up 0\n");
  expect(text).toContain("server_leads 1\n");
});

it("what is no list of figures is refused", () => {
  expect(() => wholeFigures([[{ name: "up" }]])).toThrow("Invalid input");
});
