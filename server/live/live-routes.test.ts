import * as v from "valibot";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Hono } from "hono";
import { createFaultRegistry } from "@reign-tv/kit/fault-registry.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { mediaRoutes } from "#tests/support/media-routes.ts";
import { loadLibrary, type MediaLibrary } from "#server/media/library.ts";
import { channelNamed } from "#shared/live/channels.ts";
import { type LiveStatus, liveStatusSchema } from "#shared/contracts/live-status.ts";
import { channelScheduleSchema, programmeGuideSchema } from "#shared/contracts/programme-guide.ts";
import type { Ministry } from "#shared/site/ministry.ts";
import {
  largeFilmOf,
  makeClip,
  type MediaFixture,
  soundOf,
  writeMediaFixture,
} from "#tests/support/media-fixture.ts";
import { testMinistry } from "#tests/support/ministry-fixture.ts";
import { openLive } from "./live-routes.ts";
import { createFileStateStore } from "#server/state-store/state-store.ts";

const NOW_MS = Date.parse("2026-11-21T12:00:00.700Z");

let fixture: MediaFixture;
let library: MediaLibrary;
let nowMs: number;
const folders: string[] = [];

beforeAll(async () => {
  const clips = [makeClip("clip-one", [4.8, 4.8, 4.8]), makeClip("clip-two", [4.8, 4.8])];
  const [one, two] = clips.map((clip) => ({
    ...clip,
    large: largeFilmOf(clip),
    sound: soundOf(clip),
  }));
  const small = makeClip("clip-small", [4.8]);
  fixture = await writeMediaFixture(
    [one, two, small].filter((clip) => clip !== undefined),
    {
      english: ["clip-one", "clip-two"],
      french: ["clip-two", "clip-small"],
    },
  );
  library = await loadLibrary(fixture.directory);
});

beforeEach(() => {
  nowMs = NOW_MS;
});

