import sharp from "sharp";
import { beforeEach, describe, expect, it } from "vitest";
import type { Broadcasting } from "#server/live/on-air.ts";
import type { OwnVideoFacts } from "#shared/contracts/own-videos.ts";
import { DAY_MS } from "@reign-tv/kit/durations.ts";
import { requestedRange } from "@reign-tv/kit/http/byte-range.domain.ts";
import { createPodcastRoutes } from "./podcast-routes.ts";

const ID = "clip-own-0123456789ab";
const EPISODE: OwnVideoFacts = {
  id: ID,
  show: "sermons",
  language: "fr",
  category: "sermons",
  title: "La foi ]]> <b>vivante</b>",
  description: "",
  speaker: "Pasteur Ruth",
  passage: "Hébreux 11",
  offlineAllowed: true,
  soundOf: null,
  publishedAt: "2026-11-22T09:30:00.000Z",
  seconds: 3_600,
  hasPicture: true,
  hasPoster: false,
  captions: ["fr"],
  chapters: [{ at: 0, title: "Louange" }],
  files: { video: 9_000, sound: 1_000, low: null },
  revision: 3,
};
const FILE = `/podcast/episodes/${ID}.m4a`;
const BYTES = Uint8Array.from({ length: 1_000 }, (_, index) => index % 251);

let downloads: string[] = [];
let videos: OwnVideoFacts[] = [];
let asked: string[] = [];
/** Monday. */
let nowMs = 0;
let onAir: Broadcasting | null = null;

beforeEach(() => {
  downloads = [];
  asked = [];
  videos = [EPISODE];
  nowMs = Date.UTC(2026, 10, 23);
  onAir = null;
});

/** The server's own route of the file, as far as the podcast uses it. */
function soundFile(url: string, init: RequestInit = {}): Response {
  asked.push(url);
  const headers = new Headers(init.headers);
  const range = requestedRange({
    header: (name) => headers.get(name) ?? undefined,
    etag: '"v3"',
    size: BYTES.length,
  });
  if (range === "unsatisfiable") {
    return new Response(null, { status: 416, headers: { "Content-Range": "bytes */1000" } });
  }
  if (range === "whole") {
    return new Response(init.method === "HEAD" ? null : BYTES, {
      headers: { "Content-Type": "audio/mp4", "Content-Length": "1000", ETag: '"v3"' },
    });
  }
  return new Response(BYTES.subarray(range.first, range.last + 1), {
    status: 206,
    headers: { "Content-Range": `bytes ${range.first}-${range.last}/1000` },
  });
}

