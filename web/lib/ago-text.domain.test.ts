import { expect, it } from "vitest";
import { agoText } from "./ago-text.domain.ts";

const NOW = Date.parse("2026-06-14T12:00:00Z");

it.each([
  ["2026-06-14T11:59:30Z", "now", "maintenant"],
  ["2026-06-14T12:05:00Z", "now", "maintenant"],
  ["2026-06-14T11:48:00Z", "12 minutes ago", "il y a 12 minutes"],
  ["2026-06-14T09:59:00Z", "2 hours ago", "il y a 2 heures"],
  ["2026-06-13T11:00:00Z", "yesterday", "hier"],
  ["2026-05-14T11:00:00Z", "31 days ago", "il y a 31 jours"],
])("%s is %s", (iso, english, french) => {
  expect(agoText(iso, NOW, "en")).toBe(english);
  expect(agoText(iso, NOW, "fr")).toBe(french);
});