afterAll(async () => {
  await fixture.remove();
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

async function createInstance(ministry: Ministry = testMinistry(), answer = ""): Promise<Hono> {
  const dataDirectory = await mkdtemp(join(tmpdir(), "reign-live-"));
  folders.push(dataDirectory);
  const fakeFetch = () => Promise.resolve(new Response(answer));
  const stateStore = createFileStateStore(dataDirectory);
  const live = await openLive({
    ministry: () => ministry,
    library,
    stateStore,
    now: () => nowMs,
    fetch: fakeFetch,
  });
  return live.app;
}

async function textOf(app: Hono, path: string): Promise<string> {
  return (await app.request(path)).text();
}

describe("lineup channel over HTTP", () => {
  it("leads from the master to a playlist whose segments all exist", async () => {
    const app = await createInstance();
    const media = await mediaRoutes(library);
    const master = await app.request("/live/english/index.m3u8");
    expect(master.headers.get("cache-control")).toBe("public, max-age=60");
    expect((await master.text()).split("\n")).toContain("480p.m3u8");
    const playlist = await textOf(app, "/live/english/480p.m3u8");
    const urls = [...playlist.matchAll(/^\/\S+|(?<=URI=")[^"]+/gm)].map(([url]) => url);
    expect(urls.length).toBeGreaterThanOrEqual(8);
    for (const url of urls) {
      const response = await media.request(url);
      expect(response.status).toBe(200);
      expect(response.headers.get("cache-control")).toContain("immutable");
    }
  });

  it.each(["480p", "720p"])("plays the same programme in %s", async (name) => {
    const app = await createInstance();
    const media = await mediaRoutes(library);
    const playlist = await textOf(app, `/live/english/${name}.m3u8`);
    const place = (text: string) => text.replaceAll("/large/", "/");
    expect(place(playlist)).toBe(await textOf(app, "/live/english/480p.m3u8"));
    for (const [url] of playlist.matchAll(/^\/\S+|(?<=URI=")[^"]+/gm)) {
      expect((await media.request(url)).status).toBe(200);
    }
  });

  it("plays the same programme as sound alone, and says what it costs", async () => {
    const app = await createInstance();
    const media = await mediaRoutes(library);
    const playlist = await textOf(app, "/live/english/audio.m3u8");
    expect(playlist.replaceAll("/sound/", "/")).toBe(await textOf(app, "/live/english/480p.m3u8"));
    for (const [url] of playlist.matchAll(/^\/\S+|(?<=URI=")[^"]+/gm)) {
      const response = await media.request(url);
      expect([response.status, response.headers.get("content-type")]).toEqual([200, "audio/mp4"]);
    }
    expect(await textOf(app, "/live/english/index.m3u8")).not.toContain("audio.m3u8");
    const { channels } = v.parse(liveStatusSchema, await (await app.request("/api/live")).json());
    // 5,200 bytes of picture and 1,450 of sound in 24 s.
    expect(channels[0]).toMatchObject({ id: "english", pictureRate: 2, soundRate: 1 });
  });

  it("has no sound of a lineup with a clip that lacks it, and none of another host", async () => {
    const app = await createInstance();
    expect((await app.request("/live/french/audio.m3u8")).status).toBe(404);
    const ministry = testMinistry();
    const source = { kind: "hls", url: "https://stream.example.org/live.m3u8" } as const;
    const english = { ...channelNamed(ministry.channels, "english"), source };
    const elsewhere = await createInstance({ ...ministry, channels: { english } });
    expect((await elsewhere.request("/live/english/audio.m3u8")).status).toBe(404);
    for (const [instance, id] of [
      [app, "french"],
      [elsewhere, "english"],
    ] as const) {
      const answer = await (await instance.request("/api/live")).json();
      const { channels } = v.parse(liveStatusSchema, answer);
      expect(channels.find((channel) => channel.id === id)).not.toHaveProperty("soundRate");
    }
  });

  it("has the sound of whichever lineup a channel plays at one address", async () => {
    const ministry = testMinistry();
    const french = channelNamed(ministry.channels, "french");
    const fallback = { kind: "linear", lineupId: "english" } as const;
    const channels = { french: { ...french, fallback, use: "fallback" as const } };
    const app = await createInstance({ ...ministry, channels });
    const sound = await textOf(app, "/live/french/audio.m3u8");
    expect(sound).toBe(await textOf(app, "/live/french/backup/audio.m3u8"));
    expect(sound).toContain("/media/clips/clip-one/sound/");
  });

  it("offers large screens no rendition that a clip lacks", async () => {
    const app = await createInstance();
    expect(await textOf(app, "/live/english/index.m3u8")).toContain("720p.m3u8");
    expect(await textOf(app, "/live/french/index.m3u8")).not.toContain("720p.m3u8");
    expect((await app.request("/live/french/720p.m3u8")).status).toBe(404);
  });

  it("sends the headers that players and CDNs need", async () => {
    const response = await (await createInstance()).request("/live/english/480p.m3u8");
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "application/vnd.apple.mpegurl",
      "cache-control": "public, max-age=1, stale-while-revalidate=2",
      "access-control-allow-origin": "*",
      "cross-origin-resource-policy": "cross-origin",
    });
  });

  it("responds 304 until the next segment is finished", async () => {
    const app = await createInstance();
    const first = await app.request("/live/english/480p.m3u8");
    const headers = { "If-None-Match": first.headers.get("etag") ?? "" };
    nowMs += 600;
    expect((await app.request("/live/english/480p.m3u8", { headers })).status).toBe(304);
    nowMs += 4_800;
    expect((await app.request("/live/english/480p.m3u8", { headers })).status).toBe(200);
  });

  it("has identical bytes from two processes at any instant", async () => {
    const [one, other] = [await createInstance(), await createInstance()];
    for (let step = 0; step < 60; step++) {
      nowMs += 873;
      const path = step % 2 === 0 ? "/live/english/480p.m3u8" : "/live/french/480p.m3u8";
      const [a, b] = [await one.request(path), await other.request(path)];
      expect(b.headers.get("etag")).toBe(a.headers.get("etag"));
      expect(await b.text()).toBe(await a.text());
    }
  });

  it("serves its guide: before, now and next", async () => {
    const text = await textOf(await createInstance(), "/live/english/guide");
    const guide = v.parse(programmeGuideSchema, JSON.parse(text));
    expect(guide).toMatchObject({
      v: 1,
      previous: expect.arrayContaining([expect.objectContaining({ id: "clip-one" })]),
      now: {
        title: expect.stringMatching(/^Title of clip-/),
        reference: "Psalm 23:1",
        poster: expect.stringMatching(/^\/img\/clip\/clip-(?:one|two)\/960\.webp$/),
        captions: [{ language: "en", label: "English" }],
      },
      next: [{}, {}, {}, {}],
    });
  });

  it("serves the programmes of the next 24 hours, one after the other", async () => {
    const app = await createInstance();
    const response = await app.request("/api/live/english/schedule");
    expect(response.headers.get("cache-control")).toBe("public, max-age=60");
    const { programmes } = v.parse(channelScheduleSchema, await response.json());
    const guide = v.parse(
      programmeGuideSchema,
      JSON.parse(await textOf(app, "/live/english/guide")),
    );
    expect(programmes.slice(0, 3).map(({ start }) => start)).toEqual(
      [guide.now, ...guide.next].slice(0, 3).map((programme) => programme?.start),
    );
    expect(programmes[0]).toMatchObject({ title: guide.now?.title, language: "en" });
    for (const [index, { start }] of programmes.slice(1).entries()) {
      expect(start).toBe(programmes[index]?.end);
    }
    expect(programmes.length).toBeLessThanOrEqual(150);
  });

  it("has the schedule of the lineup that plays between broadcasts", async () => {
    const ministry = testMinistry({ english: { kind: "ingest" } });
    channelNamed(ministry.channels, "english").fallback = { kind: "linear", lineupId: "english" };
    const response = await (await createInstance(ministry)).request("/api/live/english/schedule");
    const { programmes } = v.parse(channelScheduleSchema, await response.json());
    expect(programmes[0]).toMatchObject({ language: "en" });
  });

  it("has no schedule for an unknown channel", async () => {
    const response = await (await createInstance()).request("/api/live/german/schedule");
    expect(response.status).toBe(404);
    expect(response.headers.get("cache-control")).toBe("no-store");
  });

  it.each(["/live/german/index.m3u8", "/live/english/1080p.m3u8", "/live/", "/live/english/.."])(
    "responds 404 to %s",
    async (path) => {
      const response = await (await createInstance()).request(path);
      expect(response.status).toBe(404);
    },
  );
});

