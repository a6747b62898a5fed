import { expect, it, beforeAll, describe } from "vitest";
import { KILL_SWITCH, workerFile, type WorkerFileDeps, createPwaRoutes } from "./pwa-routes.ts";
import sharp from "sharp";
import * as v from "valibot";
import type { Hono } from "hono";
import { testMinistry } from "#tests/support/ministry-fixture.ts";

const DEPS: WorkerFileDeps = {
  script: "run();",
  files: { core: ["/assets/app-1.js"], pages: ["/assets/page-1.js"] },
  shells: ["/offline-shell"],
  backendUrl: "",
};

const versionOf = (deps: WorkerFileDeps) => /"version":"(\w+)"/.exec(workerFile(deps))?.[1];

it("puts the worker's list before its script", () => {
  const file = workerFile(DEPS);
  expect(file).toMatch(/^self\.BUILD=\{.*\};\nrun\(\);$/);
  expect(file).toContain('"shells":["/offline-shell"],"core":["/assets/app-1.js"]');
  expect(file).toContain('"pages":["/assets/page-1.js"]');
});

it.each([
  ["the script", { script: "runAgain();" }],
  ["a file of the app", { files: { ...DEPS.files, core: ["/assets/app-2.js"] } }],
  ["a file of a page", { files: { ...DEPS.files, pages: ["/assets/page-2.js"] } }],
])("changes its version with %s", (_what, change) => {
  expect(versionOf({ ...DEPS, ...change })).not.toBe(versionOf(DEPS));
  expect(versionOf({ ...DEPS })).toBe(versionOf(DEPS));
});

it("takes over at once, empties the caches and unregisters itself as a kill switch", () => {
  expect(KILL_SWITCH).toContain("skipWaiting()");
  expect(KILL_SWITCH).toContain("caches.delete");
  expect(KILL_SWITCH).toContain("registration.unregister()");
  expect(KILL_SWITCH).not.toContain("fetch");
});

const picture = v.object({ src: v.string(), sizes: v.string(), type: v.string() });
const manifestSchema = v.object({
  id: v.literal("/"),
  name: v.string(),
  short_name: v.pipe(v.string(), v.maxLength(30)),
  lang: v.string(),
  start_url: v.string(),
  icons: v.array(v.object({ ...picture.entries, purpose: v.optional(v.string()) })),
  screenshots: v.array(
    v.object({ ...picture.entries, form_factor: v.picklist(["narrow", "wide"]) }),
  ),
  shortcuts: v.array(v.object({ name: v.string(), url: v.string() })),
  categories: v.pipe(v.array(v.string()), v.nonEmpty()),
});

describe("installed app", () => {
  let app: Hono;
  beforeAll(async () => {
    app = await createPwaRoutes({
      ministry: testMinistry,
      workerFile: "run();",
      backendOrigin: "https://x.supabase.co",
    });
  });

  it.each([
    ["en", "/manifest.webmanifest", ""],
    ["fr", "/fr/manifest.webmanifest", "/fr"],
  ])("has a manifest in %s with icons, screenshots and shortcuts", async (language, path, base) => {
    const response = await app.request(path);
    const manifest = v.parse(manifestSchema, await response.json());
    expect(manifest.short_name).toBe("Reign TV");
    expect(manifest.lang).toBe(language);
    expect(manifest.start_url).toBe(base === "" ? "/" : base);
    expect(manifest.shortcuts.map(({ url }) => url)).toEqual(
      ["/live-tv", "/bible", "/devotional", "/video-on-demand"].map((page) => `${base}${page}`),
    );
    expect(manifest.icons.some(({ purpose }) => purpose === "maskable")).toBe(true);

    for (const { src, sizes, type } of [...manifest.icons, ...manifest.screenshots]) {
      const file = await app.request(src);
      expect(file.headers.get("content-type")).toBe(type);
      const { width, height } = await sharp(Buffer.from(await file.arrayBuffer())).metadata();
      expect(`${width}x${height}`).toBe(sizes);
    }
  });

  it("serves the worker with revalidation, allowed to connect to this site and its backend only", async () => {
    const { headers } = await app.request("/sw.js");
    expect(headers.get("cache-control")).toBe("no-cache");
    expect(headers.get("content-security-policy")).toBe(
      "default-src 'none'; connect-src 'self' https://x.supabase.co",
    );
  });

  it("has the icon for Apple's devices and only known files", async () => {
    expect((await app.request("/apple-touch-icon.png")).status).toBe(200);
    expect((await app.request("/icons/..%2Fapp.css")).status).toBe(404);
  });
});
