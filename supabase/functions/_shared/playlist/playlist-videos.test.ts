import { gunzipSync } from "node:zlib";
import { createClient } from "@supabase/supabase-js";
import { afterEach, describe, expect, it } from "vitest";
import * as v from "valibot";
import { fakeVideo, fakeVideos } from "#tests/fakes/youtube/catalogue.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@reign-tv/kit/durations.ts";
import { LIBRARY, MUSIC, SERMONS, startPlaylistFunction } from "./playlist-function.fixture.ts";
import type { TestedFunction, TestedOptions } from "./playlist-function.fixture.ts";

let tested: TestedFunction;

async function start(options: TestedOptions = {}): Promise<TestedFunction> {
  tested = await startPlaylistFunction({
    playlists: { [SERMONS]: fakeVideos("s", 63) },
    ...options,
  });
  return tested;
}

afterEach(async () => {
  await tested.close();
});

const ids = (reply: { answer: { videos: { id: string }[] } | null }): string[] =>
  (reply.answer?.videos ?? []).map((video) => video.id);

describe("a playlist of the platform with a key", () => {
  it("is read on all pages, with durations and views in display form (S1.4)", async () => {
    await start();
    const reply = await tested.invoke(SERMONS);
    expect(reply.status).toBe(200);
    expect(reply.answer).toMatchObject({
      source: "api",
      stale: false,
      fetchedAt: "2026-11-21T12:00:00.000Z",
    });
    expect(reply.answer?.videos).toHaveLength(63);
    expect(reply.answer?.videos[0]).toEqual({
      id: "s0001______",
      title: "Video s0001",
      description: "About s0001.",
      thumbnail: "/img/yt/s0001______",
      duration: "1:02:03",
      viewCount: "12K views",
      publishedAt: "2026-10-04T10:00:00.000Z",
    });
    expect(tested.fake.units()).toBe(4);
  });

  it("contains only the newest by date, without descriptions, with a limit", async () => {
    await start({ playlists: { [SERMONS]: fakeVideos("s", 63).toReversed() } });
    const reply = await tested.post({ playlistId: SERMONS, limit: 5 });
    expect(ids(reply)).toHaveLength(5);
    expect(reply.answer?.videos[0]).toMatchObject({ title: "Video s0001", description: "" });
    expect(ids(reply)[4]).toBe("s0005______");
  });

  it.each([0, 25, 1.5, "5"])("rejects the limit %j with 400", async (limit) => {
    await start();
    const reply = await tested.post({ playlistId: SERMONS, limit });
    expect(reply.status).toBe(400);
  });

  it("omits private, deleted, vanished and non-embeddable items", async () => {
    await start({
      playlists: {
        [SERMONS]: [
          fakeVideo("good"),
          fakeVideo("private", { state: "private" }),
          fakeVideo("deleted", { state: "deleted" }),
          fakeVideo("noembed", { isEmbeddable: false }),
          fakeVideo("good"),
        ],
      },
    });
    expect(ids(await tested.invoke(SERMONS))).toEqual(["good_______"]);
  });

  it("starts with videos in the reader's language", async () => {
    const languages = [
      { defaultAudioLanguage: "en-GB", defaultLanguage: "fr" },
      { defaultLanguage: "fr-CD" },
      { defaultAudioLanguage: "zxx" },
      { defaultAudioLanguage: "?" },
      {},
    ];
    const videos = languages.map((told, index) => fakeVideo(`v${index}`, { languages: told }));
    await start({ playlists: { [SERMONS]: videos } });
    const reply = await tested.post({ playlistId: SERMONS, language: "fr" });
    expect(reply.answer?.videos.map(({ id, language }) => [id.slice(0, 2), language])).toEqual([
      ["v1", "fr"],
      ["v0", "en"],
      ["v2", undefined],
      ["v3", undefined],
      ["v4", undefined],
    ]);
  });

  it("shows LIVE, Soon and hidden view counts", async () => {
    await start({
      playlists: {
        [SERMONS]: [
          fakeVideo("live", { live: "live", views: 57 }),
          fakeVideo("soon", { live: "upcoming", views: 0 }),
          fakeVideo("hidden", { views: null, duration: "PT45S" }),
        ],
      },
    });
    const reply = await tested.invoke(SERMONS);
    const texts = reply.answer?.videos.map((video) => [video.duration, video.viewCount]);
    expect(texts).toEqual([
      ["LIVE", "57 views"],
      ["Soon", ""],
      ["0:45", ""],
    ]);
  });

  it("keeps the order of the list, and of a long one the newest thousand", async () => {
    await start({ playlists: { [SERMONS]: fakeVideos("m", 1_050) } });
    const reply = await tested.invoke(SERMONS);
    expect(ids(reply)).toHaveLength(1_000);
    expect(ids(reply).at(-1)).toBe("m1000______");
    expect(tested.fake.units()).toBe(41);
  });

  it("never shows the key in a URL", async () => {
    await start();
    await tested.invoke(SERMONS);
    expect(JSON.stringify(tested.fake.requests)).not.toContain(tested.fake.apiKey);
  });
});

