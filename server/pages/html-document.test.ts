import { expect, it } from "vitest";
import { pageDocument } from "./html-document.ts";
import { testPageState } from "#tests/support/site-fixture.ts";
import type { BuiltEntry } from "./web-assets.ts";

const BUILT: Readonly<Record<string, BuiltEntry>> = {
  "web/app/entry-en.ts": { js: "/assets/entry-en.js", imports: ["/assets/app.js"], css: [] },
  "bible-route.tsx": {
    js: "/assets/bible.js",
    imports: ["/assets/app.js", "/assets/verses.js"],
    css: ["/assets/bible.css", "/assets/large.css"],
  },
};
const assets = {
  styleSheet: "",
  pageStyles: new Map([["/assets/bible.css", ".bible{}"]]),
  entry: (sourceFile: string) => BUILT[sourceFile] ?? { js: "", imports: [], css: [] },
};
const renderer = { bootScript: "", stateId: "page-state" };

function documentOf(routeId: string | null, headHtml = ""): string {
  const rendered = {
    status: 200,
    headHtml,
    bodyHtml: "",
    state: { ...testPageState(), routeId },
    announcementsHtml: "",
    structuredData: [],
  };
  return pageDocument(rendered, "en", { renderer, assets });
}

function preloadsOf(...page: Parameters<typeof documentOf>): string[] {
  return [...documentOf(...page).matchAll(/rel="modulepreload"[^>]*href="([^"]+)"/g)].map(
    ([, href]) => href ?? "",
  );
}

const PICTURE = '<link rel="preload" as="image" href="/img/clip/a/480">';

it("preloads all its code on a page without images", () => {
  expect(preloadsOf("bible-route.tsx")).toEqual([
    "/assets/app.js",
    "/assets/bible.js",
    "/assets/verses.js",
  ]);
});

it("preloads only its own code on a page with an image on the first screen", () => {
  expect(preloadsOf(null, PICTURE)).toEqual([]);
  expect(preloadsOf("bible-route.tsx#psalms", PICTURE)).toEqual([
    "/assets/bible.js",
    "/assets/verses.js",
  ]);
});

it("holds the sheets of its page: a small one inline, which its link keeps from loading again", () => {
  const inline = '<style>.bible{}</style><link rel="stylesheet" disabled href="/assets/bible.css">';
  expect(documentOf("bible-route.tsx")).toContain(
    `<style></style>${inline}<link rel="stylesheet" href="/assets/large.css"><meta`,
  );
  expect(documentOf(null)).not.toContain("stylesheet");
});
