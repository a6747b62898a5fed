import { expect, it, vi } from "vitest";
import { MINUTE_MS } from "@reign-tv/kit/durations.ts";
import { createLogger } from "@reign-tv/kit/log.ts";
import { createExpiryPurge } from "./purge-expired.ts";

it("purges ten minutes after the start and after each purge, also after a failure and a clock that is set back", () => {
  let nowMs = Date.UTC(2026, 10, 22);
  const purge = vi.fn(() => Promise.reject(new Error("no database")));
  const purgeWhenDue = createExpiryPurge({ now: () => nowMs, log: createLogger("silent") }, purge);
  const countAfter = (ms: number): number => {
    nowMs += ms;
    purgeWhenDue();
    return purge.mock.calls.length;
  };
  expect(countAfter(10 * MINUTE_MS - 1)).toBe(0);
  expect(countAfter(1)).toBe(1);
  expect(countAfter(10 * MINUTE_MS - 1)).toBe(1);
  expect(countAfter(1)).toBe(2);
  expect(countAfter(-MINUTE_MS)).toBe(3);
});
