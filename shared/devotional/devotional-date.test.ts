import { describe, expect, it } from "vitest";
import {
  calendarDay,
  dayAfter,
  dayFromParts,
  daysOfMonth,
  isCalendarDay,
  mondayOf,
  monthAfter,
  weekdayOffset,
} from "./devotional-date.ts";
import { gridDay, paragraphsOf } from "./devotional.ts";

describe("calendarDay", () => {
  it.each([
    ["Africa/Harare", "2026-06-04T23:00:00Z", "2026-06-05"],
    ["America/Los_Angeles", "2026-06-05T06:59:00Z", "2026-06-04"],
    ["Pacific/Kiritimati", "2026-06-04T10:00:00Z", "2026-06-05"],
    // The clock skips 02:00 to 03:00 in spring and repeats an hour in autumn.
    ["Europe/Paris", "2026-03-28T23:30:00Z", "2026-03-29"],
    ["Europe/Paris", "2026-10-25T00:30:00Z", "2026-10-25"],
    ["Europe/Paris", "2026-10-25T22:59:00Z", "2026-10-25"],
  ])("in %s at %s is %s", (timeZone, instant, day) => {
    expect(calendarDay(Date.parse(instant), timeZone)).toBe(day);
  });

  it("maps a 31st to day 30", () => {
    expect([1, 29, 30, 31].map(gridDay)).toEqual([1, 29, 30, 30]);
  });
});

describe("days of a URL", () => {
  it.each(["2026-02-30", "2025-02-29", "2026-13-01", "2026-6-14", "1999-06-14", "x", ""])(
    "rejects %j",
    (text) => expect(isCalendarDay(text)).toBe(false),
  );

  it("parses three path segments", () => {
    expect(dayFromParts("2024", "02", "29")).toBe("2024-02-29");
    expect(dayFromParts("2024", undefined, undefined)).toBeNull();
    expect(dayFromParts("2024", "2", "9")).toBeNull();
  });
});

describe("calendar", () => {
  it("counts across the ends of months and years", () => {
    expect(dayAfter("2024-02-28", 1)).toBe("2024-02-29");
    expect(dayAfter("2026-01-01", -1)).toBe("2025-12-31");
    expect(monthAfter("2026-12", 1)).toBe("2027-01");
    expect(monthAfter("2026-01", -1)).toBe("2025-12");
  });

  it.each([
    ["2026-06", 30, 0],
    ["2024-02", 29, 3],
    ["2026-02", 28, 6],
    ["2026-11", 30, 6],
  ])("gives %s %i days after %i blank cells", (month, length, offset) => {
    expect(daysOfMonth(month)).toHaveLength(length);
    expect(weekdayOffset(month)).toBe(offset);
  });

  it.each([
    ["2026-06-14", "2026-06-08"],
    ["2026-06-15", "2026-06-15"],
    ["2026-01-01", "2025-12-29"],
  ])("begins the week of %s on %s, a Monday", (day, monday) => {
    expect(mondayOf(day)).toBe(monday);
  });
});

it("splits paragraphs at empty lines", () => {
  expect(paragraphsOf(" One\nline \n \n\nTwo ")).toEqual(["One\nline", "Two"]);
});