describe("the cache", () => {
  it("answers from memory for 15 minutes and reads once for many visitors", async () => {
    await start();
    await Promise.all(Array.from({ length: 50 }, () => tested.invoke(SERMONS)));
    tested.pass(15 * MINUTE_MS - 1);
    const reply = await tested.invoke(SERMONS);
    expect(reply.headers.get("x-cache")).toBe("hit");
    expect(tested.fake.units()).toBe(4);
  });

  it("answers from the cache at once and refreshes the first page in the background", async () => {
    await start();
    await tested.invoke(SERMONS);
    const [newest, ...rest] = fakeVideos("s", 63);
    const added = fakeVideo("added");
    tested.fake.catalogue.playlists.set(SERMONS, [added, ...(newest ? [newest] : []), ...rest]);
    tested.pass(15 * MINUTE_MS);
    expect(ids(await tested.invoke(SERMONS))[0]).toBe("s0001______");
    await tested.settle();
    const after = await tested.invoke(SERMONS);
    expect(ids(after)[0]).toBe("added______");
    expect(ids(after)).toHaveLength(64);
    expect(tested.fake.units()).toBe(6);
  });

  it("walks all pages again after 6 hours and finds a change far down", async () => {
    await start();
    await tested.invoke(SERMONS);
    const withoutOld = fakeVideos("s", 63).filter((video) => video.id !== "s0060______");
    tested.fake.catalogue.playlists.set(SERMONS, [...withoutOld, fakeVideo("end")]);
    tested.pass(20 * MINUTE_MS);
    await tested.invoke(SERMONS);
    await tested.settle();
    expect(ids(await tested.invoke(SERMONS))).toContain("s0060______");
    tested.pass(6 * HOUR_MS);
    await tested.invoke(SERMONS);
    await tested.settle();
    const after = ids(await tested.invoke(SERMONS));
    expect(after).not.toContain("s0060______");
    expect(after.at(-1)).toBe("end________");
  });

  it("survives a restart and serves the stored response without a call", async () => {
    await start();
    await tested.invoke(SERMONS);
    tested.restart();
    expect(ids(await tested.invoke(SERMONS))).toHaveLength(63);
    expect(tested.fake.units()).toBe(4);
  });

  it("adopts a newer response of another server without a call", async () => {
    const other = await startPlaylistFunction({ playlists: { [SERMONS]: fakeVideos("s", 64) } });
    await start({ store: other.store });
    expect(ids(await tested.invoke(SERMONS))).toHaveLength(63);
    const unitsBefore = tested.fake.units();
    for (const server of [other, tested]) server.pass(20 * MINUTE_MS);
    await other.invoke(SERMONS);
    await other.settle();
    await tested.invoke(SERMONS);
    await tested.settle();
    expect(ids(await tested.invoke(SERMONS))).toHaveLength(64);
    expect(tested.fake.units()).toBe(unitsBefore);
    await other.close();
  });

  it("ignores a damaged store entry and a failing store", async () => {
    const store = {
      get: (key: string) =>
        key.startsWith("youtube-playlist:")
          ? Promise.resolve("{broken")
          : Promise.reject(new Error()),
      set: () => Promise.reject(new Error("disk full")),
    };
    await start({ store });
    expect(ids(await tested.invoke(SERMONS))).toHaveLength(63);
    expect(tested.log.join("\n")).toContain("could not be stored");
  });

  it("drops a response after 30 days", async () => {
    await start();
    await tested.invoke(SERMONS);
    tested.fake.fail("playlistItems", "internalError");
    tested.pass(29 * DAY_MS);
    expect((await tested.invoke(SERMONS)).answer).toMatchObject({ stale: true, source: "api" });
    await tested.settle();
    tested.fake.fail("feed", "internalError");
    tested.pass(2 * DAY_MS);
    expect((await tested.invoke(SERMONS)).status).toBe(502);
  });

  it("marks a response as stale after hours without requests", async () => {
    await start();
    await tested.invoke(SERMONS);
    tested.pass(9 * HOUR_MS);
    expect((await tested.invoke(SERMONS)).answer?.stale).toBe(true);
    await tested.settle();
    expect((await tested.invoke(SERMONS)).answer?.stale).toBe(false);
  });
});

