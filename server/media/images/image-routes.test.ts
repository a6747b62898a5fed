import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Hono } from "hono";
import sharp from "sharp";
import { afterEach, describe, expect, it } from "vitest";
import { IMAGE_WIDTHS } from "#shared/videos/images.ts";
import { createLogger } from "@reign-tv/kit/log.ts";
import { fakeVideo, type FakePicture } from "#tests/fakes/youtube/catalogue.ts";
import { startFakeYouTube, type FakeYouTube } from "#tests/fakes/youtube/fake-youtube.ts";
import { makeClip } from "#tests/support/media-fixture.ts";
import { createImageRoutes, type Images } from "./image-routes.ts";

const LIST = "PLpictures00";
const ID = "aaa________";
const CLIP = "clip-a-poster";
const DAY_MS = 24 * 60 * 60 * 1_000;
const BROWSER = "image/avif,image/webp,image/apng,*/*;q=0.8";
const POSTER = await sharp({
  create: { width: 854, height: 480, channels: 3, background: { r: 90, g: 40, b: 160 } },
})
  .webp()
  .toBuffer();
const ALL: readonly FakePicture[] = ["default", "medium", "high", "standard", "maxres"];

let fake: FakeYouTube;
let folder: string;
let images: Images;
let nowMs: number;
let known: Set<string>;

async function start(pictures: readonly FakePicture[] = ALL): Promise<void> {
  fake = await startFakeYouTube({ playlists: { [LIST]: [fakeVideo("aaa", { pictures })] } });
  folder = await mkdtemp(join(tmpdir(), "reign-images-"));
  const media = join(folder, "media");
  await mkdir(join(media, "posters"), { recursive: true });
  await writeFile(join(media, "posters", `${CLIP}.webp`), POSTER);
  nowMs = Date.parse("2026-11-21T12:00:00Z");
  known = new Set([ID]);
  restart();
}

/** A new process on the same folder. */
function restart(): void {
  const clip = { ...makeClip(CLIP, [4.8]), version: "v1" };
  images = createImageRoutes({
    dataDir: folder,
    library: { directory: join(folder, "media"), clips: new Map([[CLIP, clip]]) },
    ministryImages: new Map(),
    uploadedImage: () => null,
    youtubeImageBase: fake.imageBase,
    fetch: (input, init) => fetch(input, init),
    log: createLogger("silent"),
    isKnownVideo: (id) => known.has(id),
    now: () => nowMs,
    sleep: () => Promise.resolve(),
  });
}

afterEach(async () => {
  await images.idle();
  await fake.close();
  await rm(folder, { recursive: true, force: true });
});

async function get(path: string, headers: Record<string, string> = {}): Promise<Response> {
  return await images.app.request(path, { headers });
}

type Shape = { format: string; width: number; height: number };

async function shapeOf(response: Response): Promise<Shape> {
  const bytes = Buffer.from(await response.arrayBuffer());
  const { format, width, height, compression } = await sharp(bytes).metadata();
  return { format: compression === "av1" ? "avif" : format, width, height };
}

const upstream = (): string[] =>
  fake.requestsTo("picture").map((request) => request.path.split("/").at(-1) ?? "");