describe("GET /api/live", () => {
  it("reports rerun for a lineup channel, and the next service", async () => {
    const response = await (await createInstance()).request("/api/live");
    expect(response.headers.get("cache-control")).toBe("public, max-age=0, s-maxage=2");
    expect(response.headers.get("etag")).toMatch(/^"[\w-]+"$/);
    const status = v.parse(liveStatusSchema, await response.json());
    expect(status.now).toBe("2026-11-21T12:00:00Z");
    expect(status.channels.map(({ id, state }) => [id, state])).toEqual([
      ["english", "rerun"],
      ["french", "rerun"],
    ]);
    expect(status.channels[1]?.title).toBe("Title of clip-two");
    expect(status.next).toEqual({
      id: "sunday",
      start: "2026-11-22T09:00:00Z",
      minutes: 120,
      zone: "Europe/Paris",
    });
  });

  it.each([
    ["2026-11-22T07:59:59Z", { isNear: undefined, channel: undefined }],
    ["2026-11-22T08:00:00Z", { isNear: true, channel: undefined }],
    ["2026-11-22T09:00:00Z", { isNear: true, channel: "french" }],
  ])("at %s reports of a service that names its channel: %j", async (now, reported) => {
    nowMs = Date.parse(now);
    const ministry = testMinistry();
    const weekly = ministry.services.weekly.map((service) => ({ ...service, channel: "french" }));
    const services = { ...ministry.services, weekly };
    const response = await (await createInstance({ ...ministry, services })).request("/api/live");
    const { next } = v.parse(liveStatusSchema, await response.json());
    expect([next?.isNear, next?.channel]).toEqual([reported.isNear, reported.channel]);
  });

  it("identifies the source by a fingerprint that another source changes", async () => {
    const nameOf = async (url: string): Promise<unknown> => {
      const app = await createInstance(testMinistry({ english: { kind: "hls", url } }));
      return stateOf(app, "english");
    };
    const secret = "https://stream.example.org/live.m3u8?key=secret";
    const named = { source: expect.stringMatching(/^[\w-]{4}$/) };
    const [one, again, other] = [
      await nameOf(secret),
      await nameOf(secret),
      await nameOf("https://other.example.org/live.m3u8"),
    ];
    expect(one).toMatchObject(named);
    expect(again).toEqual(one);
    expect(other).toMatchObject(named);
    expect(other).not.toEqual(one);
    expect(JSON.stringify(one)).not.toContain("secret");
  });

  it("derives a foreign player's state from the schedule: live in a service, else unknown", async () => {
    const ministry = testMinistry({
      english: {
        kind: "iframe",
        url: "https://player.example.org/embed/1",
        hosts: ["player.example.org"],
      },
    });
    const app = await createInstance(ministry);
    expect(await stateOf(app, "english")).toMatchObject({ state: "unknown", since: null });
    nowMs = Date.parse("2026-11-22T09:30:00Z");
    expect(await stateOf(app, "english")).toMatchObject({
      state: "live",
      since: "2026-11-22T09:00:00Z",
    });
  });

  it.each([
    ["#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,\na.ts\n", "live"],
    ["#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,\na.ts\n#EXT-X-ENDLIST\n", "scheduled"],
    ["<html>captive portal</html>", "down"],
  ])("checks an external stream in the background: %j is %s", async (text, state) => {
    const ministry = testMinistry({
      english: { kind: "hls", url: "https://stream.example.org/live.m3u8" },
    });
    const app = await createInstance(ministry, text);
    expect(await stateOf(app, "english")).toMatchObject({ state: "unknown" });
    await new Promise((resolve) => setImmediate(resolve));
    nowMs += 2_000;
    expect(await stateOf(app, "english")).toMatchObject({ state });
  });
});