function routes() {
  return createPodcastRoutes({
    siteUrl: "https://reign.example",
    ministry: () => ({
      name: "Reign TV",
      email: "hello@reign.example",
      links: {},
      playlists: { sermons: "library-sermons" },
      channels: {
        french: { name: { en: "Live", fr: "Direct" }, language: "fr", source: { kind: "ingest" } },
      },
      services: {
        timeZone: "Europe/Paris",
        weekly: [
          {
            id: "sunday",
            weekday: "sunday",
            start: "10:00",
            durationMinutes: 120,
            title: { en: "Sunday service", fr: "Culte du dimanche" },
          },
        ],
      },
    }),
    onAir: () => onAir,
    ownVideos: () => videos,
    guidOf: () => Promise.resolve("3f2b8c1e-0d5a-4f8e-9a70-1c2d3e4f5a6b"),
    inProcess: async (url, init) => soundFile(url, init),
    countDownload: (id) => downloads.push(id),
    clientAddress: (context) => context.req.header("x-test-address") ?? "203.0.113.7",
    now: () => nowMs,
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
    expect(xml).toMatch(
      new RegExp(`<link>https://reign\\.example/fr/[a-z-]+/sermons\\?v=${ID}</link>`),
    );
    expect(xml).toContain(`/media/own/${ID}/captions.fr.vtt?v=3" type="text/vtt" language="fr"`);
    const head = await app.request("/podcast/sermons.fr.xml", { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([200, ""]);
    const headers = { "If-None-Match": response.headers.get("etag") ?? "" };
    expect((await app.request("/podcast/sermons.fr.xml", { headers })).status).toBe(304);
    const other = await (await app.request("/podcast/sermons.en.xml")).text();
    expect(other).not.toContain("<item>");
    expect((await app.request("/podcast/prayers.en.xml")).status).toBe(404);
  });

  it("name the file of podcast apps once it is made", async () => {
    videos = [{ ...EPISODE, files: { ...EPISODE.files, episode: 990 } }];
    const app = routes();
    const xml = await (await app.request("/podcast/sermons.fr.xml")).text();
    expect(xml).toContain(`<enclosure url="https://reign.example${FILE}" length="990"`);
    await app.request(FILE);
    expect(asked).toEqual([`/media/own/${ID}/episode.m4a?v=3`]);
  });

  it("have the services of a day as streams, before, during and after them", async () => {
    const start = Date.UTC(2026, 10, 29, 9);
    const hour = 3_600_000;
    const item = async (atMs: number, show = "sermons", language = "fr"): Promise<string> => {
      nowMs = atMs;
      const xml = await (await routes().request(`/podcast/${show}.${language}.xml`)).text();
      return /<podcast:liveItem[^]*<\/podcast:liveItem>/.exec(xml)?.[0] ?? "";
    };
    const times = 'start="2026-11-29T09:00:00.000Z" end="2026-11-29T11:00:00.000Z"';
    const pending = await item(start - 23 * hour);
    expect(pending).toBe(
      [
        `<podcast:liveItem status="pending" ${times}>`,
        "<title>Culte du dimanche</title>",
        "<link>https://reign.example/fr/live-tv</link>",
        '<guid isPermaLink="false">live-french-sunday-2026-11-29T09:00:00.000Z</guid>',
        '<podcast:alternateEnclosure type="application/x-mpegURL" default="true"><podcast:source uri="https://reign.example/live/french/audio.m3u8"/></podcast:alternateEnclosure>',
        '<enclosure url="https://reign.example/live/french/audio.m3u8" length="0" type="application/x-mpegURL"/>',
        '<podcast:contentLink href="https://reign.example/fr/live-tv">Regarder en direct</podcast:contentLink>',
        "</podcast:liveItem>",
      ].join("\n"),
    );
    onAir = { id: "7", startedAtMs: start - hour / 2, rates: { picture: null, sound: 34 } };
    const live = pending.replace("pending", "live");
    expect(await item(start - hour / 4)).toBe(live);
    expect(await item(start + 3 * hour)).toBe(live);
    onAir = null;
    expect(await item(start + hour)).toBe(pending);
    expect(await item(start + 3 * hour)).toBe(pending.replace("pending", "ended"));
    for (const other of [
      await item(start - 25 * hour),
      await item(start + 9 * hour),
      await item(start, "devotionals"),
      await item(start, "sermons", "en"),
    ]) {
      expect(other).toBe("");
    }
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
    const { sound: _sound, ...files } = EPISODE.files;
    videos = [
      { ...EPISODE, show: null },
      { ...EPISODE, files: { ...files, sound: null } },
    ];
    expect(await (await routes().request("/api/podcasts")).json()).toEqual({ feeds: [] });
  });
});

describe("episodes", () => {
  it("have the stated length and ranges", async () => {
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
    expect(new Set(asked)).toEqual(new Set([`/media/own/${ID}/sound.m4a?v=3`]));
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
    expect(downloads).toEqual([ID, ID]);
    nowMs += DAY_MS;
    await app.request(FILE, from("203.0.113.8"));
    expect(downloads).toEqual([ID, ID, ID]);
  });

  it("have chapters where staff set some", async () => {
    const response = await routes().request(`/podcast/episodes/${ID}.json`);
    expect(response.headers.get("content-type")).toBe("application/json+chapters");
    expect(await response.json()).toEqual({
      version: "1.2.0",
      chapters: [{ startTime: 0, title: "Louange" }],
    });
    videos = [{ ...EPISODE, chapters: [] }];
    expect((await routes().request(`/podcast/episodes/${ID}.json`)).status).toBe(404);
  });
});
