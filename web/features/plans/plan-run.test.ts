import { describe, expect, it } from "vitest";
import { calendarDay } from "#shared/devotional/devotional-date.ts";
import {
  continued,
  dayNumber,
  isToAsk,
  movedTo,
  paused,
  type PlanRun,
  planState,
  resumed,
  sharedStart,
  startToShare,
} from "./plan-run.domain.ts";

const RUN: PlanRun = { plan: "gospels-30", startedOn: "2026-06-01" };
const LENGTH = 30;

const stateOn = (run: PlanRun, today: string, done: readonly number[]) =>
  planState(run, { done: new Set(done), length: LENGTH, today });

describe("dayNumber", () => {
  it("counts from the first day, over a leap day and a clock change", () => {
    expect(dayNumber(RUN, "2026-06-01")).toBe(1);
    expect(dayNumber({ ...RUN, startedOn: "2028-02-28" }, "2028-03-01")).toBe(3);
    expect(dayNumber({ ...RUN, startedOn: "2027-02-28" }, "2027-03-01")).toBe(2);
    expect(dayNumber({ ...RUN, startedOn: "2026-03-27" }, "2026-03-31")).toBe(5);
  });

  it("is 1 before the plan starts, for a reader who flies east over the date line", () => {
    expect(dayNumber(RUN, "2026-05-31")).toBe(1);
  });

  it("follows the reader's own calendar", () => {
    const atMs = Date.parse("2026-06-10T10:30:00Z");
    const inZone = (zone: string) => dayNumber(RUN, calendarDay(atMs, zone));
    expect(inZone("Pacific/Kiritimati")).toBe(11);
    expect(inZone("Africa/Harare")).toBe(10);
    expect(inZone("America/Los_Angeles")).toBe(10);
    expect(
      dayNumber(RUN, calendarDay(Date.parse("2026-06-10T05:00:00Z"), "America/Los_Angeles")),
    ).toBe(9);
  });
});

describe("toRead", () => {
  it("is today's day, and empty once it is read", () => {
    expect(stateOn(RUN, "2026-06-03", [1, 2])).toMatchObject({ today: 3, missed: [], toRead: [3] });
    expect(stateOn(RUN, "2026-06-03", [1, 2, 3])).toMatchObject({ read: 3, toRead: [] });
  });

  it("starts with the two oldest missed days", () => {
    expect(stateOn(RUN, "2026-06-05", [1, 3])).toMatchObject({ missed: [2, 4], toRead: [2, 4] });
  });

  it("is the unread rest after the last day, then empty", () => {
    const all = Array.from({ length: LENGTH }, (_, index) => index + 1);
    expect(stateOn(RUN, "2026-09-01", all.slice(0, -1))).toMatchObject({
      today: LENGTH,
      toRead: [LENGTH],
      isFinished: false,
    });
    expect(stateOn(RUN, "2026-09-01", all)).toMatchObject({ toRead: [], isFinished: true });
  });
});

describe("a reader with missed days", () => {
  const back = stateOn(RUN, "2026-06-10", [1, 2, 3]);

  it("is asked after three, once, and again after twice as many", () => {
    expect(isToAsk(stateOn(RUN, "2026-06-06", [1, 2, 3]), RUN)).toBe(false);
    expect(isToAsk(back, RUN)).toBe(true);
    expect(isToAsk(back, { ...RUN, askedAt: 10 })).toBe(false);
    expect(isToAsk(stateOn(RUN, "2026-06-16", [1, 2, 3]), { ...RUN, askedAt: 10 })).toBe(true);
    expect(isToAsk(back, { ...RUN, pausedOn: "2026-06-04" })).toBe(false);
  });

  it("continues at the oldest missed day: dates move, nothing is missed", () => {
    const run = continued(RUN, back, "2026-06-10");
    expect(stateOn(run, "2026-06-10", [1, 2, 3])).toMatchObject({ missed: [], toRead: [4] });
    expect(stateOn(run, "2026-06-11", [1, 2, 3, 4])).toMatchObject({ toRead: [5] });
  });

  it("moves to a day, forward or back, and misses nothing before it", () => {
    for (const day of [20, 2]) {
      const run = movedTo(RUN, day, "2026-06-10");
      expect(stateOn(run, "2026-06-10", [1])).toMatchObject({
        today: day,
        missed: [],
        toRead: [day],
      });
    }
  });
});

describe("a pause", () => {
  it("stops the days and continues where it stopped", () => {
    const run = paused(RUN, "2026-06-04");
    expect(dayNumber(run, "2026-06-04")).toBe(4);
    expect(dayNumber(run, "2026-07-20")).toBe(4);
    const again = resumed(run, "2026-07-20");
    expect(again).not.toHaveProperty("pausedOn");
    expect(dayNumber(again, "2026-07-21")).toBe(5);
    expect(dayNumber(resumed(paused(again, "2026-07-22"), "2026-08-22"), "2026-08-23")).toBe(7);
  });
});

it("shares a start that leads to the reader's day, also after dates moved", () => {
  const run = resumed(paused(RUN, "2026-06-04"), "2026-07-20");
  expect(startToShare(run, "2026-07-20")).toBe("2026-07-17");
  const friend: PlanRun = { ...RUN, startedOn: startToShare(run, "2026-07-20") };
  expect(dayNumber(friend, "2026-07-25")).toBe(dayNumber(run, "2026-07-25"));
});

it.each([
  [null, "2026-06-10"],
  ["2026-06-01", "2026-06-01"],
  ["2026-02-30", "2026-06-10"],
  ["2999-01-01", "2026-06-10"],
  ["yesterday", "2026-06-10"],
])("starts a link with %s on %s", (asked, expected) => {
  expect(sharedStart(asked, "2026-06-10")).toBe(expected);
});
