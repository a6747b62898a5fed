import { statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import * as v from "valibot";
import { StartError } from "@reign-tv/kit/start-error.ts";
import { LANGUAGES } from "#shared/languages.ts";

const chunkSchema = v.object({
  file: v.string(),
  imports: v.optional(v.array(v.string()), []),
  css: v.optional(v.array(v.string()), []),
  dynamicImports: v.optional(v.array(v.string()), []),
});
const manifestSchema = v.record(v.string(), chunkSchema);

type Manifest = v.InferOutput<typeof manifestSchema>;

/** URLs of a built entry: its script, its imports and its style sheets. */
export type BuiltEntry = { js: string; imports: string[]; css: string[] };

/** The built web app. */
export type WebAssets = {
  /** The whole style sheet of the pages, to be inlined. */
  styleSheet: string;
  /** Small style sheets of lazy pages by URL, to be inlined into these pages. */
  pageStyles: ReadonlyMap<string, string>;
  /** URLs of an entry or lazy route by its source file. */
  entry(sourceFile: string): BuiltEntry;
  /** Files that a device caches to open the app offline. */
  appFiles: AppFiles;
};

/** URLs of built files. */
export type AppFiles = {
  /** Files that every page loads. */
  core: readonly string[];
  /** Files that single pages load. */
  pages: readonly string[];
};

/** Vite's name for the style sheet of a build without CSS code splitting. */
const WHOLE_STYLE_SHEET = "style.css";
const STYLE_SOURCE = "web/app/app.css";
const ENTRY_SOURCES = LANGUAGES.map((language) => `web/app/entry-${language}.ts`);
/** Pages, and what the server's markup of a page may hold. */
const PAGE_SOURCE = /^web\/(?:app\/routes\/[\w-]+-route|features\/videos\/video-modal)\.tsx$/;
/** A larger sheet, the studio's, is linked: the browser keeps it for the next visit. */
const MAX_INLINED_BYTES = 10_000;
/** The part that every page loads later, and the page of the device's content: both must open offline. */
const OFFLINE_SOURCES = [
  "web/app/layout/deferred.tsx",
  "web/app/routes/offline-route.tsx",
  "web/features/offline/kept/kept-list.tsx",
];
/** What needs a session and a connection. The forms of /auth and the history open offline. */
const ACCOUNT_SOURCE =
  /^web\/(?:app\/(?:routes\/profile|session-watcher|sign-out)|features\/account)/;
/** Larger ones are the studio and the backend client, which most visitors never need. */
const MAX_CACHED_PAGE_BYTES = 120_000;

/** One manifest for each of the two builds: the pages', and the television page's. */
const MANIFESTS = [".vite/manifest.json", ".vite/tv-manifest.json"];

/**
 * Reads Vite's manifests of `dist/client`.
 *
 * @throws StartError when the web app has not been built.
 */
export async function loadWebAssets(clientDir: string): Promise<WebAssets> {
  const texts = await Promise.all(
    MANIFESTS.map((name) => readFile(join(clientDir, name), "utf8")),
  ).catch((cause) => {
    throw new StartError("The web app is not built; run `npm run build`.", { cause });
  });
  const manifest: Manifest = Object.assign(
    {},
    ...texts.map((text) => withStyleSheet(v.parse(manifestSchema, JSON.parse(text)))),
  );

  function chunk(sourceFile: string) {
    const found = manifest[sourceFile];
    if (!found) throw new StartError(`The build holds no ${sourceFile}; run \`npm run build\`.`);
    return found;
  }

  function importsOf(key: string, seen = new Set<string>()): Set<string> {
    for (const name of chunk(key).imports) {
      if (seen.has(name)) continue;
      seen.add(name);
      importsOf(name, seen);
    }
    return seen;
  }

  function sizeOf(keys: Iterable<string>): number {
    return [...keys].reduce((sum, key) => sum + statSync(join(clientDir, chunk(key).file)).size, 0);
  }

  function appFiles(): AppFiles {
    const core = withImports([...ENTRY_SOURCES, ...OFFLINE_SOURCES]);
    const pages = new Set<string>();
    const pending = [...core].flatMap((key) => chunk(key).dynamicImports);
    for (let key = pending.pop(); key !== undefined; key = pending.pop()) {
      if (pages.has(key) || core.has(key)) continue;
      const needed = [...withImports([key])].filter((file) => !core.has(file));
      if (ACCOUNT_SOURCE.test(key) || sizeOf(needed) > MAX_CACHED_PAGE_BYTES) continue;
      for (const file of needed) pages.add(file);
      pending.push(...needed.flatMap((file) => chunk(file).dynamicImports));
    }
    const urls = (keys: Iterable<string>) => {
      const files = [...keys].flatMap((key) => [chunk(key).file, ...chunk(key).css]);
      return [...new Set(files)].map((file) => `/${file}`);
    };
    return { core: urls(core), pages: urls(pages) };
  }

  function withImports(keys: readonly string[]): Set<string> {
    return new Set(keys.flatMap((key) => [key, ...importsOf(key)]));
  }

  function entry(sourceFile: string): BuiltEntry {
    const { file, css } = chunk(sourceFile);
    const imports = [...importsOf(sourceFile)].map((key) => chunk(key));
    const sheets = new Set([...css, ...imports.flatMap((imported) => imported.css)]);
    return {
      js: `/${file}`,
      imports: imports.map((imported) => `/${imported.file}`),
      css: [...sheets].map((path) => `/${path}`),
    };
  }

  async function readSheet(path: string): Promise<string> {
    return (await readFile(join(clientDir, path), "utf8")).trim();
  }

  async function readPageStyles(): Promise<Map<string, string>> {
    const sources = Object.keys(manifest).filter((key) => PAGE_SOURCE.test(key));
    const urls = [...new Set(sources.flatMap((source) => entry(source).css))];
    const texts = await Promise.all(urls.map(async (url) => [url, await readSheet(url)] as const));
    return new Map(texts.filter(([, text]) => text.length <= MAX_INLINED_BYTES));
  }

  return {
    appFiles: appFiles(),
    styleSheet: await readSheet(chunk(STYLE_SOURCE).file),
    pageStyles: await readPageStyles(),
    entry,
  };
}

/** With a single style sheet, Vite's manifest does not list it for entries. */
function withStyleSheet(manifest: Manifest): Manifest {
  const sheet = manifest[WHOLE_STYLE_SHEET];
  if (!sheet) return manifest;
  return Object.fromEntries(
    Object.entries(manifest).map(([name, chunk]) => [name, { ...chunk, css: [sheet.file] }]),
  );
}
