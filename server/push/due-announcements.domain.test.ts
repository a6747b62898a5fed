import { expect, test } from "vitest";
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

test.each([
  // A minute in which it may be taken back, then six hours in which it is news.
  ["2027-01-14T12:00:59.999Z", {}, 0],
  ["2027-01-14T12:01:00Z", {}, 1],
  ["2027-01-14T18:00:59.999Z", {}, 1],
  ["2027-01-14T18:01:00Z", {}, 0],
  // One that begins later is told when it begins, one that ends sooner not after its end.
  ["2027-01-14T15:59:59Z", { from: "2027-01-14T16:00:00Z" }, 0],
  ["2027-01-14T16:00:00Z", { from: "2027-01-14T16:00:00Z" }, 1],
  ["2027-01-14T12:01:00Z", { from: "2027-01-13T16:00:00Z" }, 1],
  ["2027-01-14T12:30:00Z", { until: "2027-01-14T12:30:00Z" }, 0],
])("at %s, shown %j: %d told", (instant, span, count) => {
  expect(dueAt(instant, span)).toBe(count);
});

test("one that does not ask for it is never told", () => {
  expect(dueAnnouncements([announcement], Date.parse(PUBLISHED) + 120_000)).toEqual([]);
});
