import { expect, it } from "vitest";
import { dueAnnouncements } from "./due-reminders.domain.ts";

const PUBLISHED = "2027-01-14T12:00:00Z";
const announcement = {
  key: "a-1.1",
  text: { en: "No service tonight" },
  severity: "info" as const,
};
const push = { id: "a-1", publishedAt: PUBLISHED };

const dueAt = (instant: string, span: { from?: string; until?: string } = {}) =>
  dueAnnouncements([{ ...announcement, push, ...span }], Date.parse(instant)).length;

it.each([
  // A minute of grace to undo it, then six hours.
  ["2027-01-14T12:00:59.999Z", {}, 0],
  ["2027-01-14T12:01:00Z", {}, 1],
  ["2027-01-14T18:00:59.999Z", {}, 1],
  ["2027-01-14T18:01:00Z", {}, 0],
  // A later beginning delays it, an earlier end cuts it off.
  ["2027-01-14T15:59:59Z", { from: "2027-01-14T16:00:00Z" }, 0],
  ["2027-01-14T16:00:00Z", { from: "2027-01-14T16:00:00Z" }, 1],
  ["2027-01-14T12:01:00Z", { from: "2027-01-13T16:00:00Z" }, 1],
  ["2027-01-14T12:30:00Z", { until: "2027-01-14T12:30:00Z" }, 0],
])("sends at %s, shown %j: %d", (instant, span, count) => {
  expect(dueAt(instant, span)).toBe(count);
});

it("sends nothing without the push option", () => {
  expect(dueAnnouncements([announcement], Date.parse(PUBLISHED) + 120_000)).toEqual([]);
});
