import { expect, it } from "vitest";
import { blockingMsIn, processorMsBetween } from "./trace.ts";

const MAIN = { pid: 7, tid: 1 };
const task = (ts: number, tdur: number) => ({ ...MAIN, name: "RunTask", ts, dur: tdur * 3, tdur });

function trace(...traceEvents: object[]): string {
  const thread = { ...MAIN, name: "thread_name", ts: 0, args: { name: "CrRendererMain" } };
  return JSON.stringify({ traceEvents: [thread, ...traceEvents] });
}

const PAINT = { ...MAIN, name: "firstContentfulPaint", ts: 1_000 };

it("adds up the main thread's processor time beyond 50 ms a task, after the first paint", () => {
  const text = trace(
    task(0, 90_000),
    PAINT,
    task(2_000, 50_000),
    task(60_000, 80_000),
    { ...task(70_000, 400_000), tid: 2 },
    { ...task(70_000, 400_000), pid: 8 },
    task(500_000, 51_500),
  );
  expect(blockingMsIn(text)).toBe(31.5);
});

it("rejects a trace without a paint", () => {
  expect(() => blockingMsIn(trace(task(0, 90_000)))).toThrow("holds no firstContentfulPaint");
});

it("adds up the main thread's processor time between two marks, with the tasks around them", () => {
  const mark = (name: string, ts: number) => ({ ...MAIN, name, ts });
  const text = trace(
    task(0, 1_000),
    task(10_000, 20_000),
    mark("tapped", 12_000),
    task(80_000, 30_000),
    { ...task(90_000, 400_000), tid: 2 },
    mark("shown", 95_000),
    task(180_000, 10_000),
  );
  expect(processorMsBetween(text, "tapped", "shown")).toBe(50);
});