describe("a visitor's Refresh", () => {
  it("reads the first page now, once a minute at most", async () => {
    await start();
    await tested.invoke(SERMONS);
    tested.fake.catalogue.playlists.set(SERMONS, [fakeVideo("new"), ...fakeVideos("s", 63)]);
    tested.pass(MINUTE_MS);
    expect(ids(await tested.invoke(SERMONS, true))[0]).toBe("new________");
    expect(tested.fake.units()).toBe(6);
    tested.pass(59_000);
    await tested.invoke(SERMONS, true);
    expect(tested.fake.units()).toBe(6);
    tested.pass(1_000);
    await tested.invoke(SERMONS, true);
    expect(tested.fake.units()).toBe(8);
  });

  it("can use only half of the day's units", async () => {
    await start({ env: { YOUTUBE_DAILY_UNITS: "12" } });
    await tested.invoke(SERMONS);
    for (let minute = 0; minute < 5; minute += 1) {
      tested.pass(MINUTE_MS);
      await tested.invoke(SERMONS, true);
    }
    expect(tested.fake.units()).toBe(6);
  });

  it("serves the last valid response when the source fails", async () => {
    await start();
    await tested.invoke(SERMONS);
    tested.fake.fail("playlistItems", "internalError");
    tested.pass(MINUTE_MS);
    const reply = await tested.invoke(SERMONS, true);
    expect(reply.answer).toMatchObject({ stale: true });
    expect(reply.headers.get("x-cache")).toBe("stale");
    expect(ids(reply)).toHaveLength(63);
  });
});

