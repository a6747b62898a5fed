import { expect, test } from "vitest";
import { isDevotional, visitOf } from "./page-views.domain.ts";

test.each([
  ["/", "/", "en"],
  ["/fr", "/", "fr"],
  ["/fr/live-tv", "/live-tv", "fr"],
  ["/videos/sermons/", "/videos/sermons", "en"],
  ["/fr/devotional", "/devotional", "fr"],
  ["/devotional/2026/11/23", "/devotional", "en"],
])("%s is counted as %s in %s", (path, page, language) => {
  expect(visitOf(path)).toEqual({ page, language });
});

test.each([
  "/profile",
  "/auth/reset",
  "/watch-history",
  "/studio",
  "/devotional/a",
  "//evil.example",
  "",
  "/__proto__",
])("%j is not counted", (path) => {
  expect(visitOf(path)).toBeNull();
});

test("a devotional's page is one, another is not", () => {
  expect(["/devotional", "/bible"].map((page) => isDevotional({ page, language: "en" }))).toEqual([
    true,
    false,
  ]);
});
