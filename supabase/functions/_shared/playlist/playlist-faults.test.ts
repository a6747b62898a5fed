import { afterEach, describe, expect, it } from "vitest";
import { fakeVideo, fakeVideos } from "#tests/fakes/youtube/catalogue.ts";
import type { FaultName } from "#tests/fakes/youtube/faults.ts";
import { OUTBOUND_LIMITS } from "@reign-tv/kit/outbound/bounded-fetch.ts";
import { HOUR_MS, MINUTE_MS } from "@reign-tv/kit/durations.ts";
import { MUSIC, SERMONS, startPlaylistFunction } from "./playlist-function.fixture.ts";
import type { TestedFunction, TestedOptions } from "./playlist-function.fixture.ts";
import { UPSTREAM_TUNING } from "@reign-tv/kit/outbound/upstream.ts";

/** Failures of the platform (F-10 to F-13). */

let tested: TestedFunction;

async function start(options: TestedOptions = {}): Promise<TestedFunction> {
  tested = await startPlaylistFunction({
    playlists: { [SERMONS]: fakeVideos("s", 63), [MUSIC]: fakeVideos("m", 3) },
    ...options,
  });
  return tested;
}

/** Short timeouts, so that a hanging platform ends a test at once. */
const QUICK: TestedOptions = {
  tuning: {
    upstream: {
      tuning: { ...UPSTREAM_TUNING, limits: { ...OUTBOUND_LIMITS, headMs: 40, totalMs: 80 } },
    },
  },
};

/** Short, but long enough for a response on a busy machine. */
const GENEROUS: TestedOptions = {
  tuning: {
    upstream: {
      tuning: { ...UPSTREAM_TUNING, limits: { ...OUTBOUND_LIMITS, headMs: 400, totalMs: 800 } },
    },
  },
};

afterEach(async () => {
  await tested.close();
});

const ANSWERS: [FaultName, number, string, string][] = [
  ["internalError", 502, "upstream_failed", "YouTube has a problem"],
  ["backendError", 502, "upstream_failed", "YouTube has a problem"],
  ["tooManyRequests", 503, "rate_limited", "YouTube isn't available right now"],
  ["rateLimitExceeded", 503, "rate_limited", "YouTube isn't available right now"],
  ["quotaExceeded", 503, "quota_exceeded", "YouTube isn't available right now"],
  ["badKey", 503, "key_refused", "YouTube isn't available right now"],
  ["apiDisabled", 503, "key_refused", "YouTube isn't available right now"],
  ["playlistNotFound", 502, "playlist_not_found", "this playlist doesn't exist"],
  ["reset", 502, "unreachable", "YouTube can't be reached"],
  ["garbageHtml", 502, "bad_answer", "YouTube isn't available right now"],
  ["truncatedJson", 502, "bad_answer", "YouTube isn't available right now"],
  ["wrongTypes", 502, "bad_answer", "YouTube isn't available right now"],
  ["hugeBody", 502, "bad_answer", "YouTube isn't available right now"],
  ["gzipBomb", 502, "bad_answer", "YouTube isn't available right now"],
  ["redirectToPrivate", 502, "bad_answer", "YouTube isn't available right now"],
];

