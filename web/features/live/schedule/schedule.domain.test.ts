import { describe, expect, it } from "vitest";
import { daySchedule } from "./schedule.domain.ts";

/** Programmes of ten minutes from 22:00 UTC on. */
const programmes = Array.from({ length: 20 }, (_, index) => ({
  id: index,
  start: new Date(Date.UTC(2026, 5, 14, 22, index * 10)).toISOString(),
  end: new Date(Date.UTC(2026, 5, 14, 22, index * 10 + 10)).toISOString(),
}));
const midnight = Date.UTC(2026, 5, 15);
const idsAt = (nowMs: number) => {
  const { now, next, later } = daySchedule(programmes, nowMs, midnight);
  return { now: now?.id, next: next?.id, later: later.map(({ id }) => id) };
};

describe("the schedule of a day", () => {
  it("has the current programme, the next one and the rest until midnight", () => {
    expect(idsAt(Date.UTC(2026, 5, 14, 23, 25))).toEqual({ now: 8, next: 9, later: [10, 11] });
  });

  it("changes when a programme ends", () => {
    expect(idsAt(Date.UTC(2026, 5, 14, 23, 30))).toEqual({ now: 9, next: 10, later: [11] });
  });

  it("names the next one also after midnight", () => {
    expect(idsAt(Date.UTC(2026, 5, 14, 23, 55))).toEqual({ now: 11, next: 12, later: [] });
  });

  it("has no current programme before the first and after the last", () => {
    expect(idsAt(Date.UTC(2026, 5, 14, 21)).now).toBeUndefined();
    expect(idsAt(Date.UTC(2026, 5, 15, 4))).toEqual({ now: undefined, next: undefined, later: [] });
  });
});
