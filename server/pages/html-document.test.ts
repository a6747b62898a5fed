import { expect, it } from "vitest";
import { pageDocument } from "./html-document.ts";
import { testPageState } from "#tests/support/site-fixture.ts";
import type { BuiltEntry } from "./web-assets.ts";

const BUILT: Readonly<Record<string, BuiltEntry>> = {
  "web/app/entry-en.ts": { js: "/assets/entry-en.js", imports: ["/assets/app.js"], css: [] },
  "bible-route.tsx": {
    js: "/assets/bible.js",
    imports: ["/assets/app.js", "/assets/verses.js"],
    css: [],
  },
};
const assets = {
  styleSheet: "",
  entry: (sourceFile: string) => BUILT[sourceFile] ?? { js: "", imports: [], css: [] },
};
const renderer = { bootScript: "", stateId: "page-state" };

function preloadsOf(routeId: string | null, headHtml = ""): string[] {
  const rendered = {
    status: 200,
    headHtml,
    bodyHtml: "",
    state: { ...testPageState(), routeId },
    announcementsHtml: "",
    structuredData: [],
  };
  const html = pageDocument(rendered, "en", { renderer, assets });
  return [...html.matchAll(/rel="modulepreload"[^>]*href="([^"]+)"/g)].map(
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
