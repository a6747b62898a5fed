import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import type { Hono } from "hono";
import { testMinistry } from "#tests/support/ministry-fixture.ts";
import { createPwaRoutes } from "./pwa-routes.ts";

const picture = z.object({ src: z.string(), sizes: z.string(), type: z.string() });
const manifestSchema = z.object({
  id: z.literal("/"),
  name: z.string(),
  short_name: z.string().max(30),
  lang: z.string(),
  start_url: z.string(),
  icons: z.array(picture.extend({ purpose: z.string().optional() })),
  screenshots: z.array(picture.extend({ form_factor: z.enum(["narrow", "wide"]) })),
  shortcuts: z.array(z.object({ name: z.string(), url: z.string() })),
  categories: z.array(z.string()).min(1),
});

describe("installed app", () => {
  let app: Hono;
  beforeAll(async () => {
    app = await createPwaRoutes({
      ministry: testMinistry(),
      workerFile: "run();",
      backendOrigin: "https://x.supabase.co",
    });
  });

  it.each([
    ["en", "/manifest.webmanifest", ""],
    ["fr", "/fr/manifest.webmanifest", "/fr"],
  ])("has a manifest in %s with icons, screenshots and shortcuts", async (language, path, base) => {
    const response = await app.request(path);
    const manifest = manifestSchema.parse(await response.json());
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
