import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { loadWebAssets, type WebAssets } from "./web-assets.ts";

const BIBLE = "web/app/routes/bible-route.tsx";
const STUDIO = "web/app/routes/studio-route.tsx";
const SIGN_IN = "web/app/routes/auth-route.tsx";
const SIGN_OUT = "web/app/sign-out.ts";
const OTHER_SOURCES = [
  "web/app/entry-fr.ts",
  "web/app/layout/deferred.tsx",
  "web/app/routes/offline-route.tsx",
  "web/features/offline/kept/kept-list.tsx",
];

const folders: string[] = [];
afterEach(() => folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true })));

function loadBuild(): Promise<WebAssets> {
  const folder = mkdtempSync(join(tmpdir(), "web-assets-"));
  folders.push(folder);
  const manifest = {
    "web/app/app.css": { file: "assets/app.css" },
    "web/app/entry-en.ts": {
      file: "assets/en.js",
      dynamicImports: [BIBLE, STUDIO, SIGN_IN, SIGN_OUT],
    },
    ...Object.fromEntries(OTHER_SOURCES.map((name) => [name, { file: "assets/other.js" }])),
    [BIBLE]: { file: "assets/bible.js", imports: ["verses"], css: ["assets/bible.css"] },
    verses: { file: "assets/verses.js", css: ["assets/verses.css", "assets/bible.css"] },
    [STUDIO]: { file: "assets/studio.js", css: ["assets/studio.css"] },
    [SIGN_IN]: { file: "assets/sign-in.js" },
    [SIGN_OUT]: { file: "assets/sign-out.js" },
  };
  const files = {
    ".vite/manifest.json": JSON.stringify(manifest),
    ".vite/tv-manifest.json": "{}",
    "assets/app.css": "a{}\n",
    "assets/bible.css": "b{}\n",
    "assets/verses.css": "v{}\n",
    "assets/studio.css": "s{} ".repeat(4_000),
    "assets/bible.js": "",
    "assets/verses.js": "",
    "assets/sign-in.js": "",
    "assets/sign-out.js": "",
    "assets/studio.js": "x".repeat(200_000),
  };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return loadWebAssets(folder);
}

it("reads the small sheets of lazy pages, each once, and those of what they import", async () => {
  const assets = await loadBuild();
  expect(assets.styleSheet).toBe("a{}");
  expect(assets.entry(BIBLE).css).toEqual(["/assets/bible.css", "/assets/verses.css"]);
  expect(Object.fromEntries(assets.pageStyles)).toEqual({
    "/assets/bible.css": "b{}",
    "/assets/verses.css": "v{}",
  });
});

it("lists a page's sheets with its scripts for the device's copy, without what needs a session", async () => {
  const { appFiles } = await loadBuild();
  expect(appFiles.pages.toSorted()).toEqual([
    "/assets/bible.css",
    "/assets/bible.js",
    "/assets/sign-in.js",
    "/assets/verses.css",
    "/assets/verses.js",
  ]);
});