describe("the bundled library", () => {
  const clip = (id: string, language: string, day: number, more: object = {}): object => ({
    id,
    category: "testimonies",
    language,
    title: `Clip ${id}`,
    description: "A verse.",
    durationSeconds: 19.2,
    publishedAt: `2026-06-${String(day).padStart(2, "0")}T08:00:00Z`,
    media: "clips/ignored.mp4",
    ...more,
  });
  const sound = {
    url: "/media/clips/clip-one.m4a?v=1",
    playlist: "/media/clips/clip-one/audio.m3u8?v=1",
    bytes: 54_000,
    seconds: 19.2,
  };
  const library = {
    version: 1,
    clips: [
      clip("clip-one", "en", 1, {
        bytes: 217_225,
        tiny: { bytes: 97_000, media: "ignored" },
        sound: { ...sound, media: "ignored" },
        keep: { sound: { url: sound.url, bytes: 54_000 } },
      }),
      clip("clip-deux", "fr", 9),
      clip("clip-two", "en", 5, {
        views: 1_234,
        sound: { ...sound, url: "https://x.example" },
        keep: { picture: { url: "https://x.example", bytes: 1 } },
      }),
      clip("clip-song", "en", 7, { category: "music" }),
    ],
  };

  it("returns its category: English before French, newest first", async () => {
    await start({ library });
    const reply = await tested.invoke(LIBRARY);
    expect(reply.answer?.source).toBe("bundled");
    expect(ids(reply)).toEqual(["clip-two", "clip-one", "clip-deux"]);
    expect(reply.answer?.videos[0]).toMatchObject({
      thumbnail: "/img/clip/clip-two",
      duration: "0:19",
      viewCount: "1.2K views",
      publishedAt: "2026-06-05T08:00:00.000Z",
    });
    expect(reply.answer?.videos[1]?.viewCount).toBe("0 views");
    expect(tested.fake.requests).toHaveLength(0);
    const row = await tested.post({ playlistId: LIBRARY, limit: 2 });
    expect(ids(row)).toEqual(["clip-deux", "clip-two"]);
  });

  it("starts with the reader's language in lists and rows, and marks the others", async () => {
    await start({ library });
    const list = await tested.post({ playlistId: LIBRARY, language: "fr" });
    expect(list.answer?.videos.map(({ id, language }) => [id, language])).toEqual([
      ["clip-deux", "fr"],
      ["clip-two", "en"],
      ["clip-one", "en"],
    ]);
    const row = await tested.post({ playlistId: LIBRARY, limit: 2, language: "en" });
    expect(ids(row)).toEqual(["clip-two", "clip-one"]);
    const french = await tested.post({ playlistId: LIBRARY, limit: 2, language: "fr" });
    expect(french.answer?.videos.map(({ id, language }) => [id, language])).toEqual([
      ["clip-deux", undefined],
      ["clip-two", "en"],
    ]);
  });

  it("returns the common response for a language without videos", async () => {
    await start({ library });
    const plain = await tested.get(LIBRARY);
    const swahili = await tested.get(LIBRARY, {}, { language: "sw" });
    expect([swahili.status, swahili.headers.get("etag")]).toEqual([200, plain.headers.get("etag")]);
  });

  it.each(["FR", "fr-CD", "francais", ""])("rejects the language %j with 400", async (bad) => {
    await start({ library });
    expect((await tested.get(LIBRARY, {}, { language: bad })).status).toBe(400);
    expect((await tested.post({ playlistId: LIBRARY, language: bad })).status).toBe(400);
  });

  it("has size and sound of a single clip, but neither in a list", async () => {
    await start({ library });
    const { answer } = await tested.getVideo(LIBRARY, "clip-one");
    expect(answer?.videos).toMatchObject([{ bytes: 217_225, saverBytes: 97_000 }]);
    expect(answer?.videos[0]?.sound).toEqual(sound);
    expect(answer?.videos[0]?.keep).toEqual({ sound: { url: sound.url, bytes: 54_000 } });
    const elsewhere = await tested.getVideo(LIBRARY, "clip-two");
    expect(elsewhere.answer?.videos[0]).not.toHaveProperty("sound");
    expect(elsewhere.answer?.videos[0]).not.toHaveProperty("keep");
    for (const list of [
      await tested.invoke(LIBRARY),
      await tested.post({ playlistId: LIBRARY, limit: 3 }),
    ]) {
      expect(
        list.answer?.videos.filter((video) => /bytes|sound|keep/i.test(Object.keys(video).join())),
      ).toEqual([]);
    }
  });

  it("reports an unreadable library", async () => {
    await start({ library: { version: 2 } });
    const reply = await tested.invoke(LIBRARY);
    expect([reply.status, reply.error?.code]).toEqual([502, "bad_answer"]);
  });
});

describe("many clients behind one IP address", () => {
  it("read cached playlists without limit, by GET and POST", async () => {
    await start({ share: 1 });
    for (let visitor = 0; visitor < 500; visitor += 1) {
      expect((await tested.get(SERMONS, {}, { limit: "5" })).status).toBe(200);
      expect((await tested.invoke(SERMONS)).status).toBe(200);
    }
    tested.pass(15 * MINUTE_MS);
    expect((await tested.invoke(SERMONS)).status).toBe(200);
    await tested.settle();
    expect((await tested.invoke(SERMONS)).answer?.stale).toBe(false);
  });

  it("are counted for first readings, refreshes and invalid requests", async () => {
    await start({ share: 2 });
    await tested.invoke(SERMONS);
    expect((await tested.invoke("PLforeignForeign")).status).toBe(400);
    const refused = await tested.invoke("PLforeignForeign");
    expect([refused.status, refused.headers.get("retry-after"), refused.error]).toEqual([
      429,
      "42",
      {
        error: "Failed to fetch YouTube videos: too many requests came from this connection",
        code: "too_many_requests",
      },
    ]);
    expect((await tested.invoke(MUSIC)).status).toBe(429);
    expect((await tested.get(SERMONS)).status).toBe(200);
  });

  it("get the cached response for a Refresh above their limit", async () => {
    await start({ share: 1 });
    await tested.invoke(SERMONS);
    const units = tested.fake.units();
    tested.pass(MINUTE_MS);
    expect((await tested.invoke(SERMONS, true)).answer?.videos).toHaveLength(63);
    expect(tested.fake.units()).toBe(units);
  });

  it("pay once for simultaneous requests", async () => {
    await start({ share: 1 });
    const replies = await Promise.all(Array.from({ length: 40 }, () => tested.invoke(SERMONS)));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    expect(tested.fake.units()).toBe(4);
  });
});