describe("dead stream", () => {
  const onAir = (): string => `#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,\n${nowMs}.ts\n`;
  const ministry = testMinistry({
    english: { kind: "hls", url: "https://stream.example.org/live.m3u8" },
  });

  it.each<[string, () => Promise<Response>, string]>([
    ["answers 500", () => Promise.resolve(new Response("", { status: 500 })), "status 500"],
    ["sends garbage", () => Promise.resolve(new Response("<html>")), "not a playlist"],
    ["hangs", () => Promise.reject(new DOMException("late", "TimeoutError")), "no answer in time"],
    ["is gone", () => Promise.reject(new TypeError("fetch failed")), "could not be reached"],
  ])(
    "is reported as down when it %s, with one line at the start and one at the end",
    async (...row) => {
      const [, fault, reason] = row;
      const lines: string[] = [];
      const registry = createFaultRegistry({
        now: () => nowMs,
        log: (_level, event, details) =>
          void lines.push(`${event} ${details?.["component"]} ${details?.["reason"]}`),
      });
      const dataDirectory = await mkdtemp(join(tmpdir(), "reign-live-"));
      folders.push(dataDirectory);
      let answer = fault;
      const { app } = await openLive({
        ministry: () => ministry,
        library,
        stateStore: createFileStateStore(dataDirectory),
        now: () => nowMs,
        fetch: () => answer(),
        report: registry.report,
      });
      const checkSeveralTimes = async (): Promise<unknown> => {
        for (let count = 0; count < 4; count += 1) {
          await stateOf(app, "english");
          await new Promise((resolve) => setImmediate(resolve));
          nowMs += 11_000;
        }
        return stateOf(app, "english");
      };
      expect(await checkSeveralTimes()).toMatchObject({ state: "down" });
      expect(lines).toEqual([`fault_began live:english ${reason}`]);
      expect(registry.states()["live:english"]).toMatchObject({ state: "failing", reason });
      answer = () => Promise.resolve(new Response(onAir()));
      expect(await checkSeveralTimes()).toMatchObject({ state: "live" });
      expect(lines.slice(1)).toEqual([`fault_ended live:english ${reason}`]);
    },
  );

  it("is reported as silent only during a service", async () => {
    const reports: (string | null)[] = [];
    const dataDirectory = await mkdtemp(join(tmpdir(), "reign-live-"));
    folders.push(dataDirectory);
    const { app } = await openLive({
      ministry: () => ministry,
      library,
      stateStore: createFileStateStore(dataDirectory),
      now: () => nowMs,
      fetch: () => Promise.resolve(new Response("", { status: 404 })),
      report: (_component, fault) => void reports.push(fault),
    });
    const check = async (): Promise<unknown> => {
      await stateOf(app, "english");
      await new Promise((resolve) => setImmediate(resolve));
      nowMs += 2_000;
      return stateOf(app, "english");
    };
    expect(await check()).toMatchObject({ state: "scheduled" });
    nowMs = Date.parse("2026-11-22T09:30:00Z");
    expect(await check()).toMatchObject({ state: "offline" });
    expect(reports).toEqual([null, "nobody is sending in a service"]);
  });
});

