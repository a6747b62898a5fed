import { expect, it } from "vitest";
import { createFaultRegistry } from "@reign-tv/kit/fault-registry.ts";

it("logs one line when a fault begins and one when it ends", () => {
  const lines: string[] = [];
  let nowMs = Date.parse("2026-11-22T10:00:00Z");
  const registry = createFaultRegistry({
    now: () => nowMs,
    log: (level, event, details) => void lines.push(`${level} ${event} ${JSON.stringify(details)}`),
  });
  registry.report("live:english", null);
  expect(lines).toEqual([]);
  for (const reason of ["no answer in time", "no answer in time", "status 500"]) {
    nowMs += 1_000;
    registry.report("live:english", reason);
  }
  expect(registry.states()).toEqual({
    "live:english": {
      state: "failing",
      since: "2026-11-22T10:00:01.000Z",
      reason: "status 500",
      workedAt: "2026-11-22T10:00:00.000Z",
    },
  });
  nowMs += 60_000;
  for (let count = 0; count < 3; count += 1) registry.report("live:english", null);
  expect(lines).toEqual([
    'warn fault_began {"component":"live:english","reason":"no answer in time"}',
    'warn fault_ended {"component":"live:english","reason":"status 500","seconds":62}',
  ]);
  expect(registry.states()["live:english"]).toEqual({
    state: "ok",
    since: "2026-11-22T10:01:03.000Z",
    reason: null,
    workedAt: "2026-11-22T10:01:03.000Z",
  });
  registry.report("live:english", "again");
  expect(lines).toHaveLength(3);
});
