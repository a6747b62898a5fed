import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createDownloadFilter, createPodcastRoutes, type Episode } from "./podcast-routes.ts";

const BYTES = Uint8Array.from({ length: 1_000 }, (_, index) => index % 251);
const EPISODE: Episode = {
  id: "clip-own-0123456789ab",
  show: "sermons",
  language: "fr",
  title: "La foi ]]> <b>vivante</b>",
  description: "Hébreux 11",
  speaker: "Pasteur Ruth",
  pagePath: "/video-categories/sermons?v=clip-own-0123456789ab",
  publishedAtMs: Date.UTC(2026, 10, 22),
  seconds: 3_600,
  chapters: [{ at: 0, title: "Louange" }],
  captionsPath: null,
  bytes: BYTES.length,
};
const FILE = `/podcast/episodes/${EPISODE.id}.m4a`;

let folder = "";
let downloads: string[] = [];
let episodes: Episode[] = [EPISODE];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "podcast-"));
  writeFileSync(join(folder, "sound.m4a"), BYTES);
});
afterAll(() => rmSync(folder, { recursive: true }));
beforeEach(() => {
  downloads = [];
  episodes = [EPISODE];
});

function routes() {
  return createPodcastRoutes({
    siteUrl: "https://reign.example",
    ministry: () => ({ name: "Reign TV", email: "hello@reign.example", links: {} }),
    episodes: () => Promise.resolve(episodes),
    fileOf: (id) =>
      Promise.resolve(
        id === EPISODE.id
          ? { path: join(folder, "sound.m4a"), bytes: BYTES.length, version: "v1" }
          : null,
      ),
    guidOf: () => Promise.resolve("3f2b8c1e-0d5a-4f8e-9a70-1c2d3e4f5a6b"),
    countDownload: (id) => downloads.push(id),
    clientAddress: (context) => context.req.header("x-test-address") ?? "203.0.113.7",
    now: () => Date.UTC(2026, 10, 23),
  });
}

describe("feeds", () => {
  it("answer GET, HEAD and a condition, and hold the episodes of their show and language alone", async () => {
    const app = routes();
    const response = await app.request("/podcast/sermons.fr.xml");
    expect(response.headers.get("content-type")).toBe("application/rss+xml; charset=utf-8");
    const xml = await response.text();
    expect(xml).toContain("<title>La foi ]]&gt; &lt;b&gt;vivante&lt;/b&gt;</title>");
    expect(xml).toContain(`<enclosure url="https://reign.example${FILE}" length="1000"`);
    expect(xml).toContain(
      "<link>https://reign.example/fr/video-categories/sermons?v=clip-own-0123456789ab</link>",
    );
    const head = await app.request("/podcast/sermons.fr.xml", { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([200, ""]);
    const headers = { "If-None-Match": response.headers.get("etag") ?? "" };
    expect((await app.request("/podcast/sermons.fr.xml", { headers })).status).toBe(304);
    const other = await (await app.request("/podcast/sermons.en.xml")).text();
    expect(other).not.toContain("<item>");
    expect((await app.request("/podcast/prayers.en.xml")).status).toBe(404);
  });

  it("have a square JPEG of 1,400 px", async () => {
    const app = routes();
    const response = await app.request("/podcast/sermons.fr.jpg");
    const image = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
    expect([image.format, image.width, image.height, image.space]).toEqual([
      "jpeg",
      1_400,
      1_400,
      "srgb",
    ]);
    const head = await app.request("/podcast/sermons.fr.jpg", { method: "HEAD" });
    expect(head.headers.get("content-length")).toBe(response.headers.get("content-length"));
  });

  it("are listed when they have an episode", async () => {
    const list = await (await routes().request("/api/podcasts")).json();
    expect(list).toEqual({ feeds: [{ show: "sermons", language: "fr", episodes: 1 }] });
    episodes = [];
    expect(await (await routes().request("/api/podcasts")).json()).toEqual({ feeds: [] });
  });
});

describe("episodes", () => {
  it("have the stated length, ranges and a tag", async () => {
    const app = routes();
    const whole = await app.request(FILE);
    expect(whole.headers.get("content-type")).toBe("audio/x-m4a");
    expect(new Uint8Array(await whole.arrayBuffer())).toEqual(BYTES);
    const head = await app.request(FILE, { method: "HEAD" });
    expect(head.headers.get("content-length")).toBe("1000");
    const part = await app.request(FILE, { headers: { Range: "bytes=10-19" } });
    expect([part.status, part.headers.get("content-range")]).toEqual([206, "bytes 10-19/1000"]);
    expect(new Uint8Array(await part.arrayBuffer())).toEqual(BYTES.subarray(10, 20));
    const beyond = await app.request(FILE, { headers: { Range: "bytes=1000-" } });
    expect([beyond.status, beyond.headers.get("content-range")]).toEqual([416, "bytes */1000"]);
    const headers = { "If-None-Match": '"v1"' };
    expect((await app.request(FILE, { headers })).status).toBe(304);
    expect((await app.request("/podcast/episodes/clip-own-ffffffffffff.m4a")).status).toBe(404);
  });

  it("count a download once a day for each visitor, by its first byte", async () => {
    const app = routes();
    const from = (address: string, range?: string) => ({
      headers: { "x-test-address": address, ...(range && { Range: range }) },
    });
    await app.request(FILE, { method: "HEAD" });
    await app.request(FILE, from("203.0.113.7", "bytes=500-"));
    expect(downloads).toEqual([]);
    await app.request(FILE, from("203.0.113.7", "bytes=0-499"));
    await app.request(FILE, from("203.0.113.7", "bytes=0-"));
    await app.request(FILE, from("203.0.113.8"));
    expect(downloads).toEqual([EPISODE.id, EPISODE.id]);
  });

  it("have chapters where staff set some", async () => {
    const response = await routes().request(`/podcast/episodes/${EPISODE.id}.json`);
    expect(response.headers.get("content-type")).toBe("application/json+chapters");
    expect(await response.json()).toEqual({
      version: "1.2.0",
      chapters: [{ startTime: 0, title: "Louange" }],
    });
    episodes = [{ ...EPISODE, chapters: [] }];
    expect((await routes().request(`/podcast/episodes/${EPISODE.id}.json`)).status).toBe(404);
  });
});

it("the filter of downloads begins again the next day", () => {
  let nowMs = 0;
  const isNew = createDownloadFilter(() => nowMs);
  expect([isNew("a", "v"), isNew("a", "v"), isNew("b", "v")]).toEqual([true, false, true]);
  nowMs = 86_400_000;
  expect(isNew("a", "v")).toBe(true);
});