async function stateOf(app: Hono, id: string): Promise<LiveStatus["channels"][number] | undefined> {
  const status = v.parse(liveStatusSchema, await (await app.request("/api/live")).json());
  return status.channels.find((channel) => channel.id === id);
}

it("has no playlist for a channel without lineup, but for a lineup fallback", async () => {
  const source = { kind: "hls", url: "https://stream.example.org/live.m3u8" } as const;
  const bare = await createInstance(testMinistry({ french: source }));
  expect((await bare.request("/live/french/index.m3u8")).status).toBe(404);
  const ministry = testMinistry({ french: source });
  channelNamed(ministry.channels, "french").fallback = { kind: "linear", lineupId: "french" };
  const withFallback = await createInstance(ministry);
  expect((await withFallback.request("/live/french/index.m3u8")).status).toBe(200);
});

it.each([
  ["a line-up that does not exist", { kind: "linear", lineupId: "german" } as const, /"german"/],
])("stops the start for %s, with its name", async (_what, english, expected) => {
  await expect(createInstance(testMinistry({ english }))).rejects.toThrow(expected);
});

describe("changed channels of the ministry", () => {
  async function openChannels(ministry: Ministry, reported: (string | null)[] = []) {
    const dataDirectory = await mkdtemp(join(tmpdir(), "reign-live-"));
    folders.push(dataDirectory);
    const stateStore = createFileStateStore(dataDirectory);
    const report = (_component: string, fault: string | null) => void reported.push(fault);
    return openLive({
      ministry: () => ministry,
      library,
      stateStore,
      now: () => nowMs,
      fetch: noAnswer,
      report,
    });
  }
  const noAnswer = () => Promise.resolve(new Response("", { status: 404 }));

  it("opens an added channel and closes a removed one", async () => {
    const ministry = testMinistry();
    const live = await openChannels(ministry);
    const { english, ...others } = ministry.channels;
    if (english) ministry.channels = { ...others, praise: english };
    await live.ministryChanged();
    expect((await live.app.request("/live/praise/index.m3u8")).status).toBe(200);
    expect((await live.app.request("/live/english/index.m3u8")).status).toBe(404);
    expect(await stateOf(live.app, "praise")).toMatchObject({ state: "rerun" });
  });

  it("plays a lineup fallback in parallel, and notifies pages at once", async () => {
    const ministry = testMinistry();
    const live = await openChannels(ministry);
    const before = await stateOf(live.app, "english");
    const english = channelNamed(ministry.channels, "english");
    const fallback = { kind: "linear", lineupId: "french" } as const;
    ministry.channels = {
      ...ministry.channels,
      english: { ...english, fallback, use: "fallback" },
    };
    await live.ministryChanged();
    expect(await stateOf(live.app, "english")).toMatchObject({
      state: "rerun",
      title: expect.any(String),
      instead: { why: "chosen" },
    });
    expect(await stateOf(live.app, "english")).not.toMatchObject({ source: before?.source });
    const playlist = await textOf(live.app, "/live/english/backup/480p.m3u8");
    expect(playlist).toBe(await textOf(live.app, "/live/french/480p.m3u8"));
    expect((await live.app.request("/live/english/index.m3u8")).status).toBe(200);
    expect((await live.app.request("/live/french/backup/index.m3u8")).status).toBe(404);
  });

  it("reports a channel as off the air", async () => {
    const ministry = testMinistry();
    const live = await openChannels(ministry);
    const english = channelNamed(ministry.channels, "english");
    ministry.channels = { ...ministry.channels, english: { ...english, isOffAir: true } };
    await live.ministryChanged();
    expect(await stateOf(live.app, "english")).toMatchObject({
      state: "offline",
      title: null,
      instead: { why: "off" },
    });
  });

  it("keeps the other channels running when a lineup cannot be played, and reports it", async () => {
    const ministry = testMinistry();
    const reported: (string | null)[] = [];
    const live = await openChannels(ministry, reported);
    const english = channelNamed(ministry.channels, "english");
    const source = { kind: "linear", lineupId: "german" } as const;
    ministry.channels = { ...ministry.channels, english: { ...english, source } };
    await live.ministryChanged();
    expect(reported).toEqual([expect.stringContaining("german")]);
    expect((await live.app.request("/live/french/index.m3u8")).status).toBe(200);
  });
});
