import { expect, test } from "vitest";
import { pageDocument } from "./page-document.ts";
import type { RenderedPage } from "#shared/contracts/rendered-page.ts";
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

function preloadsOf(page: Partial<RenderedPage>): string[] {
  const rendered = {
    status: 200,
    headHtml: "",
    bodyHtml: "",
    routeFile: null,
    state: testPageState(),
    structuredData: [],
    ...page,
  };
  const html = pageDocument(rendered, "en", { renderer, assets });
  return [...html.matchAll(/rel="modulepreload"[^>]*href="([^"]+)"/g)].map(
    ([, href]) => href ?? "",
  );
}

const PICTURE = '<link rel="preload" as="image" href="/img/clip/a/480">';

test("a page of text asks for all its code at once", () => {
  expect(preloadsOf({ routeFile: "bible-route.tsx" })).toEqual([
    "/assets/app.js",
    "/assets/bible.js",
    "/assets/verses.js",
  ]);
});

test("a page with a picture on its first screen leaves the line to it, but for its own code", () => {
  expect(preloadsOf({ headHtml: PICTURE })).toEqual([]);
  expect(preloadsOf({ headHtml: PICTURE, routeFile: "bible-route.tsx" })).toEqual([
    "/assets/bible.js",
    "/assets/verses.js",
  ]);
});