describe("without a key", () => {
  it("serves the feed: 15 entries without durations, marked as such", async () => {
    await start({ env: { YOUTUBE_API_KEY: undefined } });
    const reply = await tested.invoke(SERMONS);
    expect(reply.answer).toMatchObject({ source: "rss", stale: false });
    expect(reply.answer?.videos).toHaveLength(15);
    expect(reply.answer?.videos[0]).toMatchObject({ duration: "", viewCount: "12K views" });
    expect(tested.fake.units()).toBe(0);
  });

  it("reads the feed again, and serves its last valid response when it fails", async () => {
    await start({ env: { YOUTUBE_API_KEY: undefined } });
    await tested.invoke(SERMONS);
    tested.pass(15 * MINUTE_MS);
    tested.fake.fail("feed", "internalError");
    await tested.invoke(SERMONS);
    await tested.settle();
    expect((await tested.invoke(SERMONS)).answer).toMatchObject({ source: "rss", stale: true });
  });
});

describe("the unmodified client", () => {
  const client = (): ReturnType<typeof createClient> =>
    createClient("https://site.example", "sb_publishable_test", {
      auth: { persistSession: false, autoRefreshToken: false },
      global: { fetch: (input, init) => tested.service().handle(new Request(input, init)) },
    });

  it("gets the videos as data (S3.7, S7.3)", async () => {
    await start();
    const { data, error } = await client().functions.invoke("youtube-playlist-videos", {
      body: { playlistId: SERMONS },
    });
    expect(error).toBeNull();
    expect(data).toMatchObject({ source: "api", stale: false });
  });

  it("gets the reason of a failure from the error's context", async () => {
    await start();
    tested.fake.fail("playlistItems", "playlistNotFound");
    tested.fake.fail("feed", "reset");
    const { error } = await client().functions.invoke("youtube-playlist-videos", {
      body: { playlistId: SERMONS },
    });
    const { context } = v.parse(v.object({ context: v.instance(Response) }), error);
    expect([context.status, await context.json()]).toEqual([
      502,
      {
        error: "Failed to fetch YouTube videos: this playlist doesn't exist",
        code: "playlist_not_found",
      },
    ]);
  });
});