describe("without a cached response and a feed", () => {
  it.each(ANSWERS)("answers %s with %d %s", async (fault, status, code, cause) => {
    await start();
    tested.fake.fail("playlistItems", fault);
    tested.fake.fail("feed", "reset");
    const reply = await tested.invoke(SERMONS);
    expect([reply.status, reply.error]).toEqual([
      status,
      { error: `Failed to fetch YouTube videos: ${cause}`, code },
    ]);
    expect(Number(reply.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(tested.fake.requestsTo("playlistItems").length).toBeLessThanOrEqual(2);
  });

  it.each(["hang", "drip"] as const)("ends %s within the limits", async (fault) => {
    await start(QUICK);
    tested.fake.fail("playlistItems", fault);
    tested.fake.fail("feed", "reset");
    const reply = await tested.invoke(SERMONS);
    expect([reply.status, reply.error?.code]).toEqual([502, "timeout"]);
    expect(tested.asked[0]).toBe("/youtube/v3/playlistItems");
    expect(tested.asked[1]).toBe("/feeds/videos.xml");
  });

  it("stops waiting after the visitor's timeout, and the reading continues", async () => {
    await start({ tuning: { visitorTimeoutMs: 0 } });
    const reply = await tested.invoke(SERMONS);
    expect([reply.status, reply.error?.code]).toEqual([502, "timeout"]);
    await tested.settle();
    expect((await tested.invoke(SERMONS)).status).toBe(200);
  });

  it("names an unreachable platform", async () => {
    await start({
      env: { YOUTUBE_API_BASE: "http://127.0.0.1:1", YOUTUBE_FEED_BASE: "http://127.0.0.1:1" },
    });
    expect((await tested.invoke(SERMONS)).error?.code).toBe("unreachable");
  });

  it("treats 5,000 items in one page as a page of 50", async () => {
    await start();
    const listed = Array.from({ length: 60 }, (_, index) =>
      fakeVideo(`many${String(index).padStart(7, "0")}`),
    );
    tested.fake.catalogue.playlists.set(MUSIC, listed);
    tested.fake.fail("playlistItems", "manyItems");
    expect((await tested.invoke(SERMONS)).answer?.videos).toHaveLength(50);
  });

  it("stops at pages that lead back to themselves", async () => {
    await start();
    tested.fake.fail("playlistItems", "endlessPages");
    expect((await tested.invoke(SERMONS)).answer?.videos).toHaveLength(0);
    expect(tested.fake.requestsTo("playlistItems").length).toBeLessThanOrEqual(20);
  });

  it("never holds a huge body: memory stays within 50 MB", async () => {
    await start();
    tested.fake.fail("playlistItems", "gzipBomb");
    tested.fake.fail("feed", "hugeBody");
    const before = process.memoryUsage().rss;
    await tested.invoke(SERMONS);
    expect(process.memoryUsage().rss - before).toBeLessThan(50 * 1024 * 1024);
  });
});

describe("without a cached response, with a working feed", () => {
  it.each(["quotaExceeded", "badKey", "internalError", "garbageHtml"] as const)(
    "uses the feed after %s",
    async (fault) => {
      await start();
      tested.fake.fail("playlistItems", fault);
      const reply = await tested.invoke(SERMONS);
      expect(reply.answer).toMatchObject({ source: "rss", stale: false });
      expect(reply.answer?.videos).toHaveLength(15);
    },
  );

  it("calls the API after the cooldown, and its full list replaces the feed", async () => {
    await start();
    tested.fake.fail("playlistItems", "backendError", { times: 2 });
    await tested.invoke(SERMONS);
    tested.pass(30_000);
    await tested.invoke(SERMONS);
    await tested.settle();
    const reply = await tested.invoke(SERMONS);
    expect(reply.answer).toMatchObject({ source: "api", stale: false });
    expect(reply.answer?.videos).toHaveLength(63);
  });
});

describe("with a cached response", () => {
  it.each([
    "internalError",
    "quotaExceeded",
    "badKey",
    "playlistNotFound",
    "garbageHtml",
    "truncatedJson",
    "wrongTypes",
    "redirectToPrivate",
  ] as const)("%s leaves it in place, marked stale", async (fault) => {
    await start();
    await tested.invoke(SERMONS);
    tested.pass(15 * MINUTE_MS);
    tested.fake.fail("playlistItems", fault);
    await tested.invoke(SERMONS);
    await tested.settle();
    const reply = await tested.invoke(SERMONS);
    expect(reply.answer).toMatchObject({ source: "api", stale: true });
    expect(reply.answer?.videos).toHaveLength(63);
    expect(tested.fake.requestsTo("feed")).toHaveLength(0);
    tested.fake.heal();
    tested.pass(24 * HOUR_MS);
    await tested.invoke(SERMONS);
    await tested.settle();
    expect((await tested.invoke(SERMONS)).answer?.stale).toBe(false);
  });

  it("keeps it when a walk breaks in the middle", async () => {
    await start();
    await tested.invoke(SERMONS);
    tested.pass(6 * HOUR_MS);
    tested.fake.catalogue.playlists.set(SERMONS, fakeVideos("n", 120));
    tested.fake.fail("videos", "truncatedJson");
    await tested.invoke(SERMONS);
    await tested.settle();
    const reply = await tested.invoke(SERMONS);
    expect(reply.answer?.stale).toBe(true);
    expect(reply.answer?.videos[0]?.id).toBe("s0001______");
  });
});

describe("calls to a failing platform", () => {
  it("repeat a server error once after a random delay", async () => {
    await start();
    tested.fake.fail("playlistItems", "backendError", { times: 1 });
    expect((await tested.invoke(SERMONS)).answer?.source).toBe("api");
    expect(tested.pausesMs).toEqual([400]);
    expect(tested.fake.units()).toBe(5);
  });

  it("wait for a short Retry-After; a long one applies to all playlists", async () => {
    await start();
    tested.fake.fail("playlistItems", "tooManyRequests", { times: 1, retryAfter: "1" });
    expect((await tested.invoke(SERMONS)).answer?.source).toBe("api");
    expect(tested.pausesMs).toEqual([1_000]);
    tested.fake.fail("playlistItems", "tooManyRequests", { times: 1, retryAfter: "120" });
    await tested.invoke(MUSIC);
    const unitsThen = tested.fake.units();
    tested.pass(119_000);
    await tested.invoke(MUSIC);
    await tested.invoke(SERMONS, true);
    await tested.settle();
    expect(tested.fake.units()).toBe(unitsThen);
    tested.pass(30_000);
    await tested.invoke(MUSIC);
    await tested.settle();
    expect((await tested.invoke(MUSIC)).answer?.source).toBe("api");
  });

  it("do not repeat a failure for 30 seconds, a missing playlist for 15 minutes", async () => {
    await start();
    tested.fake.fail("feed", "reset");
    tested.fake.fail("playlistItems", "reset", { times: 2 });
    await tested.invoke(MUSIC);
    tested.pass(29_000);
    await tested.invoke(MUSIC);
    expect(tested.fake.requestsTo("playlistItems")).toHaveLength(2);
    tested.pass(1_000);
    expect((await tested.invoke(MUSIC)).status).toBe(200);
    tested.fake.fail("playlistItems", "playlistNotFound");
    await tested.invoke(SERMONS);
    const asked = tested.fake.requestsTo("playlistItems").length;
    tested.pass(14 * MINUTE_MS);
    await tested.invoke(SERMONS, true);
    expect(tested.fake.requestsTo("playlistItems")).toHaveLength(asked);
  });

  it("stop for 30 seconds after five failures, then probe with one call", async () => {
    await start({ env: { YOUTUBE_API_KEY: undefined } });
    tested.fake.fail("feed", "internalError");
    for (let count = 0; count < 5; count += 1) {
      await tested.invoke(count % 2 === 0 ? SERMONS : MUSIC);
      tested.pass(30_000);
    }
    tested.pass(-1);
    const asked = tested.fake.requestsTo("feed").length;
    expect((await tested.invoke(MUSIC)).error?.code).toBe("resting");
    expect(tested.fake.requestsTo("feed")).toHaveLength(asked);
    tested.fake.heal();
    tested.pass(30_001);
    expect((await tested.invoke(MUSIC)).status).toBe(200);
  });

  it("stop until midnight Pacific when the quota is used up", async () => {
    await start();
    tested.fake.fail("playlistItems", "quotaExceeded", { times: 1 });
    await tested.invoke(SERMONS);
    expect(tested.log.join()).toContain("error: the video platform's daily quota is used up");
    tested.pass(16 * HOUR_MS);
    await tested.invoke(MUSIC);
    await tested.invoke(SERMONS);
    await tested.settle();
    expect(tested.fake.units()).toBe(1);
    tested.pass(4 * HOUR_MS);
    await tested.invoke(MUSIC);
    await tested.settle();
    expect((await tested.invoke(MUSIC)).answer?.source).toBe("api");
  });

  it("repeat a rejected key after 15 minutes", async () => {
    await start();
    tested.fake.fail("playlistItems", "badKey", { times: 1 });
    await tested.invoke(SERMONS);
    await tested.invoke(MUSIC);
    expect(tested.fake.units()).toBe(1);
    tested.pass(15 * MINUTE_MS);
    await tested.invoke(MUSIC);
    await tested.settle();
    expect((await tested.invoke(MUSIC)).answer?.source).toBe("api");
  });

  it("stop at the day's own budget, which survives a restart and ends with the day", async () => {
    await start({ env: { YOUTUBE_DAILY_UNITS: "5" } });
    await tested.invoke(SERMONS);
    expect(tested.log.join()).toContain("most of the day's API units are spent");
    const reply = await tested.invoke(MUSIC);
    expect(reply.answer?.source).toBe("rss");
    tested.restart();
    tested.pass(15 * MINUTE_MS);
    await tested.invoke(MUSIC);
    await tested.settle();
    expect(tested.fake.units()).toBe(5);
    tested.pass(24 * HOUR_MS);
    await tested.invoke(MUSIC);
    await tested.settle();
    expect((await tested.invoke(MUSIC)).answer?.source).toBe("api");
  });

  it("never reveal the platform's own messages to visitors", async () => {
    await start();
    tested.fake.fail("playlistItems", "badKey");
    tested.fake.fail("feed", "garbageHtml");
    const reply = await tested.invoke(SERMONS);
    expect(JSON.stringify(reply.error)).not.toMatch(/API key not valid|AIza|<|INVALID/);
    expect(tested.log.join()).not.toContain(tested.fake.apiKey);
  });
});

describe("fault log", () => {
  it.each<[FaultName, string]>([
    ["hang", "timeout"],
    ["garbageHtml", "bad_answer"],
    ["internalError", "upstream_failed"],
    ["reset", "unreachable"],
    ["badKey", "key_refused"],
  ])("has one line when %s begins and one when it ends", async (fault, reason) => {
    await start(fault === "hang" ? GENEROUS : {});
    await tested.invoke(SERMONS);
    await tested.invoke(MUSIC);
    tested.fake.fail("playlistItems", fault);
    for (let round = 0; round < 3; round += 1) {
      tested.pass(15 * MINUTE_MS);
      for (const playlistId of [SERMONS, MUSIC]) await tested.invoke(playlistId);
      await tested.settle();
    }
    expect(tested.faultLines).toEqual([`fault_began youtube-api ${reason}`]);
    tested.fake.heal();
    tested.pass(HOUR_MS);
    for (const playlistId of [SERMONS, MUSIC]) await tested.invoke(playlistId);
    await tested.settle();
    expect(tested.faultLines).toHaveLength(2);
    expect(tested.faultLines[1]).toMatch(/^fault_ended youtube-api /);
    expect(tested.log.filter((line) => line.includes("could not be read"))).toEqual([]);
  });

  it("blames an unknown list only on that list", async () => {
    await start();
    tested.fake.catalogue.playlists.delete(MUSIC);
    await tested.invoke(SERMONS);
    tested.fake.fail("feed", "reset");
    for (let quarter = 0; quarter < 4; quarter += 1) {
      await tested.invoke(MUSIC);
      tested.pass(15 * MINUTE_MS);
    }
    expect(tested.faultLines).toEqual([
      `fault_began playlist:${MUSIC} playlist_not_found`,
      "fault_began youtube-feed unreachable",
    ]);
  });
});
