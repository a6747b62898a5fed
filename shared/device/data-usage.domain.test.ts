import { expect, it } from "vitest";
import { monthOf, withUse } from "./data-usage.domain.ts";

it.each([
  [new Date(2026, 10, 1), "2026-11"],
  [new Date(2027, 0, 31, 23, 59), "2027-01"],
])("uses the month of the device: %s", (moment, month) => {
  expect(monthOf(moment)).toBe(month);
});

it("adds bytes within a month", () => {
  const once = withUse({}, "2026-11", 700);
  expect(withUse(once, "2026-11", 300)).toEqual({ "2026-11": 1000 });
});

it("starts a new month at zero and keeps only the previous one", () => {
  const use = { "2026-10": 5, "2026-09": 7 };
  expect(withUse(use, "2026-11", 1)).toEqual({ "2026-11": 1, "2026-10": 5 });
});
