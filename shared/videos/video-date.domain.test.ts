import { expect, it } from "vitest";
import { agoText, dateText } from "./video-date.domain.ts";

const NOW = Date.parse("2026-06-15T09:00:00Z");

it.each([
  ["2026-06-15T08:59:30Z", "this minute", "cette minute-ci"],
  ["2026-06-15T06:00:00Z", "3 hours ago", "il y a 3 heures"],
  ["2026-06-14T10:00:00Z", "23 hours ago", "il y a 23 heures"],
  ["2026-06-14T08:00:00Z", "yesterday", "hier"],
  ["2026-06-13T10:00:00Z", "2 days ago", "avant-hier"],
  ["2026-06-09T23:00:00Z", "6 days ago", "il y a 6 jours"],
  ["2026-06-08T09:00:00Z", "Jun 8, 2026", "8 juin 2026"],
  ["2024-02-29T23:59:59Z", "Feb 29, 2024", "29 févr. 2024"],
  ["2026-06-16T09:00:00Z", "Jun 16, 2026", "16 juin 2026"],
])("formats a video of %s as %j and %j", (publishedAt, english, french) => {
  expect(dateText(publishedAt, "en", NOW)).toBe(english);
  expect(dateText(publishedAt, "fr", NOW)).toBe(french);
});

it("shows a fixed date without a clock", () => {
  expect(dateText("2026-06-14T08:00:00Z", "en", null)).toBe("Jun 14, 2026");
});

it.each(["1970-01-01T00:00:00.000Z", "", "soon"])("shows no date for %j", (publishedAt) => {
  expect(dateText(publishedAt, "en", NOW)).toBe("");
});

it("keeps an age of many days", () => {
  expect(agoText(NOW - 40 * 86_400_000, NOW, "en")).toBe("40 days ago");
});
