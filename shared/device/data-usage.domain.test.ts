import { expect, test } from "vitest";
import { monthOf, withUse } from "./data-usage.domain.ts";

test.each([
  [new Date(2026, 10, 1), "2026-11"],
  [new Date(2027, 0, 31, 23, 59), "2027-01"],
])("a moment belongs to the month of the device: %s", (moment, month) => {
  expect(monthOf(moment)).toBe(month);
});

test("bytes add up within a month", () => {
  const once = withUse({}, "2026-11", 700);
  expect(withUse(once, "2026-11", 300)).toEqual({ "2026-11": 1000 });
});

test("a new month begins at zero, and the one before is kept alone", () => {
  const use = { "2026-10": 5, "2026-09": 7 };
  expect(withUse(use, "2026-11", 1)).toEqual({ "2026-11": 1, "2026-10": 5 });
});
