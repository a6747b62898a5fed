import { expect, it } from "vitest";
import { CODE_AFTER_IMAGE, pageDocument } from "./html-document.ts";
import { testPageState } from "#tests/support/site-fixture.ts";
import type { BuiltEntry } from "./web-assets.ts";

const BUILT: Readonly<Record<string, BuiltEntry>> = {
  "web/app/entry-en.ts": { js: "/assets/entry-en.js", imports: ["/assets/app.js"], css: [] },
  "bible-route.tsx": {
    js: "/assets/bible.js",
    imports: ["/assets/app.js", "/assets/verses.js"],
    css: ["/assets/bible.css", "/assets/large.css"],
  },
  "web/features/videos/video-modal.tsx": { js: "", imports: [], css: ["/assets/video.css"] },
};
const assets = {
  styleSheet: "",
  pageStyles: new Map([["/assets/bible.css", ".bible{}"]]),
  entry: (sourceFile: string) => BUILT[sourceFile] ?? { js: "", imports: [], css: [] },
};
const renderer = { bootScript: "", stateId: "page-state" };

function documentOf(routeId: string | null, headHtml = "", bodyHtml = ""): string {
  const rendered = {
    status: 200,
    headHtml,
    bodyHtml,
    state: { ...testPageState(), routeId },
    announcementsHtml: "",
    structuredData: [],
  };
  return pageDocument(rendered, "en", { renderer, assets });
}

/** URLs of scripts and of their preloaded imports. */
function codeOf(...page: Parameters<typeof documentOf>): string[] {
  const tags = documentOf(...page).matchAll(
    /(?:<script type="module"|rel="modulepreload")[^>]*(?:href|src)="([^"]+)"/g,
  );
  return [...tags].map(([, url]) => url ?? "");
}

const PICTURE = '<link rel="preload" as="image" href="/img/clip/a/480">';

it("loads all its code at once on a page without images", () => {
  expect(codeOf("bible-route.tsx")).toEqual([
    "/assets/entry-en.js",
    "/assets/bible.js",
    "/assets/app.js",
    "/assets/verses.js",
  ]);
});

it("asks for the image of the first screen before its code", () => {
  expect(codeOf("bible-route.tsx#psalms", PICTURE)).toEqual(codeOf("bible-route.tsx"));
  const [before, after] = documentOf(null, PICTURE).split('<template id="page-code">');
  expect(before).not.toContain("module");
  expect(after).toBe(
    '<script type="module" async fetchpriority="low" src="/assets/entry-en.js"></script>' +
      '<link rel="modulepreload" fetchpriority="low" href="/assets/app.js"></template>' +
      `<script>${CODE_AFTER_IMAGE}</script></body></html>`,
  );
});

it("holds the sheets of its page: a small one inline, which its link keeps from loading again", () => {
  const inline = '<style>.bible{}</style><link rel="stylesheet" disabled href="/assets/bible.css">';
  expect(documentOf("bible-route.tsx")).toContain(
    `<style></style>${inline}<link rel="stylesheet" href="/assets/large.css"><meta`,
  );
  expect(documentOf(null)).not.toContain("stylesheet");
  const video = '<div class="page video-page">';
  expect(documentOf(null, "", video)).toContain('<link rel="stylesheet" href="/assets/video.css">');
});