describe("image format", () => {
  it("is that of the URL at once, whatever the client accepts", async () => {
    await start();
    const webp = await get(`/yt/${ID}/320.webp`, { accept: "image/jpeg" });
    expect(webp.headers.get("content-type")).toBe("image/webp");
    expect(webp.headers.get("vary")).toBeNull();
    expect(await shapeOf(webp)).toEqual({ format: "webp", width: 320, height: 180 });
    const jpeg = await get(`/yt/${ID}/320.jpg`, { accept: BROWSER });
    expect(await shapeOf(jpeg)).toEqual({ format: "jpeg", width: 320, height: 180 });
  });

  it("is JPEG at URLs of earlier releases, which name none", async () => {
    await start();
    const reply = await get(`/yt/${ID}/320`, { accept: BROWSER });
    expect(reply.headers.get("content-type")).toBe("image/jpeg");
    expect(reply.headers.get("vary")).toBeNull();
  });

  it("is AVIF from the second request; the first gets WebP cached for an hour", async () => {
    await start();
    const first = await get(`/clip/${CLIP}/640.avif`);
    expect(first.headers.get("content-type")).toBe("image/webp");
    expect(first.headers.get("cache-control")).toBe("public, max-age=3600");
    await images.idle();
    const second = await get(`/clip/${CLIP}/640.avif`);
    expect(second.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(await shapeOf(second)).toEqual({ format: "avif", width: 640, height: 360 });
  });
});

describe("image size", () => {
  it.each(IMAGE_WIDTHS)("is 16:9 at %d px for a thumbnail", async (width) => {
    await start();
    const { width: got, height } = await shapeOf(await get(`/yt/${ID}/${width}`));
    expect([got, height]).toEqual([width, (width * 9) / 16]);
  });

  it("never exceeds the original", async () => {
    await start();
    expect((await shapeOf(await get(`/clip/${CLIP}/1280`))).width).toBe(854);
  });

  it("uses only the medium thumbnail up to 320 px", async () => {
    await start();
    await get(`/yt/${ID}/160`);
    await get(`/yt/${ID}/320`);
    expect(upstream()).toEqual(["mqdefault.jpg"]);
  });

  it("uses one large original for every large width and format", async () => {
    await start();
    for (const width of [480, 640, 960, 1280]) {
      await get(`/yt/${ID}/${width}.webp`);
      await get(`/yt/${ID}/${width}`);
    }
    expect(upstream()).toEqual(["maxresdefault.jpg"]);
  });
});

describe("404 of the platform with a valid image of 120x90", () => {
  it("falls back to the next smaller thumbnail, with its bars cut off", async () => {
    await start(["default", "medium", "high", "standard"]);
    const shape = await shapeOf(await get(`/yt/${ID}/1280`));
    expect(shape).toEqual({ format: "jpeg", width: 640, height: 360 });
    expect(upstream()).toEqual(["maxresdefault.jpg", "sddefault.jpg"]);
  });

  it("also falls back if the status is 200", async () => {
    await start();
    const tiny = await sharp({
      create: { width: 120, height: 90, channels: 3, background: "#888888" },
    })
      .jpeg()
      .toBuffer();
    const app = createImageRoutes({
      dataDir: folder,
      library: { directory: folder, clips: new Map() },
      ministryImages: new Map(),
      uploadedImage: () => null,
      youtubeImageBase: "https://pictures.example",
      fetch: () =>
        Promise.resolve(
          new Response(new Uint8Array(tiny), { headers: { "content-type": "image/jpeg" } }),
        ),
      log: createLogger("silent"),
      isKnownVideo: () => true,
    }).app;
    expect((await app.request(`/yt/${ID}/640`)).headers.get("x-picture")).toBe("missing");
  });

  it("serves a placeholder if every size fails, and makes no call for an hour", async () => {
    await start(["default"]);
    const first = await get(`/yt/${ID}/320`);
    expect(first.status).toBe(200);
    expect(first.headers.get("content-type")).toBe("image/svg+xml");
    expect(first.headers.get("cache-control")).toBe("public, max-age=60");
    expect(first.headers.get("x-picture")).toBe("missing");
    nowMs += 59 * 60_000;
    await get(`/yt/${ID}/320`);
    expect(upstream()).toEqual(["mqdefault.jpg", "hqdefault.jpg"]);
  });
});

describe("an image that a page holds", () => {
  const PATH = `/img/clip/${CLIP}`;

  it("is made on the first request, small and as wide as a phone", async () => {
    await start();
    expect(images.inlineImages.get(PATH)).toBeNull();
    await images.inlineImages.load([PATH]);
    const bytes = Buffer.from(images.inlineImages.get(PATH) ?? "", "base64");
    const { compression, width, height } = await sharp(bytes).metadata();
    expect([compression, width, height]).toEqual(["av1", 480, 270]);
    expect(bytes.length).toBeLessThanOrEqual(8_000);
  });

  it("is not one of 8 kB or more, of the platform or of an unknown path", async () => {
    await start();
    const background = "black";
    const noise = { type: "gaussian", mean: 128, sigma: 90 } as const;
    const large = sharp({
      create: { width: 1280, height: 720, channels: 3, background, noise },
    }).webp();
    await large.toFile(join(folder, "media", "posters", `${CLIP}.webp`));
    for (const path of [PATH, `/img/yt/${ID}`, "/img/clip/clip-unknown", "/img/poster/../x"]) {
      await images.inlineImages.load([path]);
      expect(images.inlineImages.get(path)).toBeNull();
    }
    expect(upstream()).toEqual([]);
  });
});

describe("failing platform", () => {
  it.each([
    "internalError",
    "reset",
    "garbageHtml",
    "hugeBody",
    "gzipBomb",
    "redirectToPrivate",
    "truncatedJson",
  ] as const)(
    "serves the placeholder after %s, and makes no call for 30 seconds",
    async (fault) => {
      await start();
      fake.fail("picture", fault);
      const reply = await get(`/yt/${ID}/320`);
      expect([reply.status, reply.headers.get("x-picture")]).toEqual([200, "failed"]);
      const calls = upstream().length;
      expect(calls).toBeLessThanOrEqual(2);
      await get(`/yt/${ID}/160`);
      expect(upstream()).toHaveLength(calls);
      fake.heal();
      nowMs += 30_000;
      expect((await get(`/yt/${ID}/320`)).headers.get("content-type")).toBe("image/jpeg");
    },
  );

  it("still serves cached images, and other widths of a cached original", async () => {
    await start();
    await get(`/yt/${ID}/480`);
    fake.fail("picture", "internalError");
    restart();
    expect((await get(`/yt/${ID}/320`)).headers.get("x-picture")).toBe("failed");
    expect((await get(`/yt/${ID}/480`)).headers.get("content-type")).toBe("image/jpeg");
    expect((await get(`/yt/${ID}/960`)).headers.get("content-type")).toBe("image/jpeg");
  });
});

describe("no open proxy", () => {
  it("responds 404 to an id that no playlist lists, without a call", async () => {
    await start();
    const reply = await get("/yt/foreign____/320");
    expect([reply.status, reply.headers.get("cache-control")]).toEqual([404, "public, max-age=60"]);
    expect(upstream()).toEqual([]);
  });

  it.each([
    "/yt/short/320",
    "/yt/aaa_________/320",
    `/yt/${ID}/321`,
    `/yt/${ID}/0320`,
    `/yt/${ID}/99999`,
    `/yt/${ID}/320.gif`,
    `/yt/${ID}/320.jpg.webp`,
    `/yt/${ID}/320.`,
    `/yt/${ID}`,
    "/yt/..%2F..%2Fetc%2F/320",
    "/yt/../../etc/passwd",
    "/yt/%2e%2e%2f%2e%2e%2fetc/320",
    "/yt/aaa%00_______/320",
    "/clip/clip-..%2f..%2fetc/320",
    "/clip/clip-unknown-one/320",
    `/clip/${CLIP}/333`,
    "/clip/../posters/320",
    "/",
  ])("responds 404 to %s without a call", async (path) => {
    await start();
    expect((await get(path)).status).toBe(404);
    expect(upstream()).toEqual([]);
    expect(await readdir(folder)).toEqual(["media"]);
  });

  it("calls the platform at most 600 times a minute", async () => {
    await start();
    let calls = 0;
    const { app } = createImageRoutes({
      dataDir: folder,
      library: { directory: folder, clips: new Map() },
      ministryImages: new Map(),
      uploadedImage: () => null,
      youtubeImageBase: "https://pictures.example",
      fetch: () => {
        calls += 1;
        return Promise.resolve(new Response(null, { status: 404 }));
      },
      log: createLogger("silent"),
      isKnownVideo: () => true,
      now: () => nowMs,
    });
    for (let index = 0; index < 700; index += 1) {
      await app.request(`/yt/f${String(index).padStart(10, "0")}/320`);
    }
    expect(calls).toBe(600);
    nowMs += 60_000;
    expect((await app.request("/yt/f9999999999/320")).headers.get("x-picture")).toBe("missing");
  });

  it("responds 404 to unknown paths when mounted", async () => {
    await start();
    const site = new Hono().route("/img", images.app).get("*", (c) => c.html("<p>page</p>"));
    expect((await site.request("/img/anything")).headers.get("content-type")).toContain("plain");
    expect((await site.request(`/img/clip/${CLIP}/320`)).status).toBe(200);
  });

  it("responds 404 to other methods", async () => {
    await start();
    expect((await images.app.request(`/yt/${ID}/320`, { method: "POST" })).status).toBe(404);
  });
});

describe("image caching", () => {
  it("sends an ETag, answers 304 and HEAD, and allows the native app", async () => {
    await start();
    const first = await get(`/yt/${ID}/320`);
    const etag = first.headers.get("etag") ?? "";
    expect(first.headers.get("cache-control")).toBe(
      "public, max-age=86400, stale-while-revalidate=604800",
    );
    expect(first.headers.get("cross-origin-resource-policy")).toBe("cross-origin");
    const again = await get(`/yt/${ID}/320`, { "if-none-match": etag });
    expect([again.status, again.headers.get("etag")]).toEqual([304, etag]);
    const head = await images.app.request(`/yt/${ID}/320`, { method: "HEAD" });
    const size = (await first.arrayBuffer()).byteLength;
    expect([head.status, head.headers.get("content-length")]).toEqual([200, String(size)]);
    expect(await head.text()).toBe("");
  });

  it("ignores a version in the query", async () => {
    await start();
    const one = await get(`/clip/${CLIP}/320?v=abc`);
    const other = await get(`/clip/${CLIP}/320?v=../../x`);
    expect(one.headers.get("etag")).toBe(other.headers.get("etag"));
  });

  it("survives a restart without a call", async () => {
    await start();
    await get(`/yt/${ID}/640`);
    restart();
    known.clear();
    expect((await get(`/yt/${ID}/640`)).status).toBe(200);
    expect(upstream()).toEqual(["maxresdefault.jpg"]);
  });

  it("makes one call for concurrent requests", async () => {
    await start();
    await Promise.all(Array.from({ length: 30 }, () => get(`/yt/${ID}/640.avif`)));
    await images.idle();
    expect(upstream()).toEqual(["maxresdefault.jpg"]);
  });

  it("reads a thumbnail again after a week, in the background", async () => {
    await start();
    const old = await get(`/yt/${ID}/320`);
    const video = fakeVideo("aaa", { pictures: ["high"] });
    fake.catalogue.playlists.set(LIST, [video]);
    nowMs += 7 * DAY_MS + 1;
    expect((await get(`/yt/${ID}/320`)).headers.get("etag")).toBe(old.headers.get("etag"));
    await images.idle();
    const renewed = await get(`/yt/${ID}/320`);
    expect(renewed.headers.get("etag")).not.toBe(old.headers.get("etag"));
    expect(upstream()).toEqual(["mqdefault.jpg", "mqdefault.jpg", "hqdefault.jpg"]);
  });

  it("keeps the old thumbnail when the platform fails then, and tries again in an hour", async () => {
    await start();
    const old = await get(`/yt/${ID}/320`);
    fake.fail("picture", "internalError");
    nowMs += 8 * DAY_MS;
    for (let count = 0; count < 3; count += 1) {
      const reply = await get(`/yt/${ID}/320`);
      expect(reply.headers.get("etag")).toBe(old.headers.get("etag"));
      await images.idle();
    }
    expect(upstream()).toHaveLength(3);
  });

  it("never serves a thumbnail that is older than 30 days", async () => {
    await start();
    await get(`/yt/${ID}/320`);
    fake.fail("picture", "internalError");
    nowMs += 30 * DAY_MS + 1;
    expect((await get(`/yt/${ID}/320`)).headers.get("x-picture")).toBe("failed");
  });

  it("counts those days from the original, also for a width rendered later", async () => {
    await start();
    await get(`/yt/${ID}/480`);
    fake.fail("picture", "internalError");
    nowMs += 29 * DAY_MS;
    expect((await get(`/yt/${ID}/960`)).headers.get("content-type")).toBe("image/jpeg");
    nowMs += DAY_MS + 1;
    expect((await get(`/yt/${ID}/960`)).headers.get("x-picture")).toBe("failed");
  });
});

describe("posters of the bundled library", () => {
  it("renders a changed poster again after the restart", async () => {
    await start();
    const before = await get(`/clip/${CLIP}/320`);
    const poster = await sharp({
      create: { width: 640, height: 360, channels: 3, background: "#ffcc00" },
    })
      .webp()
      .toBuffer();
    await writeFile(join(folder, "media", "posters", `${CLIP}.webp`), poster);
    restart();
    const after = await get(`/clip/${CLIP}/320`);
    expect(after.headers.get("etag")).not.toBe(before.headers.get("etag"));
  });

  it("responds 404 for a missing poster, and with a placeholder for an invalid one", async () => {
    await start();
    const path = join(folder, "media", "posters", `${CLIP}.webp`);
    await rm(path);
    expect((await get(`/clip/${CLIP}/320`)).status).toBe(404);
    await writeFile(path, "no picture");
    expect((await get(`/clip/${CLIP}/320`)).headers.get("x-picture")).toBe("failed");
  });
});
