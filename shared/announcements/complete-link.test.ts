import { expect, it } from "vitest";
import { completeLink } from "./complete-link.domain.ts";

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