describe("HTTP", () => {
  const bad: [string, unknown][] = [
    ["an address", "https://www.youtube.com/playlist?list=PLsermonsSermons"],
    ["a path", "../../etc/passwd"],
    ["10,000 characters", "a".repeat(10_000)],
    ["nothing", ""],
    ["a number", 12_345_678_901],
    ["a list", [SERMONS]],
    ["null", null],
    ["a foreign playlist", "PLforeignForeign"],
    ["a library category that is not configured", "library-sermons"],
  ];
  it.each(bad)("rejects %s as a playlist id without a call", async (_what, playlistId) => {
    await start();
    const reply = await tested.invoke(playlistId);
    expect([400, 413]).toContain(reply.status);
    expect(reply.error?.error).not.toBe("");
    expect(tested.fake.requests).toHaveLength(0);
  });

  it("gives each error its code", async () => {
    await start();
    const code = async (id: unknown): Promise<string | undefined> =>
      (await tested.invoke(id)).error?.code;
    expect(await code("x")).toBe("invalid_playlist_id");
    expect(await code("PLforeignForeign")).toBe("unknown_playlist");
    expect(await code(7)).toBe("invalid_body");
    expect(await code("a".repeat(10_000))).toBe("body_too_large");
  });

  const post = (body: BodyInit): Promise<Response> => {
    const init = { method: "POST", body, duplex: "half" };
    return tested.service().handle(new Request("https://site.example/f", init));
  };

  it("rejects a body that is no JSON with 400 and an endless one with 413", async () => {
    await start();
    expect((await post("{oops")).status).toBe(400);
    expect((await post("[]")).status).toBe(400);
    const endless = new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(1_000)),
    });
    expect((await post(endless)).status).toBe(413);
  });

  it("answers other methods with 405 and OPTIONS with 204", async () => {
    await start();
    const ask = (method: string): Promise<Response> =>
      tested.service().handle(new Request("https://site.example/f", { method }));
    expect((await ask("DELETE")).status).toBe(405);
    expect((await ask("OPTIONS")).headers.get("allow")).toBe("GET, HEAD, POST, OPTIONS");
  });

  it("makes GET cacheable with a strong ETag, and answers 304", async () => {
    await start();
    const first = await tested.get(SERMONS);
    expect(first.headers.get("cache-control")).toBe(
      "public, max-age=30, stale-while-revalidate=600, stale-if-error=604800",
    );
    const etag = first.headers.get("etag") ?? "";
    expect(etag).toMatch(/^"[0-9a-f]{24}"$/);
    const again = await tested.get(SERMONS, { "if-none-match": `"other", W/${etag}` });
    expect([again.status, await again.text()]).toEqual([304, ""]);
    expect(again.headers.get("etag")).toBe(etag);
    expect((await tested.get(SERMONS, { "if-none-match": '"other"' })).status).toBe(200);
  });

  it("sends a row of cards for GET with a limit, with its own ETag", async () => {
    await start();
    const row = await tested.get(SERMONS, {}, { limit: "5" });
    expect((await row.json()).videos).toHaveLength(5);
    expect(row.headers.get("etag")).not.toBe((await tested.get(SERMONS)).headers.get("etag"));
    for (const limit of ["0", "25", "1.5", "five", ""]) {
      expect((await tested.get(SERMONS, {}, { limit })).status).toBe(400);
    }
  });

  it("sends one video with its full description, which the list shortens", async () => {
    const description = `0:00 Welcome\n5:10 ${"Word ".repeat(100)}\n12:30 Prayer`;
    await start({
      playlists: { [SERMONS]: [fakeVideo("long", { description }), ...fakeVideos("s", 3)] },
    });
    const { answer } = await tested.getVideo(SERMONS, "long_______");
    expect(answer?.videos.map((video) => video.description)).toEqual([description]);
    const list = await tested.invoke(SERMONS);
    expect(list.answer?.videos[0]?.description).toMatch(/^0:00 Welcome\n5:10 Word .{260,280}…$/);
  });

  it.each([
    ["s9999______", 200],
    ["../etc/passwd", 400],
    ["", 400],
  ])("answers for the unknown video %j without one: %i", async (videoId, status) => {
    await start({ playlists: { [SERMONS]: fakeVideos("s", 3) } });
    const reply = await tested.getVideo(SERMONS, videoId);
    expect([reply.status, reply.answer?.videos ?? []]).toEqual([status, []]);
  });

  it("rejects GET without a playlist id, uncached", async () => {
    await start();
    const reply = await tested.get("");
    expect([reply.status, reply.headers.get("cache-control")]).toEqual([400, "no-store"]);
  });

  it("compresses responses once, with their own ETag", async () => {
    await start();
    const plain = await tested.get(SERMONS);
    const packed = await tested.get(SERMONS, { "accept-encoding": "br, gzip;q=0.8" });
    expect(packed.headers.get("content-encoding")).toBe("gzip");
    expect(packed.headers.get("vary")).toBe("Accept-Encoding");
    expect(packed.headers.get("etag")).not.toBe(plain.headers.get("etag"));
    const bytes = new Uint8Array(await packed.arrayBuffer());
    expect(gunzipSync(bytes).toString()).toBe(await plain.text());
    const refused = await tested.get(SERMONS, { "accept-encoding": "gzip;q=0, br" });
    expect(refused.headers.get("content-encoding")).toBeNull();
  });

  it("forbids caches to store a POST response", async () => {
    await start();
    expect((await tested.invoke(SERMONS)).headers.get("cache-control")).toBe("no-store");
  });

  it("logs a broken configuration by name and answers 503", async () => {
    await start({ env: { PLAYLISTS: "{not json", SITE_URL: "ftp://x" } });
    const reply = await tested.invoke(SERMONS);
    expect([reply.status, reply.error]).toEqual([
      503,
      {
        error: "Failed to fetch YouTube videos: no playlist has been set up yet",
        code: "not_configured",
      },
    ]);
    expect(tested.log[0]).toContain('"variables":"SITE_URL, PLAYLISTS"');
  });
});
