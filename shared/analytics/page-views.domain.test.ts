import { expect, it } from "vitest";
import { isDevotional, visitOf } from "./page-views.domain.ts";

it.each([
  ["/", "/", "en"],
  ["/fr", "/", "fr"],
  ["/fr/live-tv", "/live-tv", "fr"],
  ["/videos/sermons/", "/videos/sermons", "en"],
  ["/fr/devotional", "/devotional", "fr"],
  ["/devotional/2026/11/23", "/devotional", "en"],
])("counts %s as %s in %s", (path, page, language) => {
  expect(visitOf(path)).toEqual({ page, language });
});

it.each([
  "/profile",
  "/auth/reset",
  "/watch-history",
  "/studio",
  "/devotional/a",
  "//evil.example",
  "",
  "/__proto__",
])("does not count %j", (path) => {
  expect(visitOf(path)).toBeNull();
});

it("tells a devotional's page from other pages", () => {
  expect(["/devotional", "/bible"].map((page) => isDevotional({ page, language: "en" }))).toEqual([
    true,
    false,
  ]);
});
