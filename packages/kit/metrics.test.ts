import { describe, expect, it } from "vitest";
import { createMetrics, formatMetrics, type Metrics } from "./metrics.ts";

const textOf = async (metrics: Metrics): Promise<string> => formatMetrics(await metrics.read());

describe("metrics", () => {
  it("are written in Prometheus's format, with help and type", async () => {
    const metrics = createMetrics();
    const count = metrics.counter("asked_total", "Questions.");
    count({ kind: "a" });
    count({ kind: "a" }, 2);
    count({ kind: "b" });
    metrics.gauge("waiting", "Who waits.", () => 3);
    metrics.countElsewhere("cpu_seconds_total", "Of the process.", () => 1.5);
    expect(await textOf(metrics)).toBe(
      [
        "# HELP asked_total Questions.",
        "# TYPE asked_total counter",
        'asked_total{kind="a"} 3',
        'asked_total{kind="b"} 1',
        "# HELP waiting Who waits.",
        "# TYPE waiting gauge",
        "waiting 3",
        "# HELP cpu_seconds_total Of the process.",
        "# TYPE cpu_seconds_total counter",
        "cpu_seconds_total 1.5",
        "",
      ].join("\n"),
    );
  });

  it("count each duration in its bucket and all above it", async () => {
    const metrics = createMetrics();
    const observe = metrics.histogram("took_seconds", "How long.");
    for (const seconds of [0.005, 0.3, 9]) observe(seconds, { route: "/" });
    const text = await textOf(metrics);
    expect(text).toContain('took_seconds_bucket{route="/",le="0.005"} 1\n');
    expect(text).toContain('took_seconds_bucket{route="/",le="0.25"} 1\n');
    expect(text).toContain('took_seconds_bucket{route="/",le="0.5"} 2\n');
    expect(text).toContain('took_seconds_bucket{route="/",le="2.5"} 2\n');
    expect(text).toContain('took_seconds_bucket{route="/",le="+Inf"} 3\n');
    expect(text).toContain('took_seconds_sum{route="/"} 9.305\n');
    expect(text).toContain('took_seconds_count{route="/"} 3\n');
  });

  it("leave out unreadable values, and go on", async () => {
    const metrics = createMetrics();
    metrics.gauge("broken", "Cannot be read.", () => Promise.reject(new Error("no disk")));
    metrics.gauge("empty", "Nothing to show.", () => null);
    metrics.gauge("up", "By part.", () => [{ labels: { part: 'a "b"\n\\' }, value: 1 }]);
    const text = await textOf(metrics);
    expect(text).not.toContain("broken");
    expect(text).toContain("# TYPE empty gauge\n# HELP up");
    expect(text).toContain(String.raw`up{part="a \"b\"\n\\"} 1`);
  });

  it("hold a bounded number of series, whatever labels they are given", async () => {
    const metrics = createMetrics();
    const count = metrics.counter("asked_total", "Questions.");
    const observe = metrics.histogram("took_seconds", "How long.");
    for (let number = 0; number < 2_000; number++) {
      count({ number: String(number) });
      observe(1, { number: String(number) });
    }
    const lines = (await textOf(metrics)).split("\n");
    expect(lines.filter((line) => line.startsWith("asked_total{"))).toHaveLength(500);
    expect(lines.filter((line) => line.startsWith("took_seconds_count"))).toHaveLength(500);
  });

  it("have unique names", () => {
    const metrics = createMetrics();
    metrics.counter("asked_total", "Questions.");
    expect(() => metrics.gauge("asked_total", "Again.", () => 1)).toThrow("named twice");
  });
});
