import { expect, it } from "vitest";
import { completeLink, instantOfWallTime, wallTimeOf } from "./announcement-fields.domain.ts";

it.each([
  ["Africa/Harare", "2026-11-23T16:00", "2026-11-23T14:00:00.000Z"],
  ["Europe/Paris", "2026-07-05T16:00", "2026-07-05T14:00:00.000Z"],
  ["Europe/Paris", "2026-12-06T16:00", "2026-12-06T15:00:00.000Z"],
  ["America/New_York", "2026-11-01T01:30", "2026-11-01T05:30:00.000Z"],
])("converts in %s the local time %s to %s and back", (zone, wall, instant) => {
  expect(instantOfWallTime(zone, wall)).toBe(instant);
  expect(wallTimeOf(zone, instant)).toBe(wall);
});

it("moves a time that a clock change skips", () => {
  const instant = instantOfWallTime("Europe/Paris", "2026-03-29T02:30");
  expect(wallTimeOf("Europe/Paris", instant)).toBe("2026-03-29T03:30");
});

it.each(["", "2026-13-45T99:99", "<script>"])("rejects %j", (wall) => {
  expect(instantOfWallTime("Europe/Paris", wall)).toBeUndefined();
  expect(wallTimeOf("Europe/Paris", wall)).toBe("");
});

it.each([
  ["live-tv", "/live-tv"],
  [" fr/bible?version=lsg ", "/fr/bible?version=lsg"],
  ["devotional", "/devotional"],
  ["reigntv.org", "https://reigntv.org"],
  ["www.bible.com/fr", "https://www.bible.com/fr"],
  // Nothing is guessed: the schema reports these.
  ["next Sunday", "next Sunday"],
  ["ruth@example.org", "ruth@example.org"],
  ["javascript:alert(1)", "javascript:alert(1)"],
  ["//evil.example", "//evil.example"],
  ["/live-tv", "/live-tv"],
  ["https://reigntv.org/a", "https://reigntv.org/a"],
  ["http://reigntv.org", "http://reigntv.org"],
])("completes %j to %j", (text, link) => {
  expect(completeLink(text)).toBe(link);
});
