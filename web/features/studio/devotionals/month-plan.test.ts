import { expect, it } from "vitest";
import { dayBeginsMs, countMissing, planMonth, yearBefore } from "./month-plan.domain.ts";

const data = {
  documents: [
    { id: "2026-11-22.fr", title: "Hier", publishAt: null },
    { id: "2026-11-24.fr", title: "Demain", publishAt: "2026-11-24T04:00:00Z" },
    { id: "2026-11-26.fr", title: "Plus tard", publishAt: null },
    { id: "2026-11-23.en", title: "Today", publishAt: null },
  ],
  drafts: ["2026-11-25.fr", "2026-11-22.fr"],
  today: "2026-11-23",
  nowMs: Date.parse("2026-11-23T09:00:00Z"),
} as const;

it("returns the state of each day of a month", () => {
  const plan = planMonth("2026-11", { ...data, language: "fr" });
  expect(plan).toHaveLength(30);
  expect(plan.slice(20, 26)).toEqual([
    { day: "2026-11-21", state: "past", title: null },
    { day: "2026-11-22", state: "published", title: "Hier" },
    { day: "2026-11-23", state: "missing", title: null },
    { day: "2026-11-24", state: "scheduled", title: "Demain" },
    { day: "2026-11-25", state: "draft", title: null },
    { day: "2026-11-26", state: "scheduled", title: "Plus tard" },
  ]);
  expect(countMissing(plan)).toBe(6);
  expect(countMissing(planMonth("2026-11", { ...data, language: "en" }))).toBe(7);
});

it("starts a day fourteen hours before UTC", () => {
  expect(new Date(dayBeginsMs("2026-11-23")).toISOString()).toBe("2026-11-22T10:00:00.000Z");
});

it.each([
  ["2026-11-23", "2025-11-23"],
  ["2028-02-29", "2027-02-28"],
])("yearBefore %s is %s", (day, before) => {
  expect(yearBefore(day)).toBe(before);
});
