import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build, preview } from "vite";
import { expect, test as base } from "./page-test.ts";

const CONFIG_FILE = "tests/gallery/vite.config.ts";

/**
 * The page `test` on the gallery instead of the product's server. Each worker builds the gallery once, into a
 * temporary folder.
 */
export const test = base.extend<object, { galleryUrl: string }>({
  galleryUrl: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names out of the pattern
    async ({}, use) => {
      const outDir = await mkdtemp(join(tmpdir(), "reign-gallery-"));
      const options = { configFile: CONFIG_FILE, logLevel: "error" } as const;
      // One file: code that comes later would change a state after it was checked.
      const rolldownOptions = { output: { codeSplitting: false } };
      await build({
        ...options,
        build: { outDir, emptyOutDir: true, minify: false, rolldownOptions },
      });
      const server = await preview({
        ...options,
        build: { outDir },
        preview: { host: "127.0.0.1", port: 0 },
      });
      const [url] = server.resolvedUrls?.local ?? [];
      if (url === undefined) throw new Error("The gallery has no address");
      await use(url);
      await server.close();
      await rm(outDir, { recursive: true });
    },
    { scope: "worker", timeout: 120_000 },
  ],
  baseURL: ({ galleryUrl }, provide) => provide(galleryUrl),
});

export { expect };
