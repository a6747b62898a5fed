import { Writable } from "node:stream";
import type { Hono } from "hono";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import * as v from "valibot";
import {
  type BibleFault,
  FAKE_KEY,
  type FakeBibleProviders,
  startFakeBibleProviders,
} from "#tests/fakes/bible/fake-bible-providers.ts";
import { FAKE_VERSES } from "#tests/fakes/bible/responses.ts";
import { OUTBOUND_LIMITS } from "@reign-tv/kit/outbound/bounded-fetch.ts";
import { UPSTREAM_TUNING } from "@reign-tv/kit/outbound/upstream.ts";
import { parseConfig } from "#server/settings/config.ts";
import { createFaultRegistry } from "@reign-tv/kit/fault-registry.ts";
import { createLogger } from "@reign-tv/kit/log.ts";
import { createBibleRoutes } from "./bible-routes.ts";
import { loadKjv } from "./kjv-text.ts";
import type { PeriodCounters } from "#server/state-store/state-store.ts";
import { openBibleProviders } from "./open-providers.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** For providers that never respond. */
const SHORT_LIMITS = { ...OUTBOUND_LIMITS, headMs: 100, totalMs: 200 };
const ENDLESS_FAULTS: ReadonlySet<BibleFault> = new Set<BibleFault>(["hang", "drip"]);

const chapterSchema = v.object({
  verses: v.array(
    v.object({
      verse: v.number(),
      text: v.string(),
      title: v.optional(v.string()),
      paragraph: v.optional(v.boolean()),
      italics: v.optional(v.array(v.strictTuple([v.number(), v.number()]))),
      words_of_jesus: v.optional(v.array(v.strictTuple([v.number(), v.number()]))),
    }),
  ),
  copyright: v.string(),
  licence: v.string(),
  caps: v.object({ tts: v.string(), offline: v.boolean() }),
  fums: v.optional(v.string()),
});
const versionsSchema = v.object({
  versions: v.array(v.object({ id: v.string(), state: v.string() })),
});

const kjv = loadKjv();
let fake: FakeBibleProviders;
let bible: Hono;
let counts: PeriodCounters;
let logged = "";
let nowMs = Date.parse("2026-11-21T10:00:00Z");
let limits = OUTBOUND_LIMITS;

const ALL_KEYS = {
  ESV_API_KEY: FAKE_KEY,
  NLT_API_KEY: FAKE_KEY,
  API_BIBLE_KEY: FAKE_KEY,
  YOUVERSION_APP_KEY: FAKE_KEY,
};

beforeAll(async () => {
  fake = await startFakeBibleProviders();
});

afterAll(async () => {
  await fake.close();
});

beforeEach(() => {
  fake.heal();
  fake.requests.length = 0;
  fake.granted = ["NKJV", "NIV", "NLT"];
  fake.esvVerses = FAKE_VERSES;
  logged = "";
  limits = OUTBOUND_LIMITS;
  counts = memoryCounts();
  bible = openService();
});

/** Counters that servers on one database share. */
function memoryCounts(): PeriodCounters {
  const kept = new Map<string, number>();
  return {
    add(key, stretch) {
      const name = `${key} ${stretch}`;
      const count = (kept.get(name) ?? 0) + 1;
      kept.set(name, count);
      return Promise.resolve(count);
    },
  };
}

/** The service with these variables and fake providers. */
function openService(variables: Record<string, string> = ALL_KEYS): Hono {
  const destination = new Writable({
    write(chunk: Buffer, _encoding, done) {
      logged += chunk.toString();
      done();
    },
  });
  const log = createLogger("debug", destination);
  const { report } = createFaultRegistry({
    now: () => nowMs,
    log: (level, event, details) => log[level]({ event, ...details }),
  });
  const providers = openBibleProviders(parseConfig({ ...fake.bases, ...variables }), {
    report,
    fetch,
    now: () => nowMs,
    sleep: () => Promise.resolve(),
    tuning: {
      ...UPSTREAM_TUNING,
      get limits() {
        return limits;
      },
    },
    log,
    counts,
  });
  return createBibleRoutes({ ...providers, loadText: () => kjv });
}

async function ask(path: string): Promise<Response> {
  return bible.request(`/api/bible/${path}`);
}

async function read(path: string): Promise<v.InferOutput<typeof chapterSchema>> {
  const response = await ask(path);
  expect(response.status).toBe(200);
  return v.parse(chapterSchema, await response.json());
}

async function states(): Promise<Record<string, string>> {
  const { versions } = v.parse(versionsSchema, await (await ask("v1/versions")).json());
  return Object.fromEntries(versions.map(({ id, state }) => [id, state]));
}

const paths = (): string[] => fake.requests.map(({ path }) => path);

describe("ESV of its publisher", () => {
  it("is requested with the key in a header and the text alone", async () => {
    await read("John%203?translation=esv");
    expect(fake.requests).toHaveLength(1);
    expect(fake.requests[0]).toMatchObject({
      path: "/esv/v3/passage/text/",
      query: {
        q: "John 3",
        "include-passage-references": "false",
        "include-verse-numbers": "true",
        "include-first-verse-numbers": "true",
        "include-footnotes": "false",
        "include-headings": "false",
        "include-short-copyright": "false",
        "include-copyright": "false",
      },
      headers: { authorization: `Token ${FAKE_KEY}` },
    });
  });

  it("returns verses with the copyright line, not cacheable", async () => {
    const response = await ask("John%203?translation=esv");
    expect(response.headers.get("cache-control")).toBe("private, no-store");
    const { verses, copyright, licence, caps } = v.parse(chapterSchema, await response.json());
    expect(verses.map(({ verse, text }) => `${verse} ${text}`)).toEqual([
      "1 Sentence 1 of the LORD.",
      "2 Sentence 2 of the LORD.",
      "3 Sentence 3 of the LORD.",
      "4 Sentence 4 of the LORD.",
    ]);
    expect(verses.map(({ paragraph }) => paragraph ?? false)).toEqual([true, false, true, false]);
    expect(copyright).toContain("ESV® Bible");
    expect([licence, caps.tts, caps.offline]).toEqual(["licensed", "publisher-audio-only", false]);
  });

  it("keeps the title of a psalm", async () => {
    const { verses } = await read("Psalm%203?translation=esv");
    expect(verses[0]?.title).toBe("A Psalm of an inventor.");
  });

  it("has no chapter when the list of passages is empty", async () => {
    expect((await ask("Jude?translation=esv")).status).toBe(400);
    expect((await ask("Jude%201?translation=esv")).status).toBe(404);
  });

  it("caches at most 499 verses, the most recently read", async () => {
    fake.esvVerses = 200;
    for (const chapter of [1, 3, 1, 5, 1]) await read(`Genesis%20${chapter}?translation=esv`);
    expect(paths()).toHaveLength(3);
    await read("Genesis%203?translation=esv");
    expect(paths()).toHaveLength(4);
  });
});

describe("NLT of its publisher", () => {
  it("is requested by OSIS reference and key", async () => {
    await read("1%20Samuel%203?translation=nlt");
    expect(fake.requests[0]).toMatchObject({
      path: "/nlt/api/passages",
      query: { ref: "1Sam.3", version: "NLT", key: FAKE_KEY },
    });
  });

  it("drops markup, notes and headings and keeps words of Jesus", async () => {
    const { verses, copyright } = await read("Psalm%203?translation=nlt");
    expect(verses).toEqual([
      {
        verse: 1,
        text: "Invented by the LORD & nobody else",
        title: "A song of an inventor.",
        paragraph: true,
      },
      { verse: 2, text: "“second” sentence" },
      { verse: 3, text: "I am red.", words_of_jesus: [[0, 9]] },
      { verse: 4, text: "The <end>.", paragraph: true },
    ]);
    expect(copyright).toContain("Tyndale House");
  });

  it("is not cached: its terms do not allow it", async () => {
    await read("John%203?translation=nlt");
    await read("John%203?translation=nlt");
    expect(paths()).toHaveLength(2);
  });
});

describe("API.Bible", () => {
  it("is requested for the Bible's id, then for the chapter", async () => {
    await read("John%203?translation=nkjv");
    expect(fake.requests).toMatchObject([
      {
        path: "/apibible/v1/bibles",
        query: { language: "eng", abbreviation: "NKJV" },
        headers: { "api-key": FAKE_KEY },
      },
      {
        path: "/apibible/v1/bibles/nkjv-01/chapters/JHN.3",
        query: { "content-type": "json", "include-notes": "false", "fums-version": "3" },
        headers: { "api-key": FAKE_KEY },
      },
    ]);
  });

  it("returns verses, added words and the copyright line", async () => {
    const { verses, copyright, caps } = await read("Psalm%203?translation=niv");
    expect(verses).toEqual([
      {
        verse: 1,
        text: "Invented by the LORD and nobody else.",
        title: "A psalm of an inventor.",
        paragraph: true,
        italics: [[32, 36]],
      },
      { verse: 2, text: "The second sentence." },
      { verse: 3, text: "I am red.", paragraph: true, words_of_jesus: [[0, 9]] },
      { verse: 4, text: "The end." },
    ]);
    expect(copyright).toBe("Invented, copyright nobody.");
    expect(caps.tts).toBe("none");
  });

  it("receives each display once, by a ticket of this server", async () => {
    const { fums: first = "" } = await read("John%203?translation=niv");
    const { fums: second = "" } = await read("John%203?translation=niv");
    expect(first).not.toBe(second);
    fake.requests.length = 0;
    const report = async (token: string) =>
      (
        await bible.request("/api/bible/v1/fums", {
          method: "POST",
          body: JSON.stringify({ token }),
        })
      ).status;
    expect([await report(first), await report(first), await report("invented")]).toEqual([
      204, 400, 400,
    ]);
    expect(await report(second)).toBe(204);
    expect(fake.requests).toHaveLength(2);
    expect(fake.requests[0]).toMatchObject({
      path: "/reports/f3",
      query: { t: "token of JHN.3", dId: expect.any(String), sId: expect.any(String) },
    });
    nowMs += 13 * HOUR_MS;
    expect(await report((await read("John%203?translation=niv")).fums ?? "")).toBe(204);
  });

  it("joins concurrent requests and fetches again after 14 days", async () => {
    const release = fake.hold();
    const readers = Array.from({ length: 5 }, () => read("John%203?translation=niv"));
    release();
    await Promise.all(readers);
    nowMs += 13 * DAY_MS;
    await read("John%203?translation=niv");
    expect(paths().filter((path) => path.includes("/chapters/"))).toHaveLength(1);
    nowMs += DAY_MS;
    await read("John%203?translation=niv");
    expect(paths().filter((path) => path.includes("/chapters/"))).toHaveLength(2);
  });

  it("stays within the daily calls of its plan", async () => {
    bible = openService({ ...ALL_KEYS, API_BIBLE_DAILY_CALLS: "3" });
    for (const chapter of [1, 2]) await read(`John%20${chapter}?translation=niv`);
    expect((await ask("John%203?translation=niv")).status).toBe(503);
    expect(fake.requests).toHaveLength(3);
    expect((await read("John%202?translation=niv")).verses).toHaveLength(FAKE_VERSES);
    nowMs += DAY_MS;
    await read("John%203?translation=niv");
  });

  it("stays within the daily calls of its plan across servers", async () => {
    const settings = { ...ALL_KEYS, API_BIBLE_DAILY_CALLS: "5" };
    const servers = [openService(settings), openService(settings), openService(settings)];
    const statuses: number[] = [];
    for (const [at, server] of [...servers, ...servers].entries()) {
      statuses.push((await server.request(`/api/bible/John%20${at + 1}?translation=niv`)).status);
    }
    // Two of the first server, two of the second, one of the third: each requests its list first.
    expect(statuses).toEqual([200, 200, 503, 503, 503, 503]);
    expect(fake.requests).toHaveLength(5);
  });

  it("stays within the plan on each server while the shared counters are down", async () => {
    counts = { add: () => Promise.reject(new Error("The database is away")) };
    bible = openService({ ...ALL_KEYS, API_BIBLE_DAILY_CALLS: "2" });
    await read("John%201?translation=niv");
    expect((await ask("John%202?translation=niv")).status).toBe(503);
    expect(fake.requests).toHaveLength(2);
  });

  it("accepts a ticket on every server with the same key", async () => {
    const { fums: token = "" } = await read("John%203?translation=niv");
    const hand = async (server: Hono, body: object) =>
      (await server.request("/api/bible/v1/fums", { method: "POST", body: JSON.stringify(body) }))
        .status;
    const stranger = openService({ ...ALL_KEYS, API_BIBLE_KEY: "another-key" });
    const altered = `${token.slice(0, -2)}AA`;
    expect(await hand(stranger, { token })).toBe(400);
    expect(await hand(openService(), { token: altered })).toBe(400);
    expect(await hand(openService(), { token: `${token} ` })).toBe(400);
    expect(await hand(openService(), { token })).toBe(204);
    const late = openService();
    nowMs += 13 * HOUR_MS;
    expect(await hand(late, { token })).toBe(400);
  });
});

describe("YouVersion", () => {
  beforeEach(() => {
    bible = openService({ ...ALL_KEYS, BIBLE_NIV_PROVIDER: "youversion" });
  });

  it("is requested for its list, page by page, then for the passage", async () => {
    const { verses, copyright } = await read("Psalm%203?translation=niv");
    expect(fake.requests).toMatchObject([
      {
        path: "/youversion/v1/bibles",
        query: { "language_ranges[]": "en" },
        headers: { "x-yvp-app-key": FAKE_KEY },
      },
      { query: { page_token: "page2" } },
      { path: "/youversion/v1/bibles/100/passages/PSA.3", query: { format: "html" } },
    ]);
    expect(verses).toEqual([
      {
        verse: 1,
        text: "Invented by the LORD.",
        title: "A psalm of an inventor.",
        paragraph: true,
      },
      { verse: 2, text: "The second sentence." },
      { verse: 3, text: "I am red.", paragraph: true, words_of_jesus: [[0, 9]] },
      { verse: 4, text: "The end." },
    ]);
    expect(copyright).toBe("Invented, copyright nobody.");
  });

  it("serves the ESV when only its key is set", async () => {
    fake.granted = ["NIV", "ESV"];
    bible = openService({ YOUVERSION_APP_KEY: FAKE_KEY });
    await read("John%203?translation=esv");
    expect(await states()).toMatchObject({ esv: "ready", nkjv: "ready", nlt: "ready" });
  });
});

describe("version that the key may not read", () => {
  it("responds 403, stays in the list and is not requested again at once", async () => {
    fake.granted = ["NIV"];
    for (const chapter of [3, 4]) {
      const response = await ask(`John%20${chapter}?translation=nkjv`);
      expect(response.status).toBe(403);
      expect(await response.json()).toMatchObject({ error: "translation not licensed" });
    }
    expect(paths()).toEqual(["/apibible/v1/bibles"]);
    expect(await states()).toMatchObject({ nkjv: "not-granted", niv: "ready" });
    fake.granted = ["NKJV"];
    nowMs += HOUR_MS;
    await read("John%203?translation=nkjv");
    expect(await states()).toMatchObject({ nkjv: "ready" });
  });

  it("responds 403 without a key and calls no provider", async () => {
    bible = openService({});
    for (const version of ["nkjv", "esv", "niv", "nlt"]) {
      expect((await ask(`John%203?translation=${version}`)).status).toBe(403);
    }
    expect(fake.requests).toEqual([]);
  });
});

const FAULTS: [BibleFault, number][] = [
  ["unauthorized", 503],
  ["forbidden", 403],
  ["missing", 404],
  ["throttled", 503],
  ["broken", 503],
  ["empty", 503],
  ["nested", 503],
  ["garbageHtml", 503],
  ["truncatedJson", 503],
  ["hugeBody", 503],
  ["gzipBomb", 503],
  ["redirectToPrivate", 503],
  ["reset", 503],
  ["hang", 503],
  ["drip", 503],
];

describe.each(["esv", "nlt", "niv"])("failing provider of the %s", (version) => {
  it.each(FAULTS)("(%s) responds %i with a text, without the key", async (fault, status) => {
    if (ENDLESS_FAULTS.has(fault)) limits = SHORT_LIMITS;
    fake.fail(fault);
    const response = await ask(`John%203?translation=${version}`);
    expect(response.status).toBe(status);
    const text = await response.text();
    expect(text).toMatch(/"detail":"\w/);
    expect(`${text}${logged}`).not.toContain(FAKE_KEY);
    expect(response.headers.get("retry-after")).toBe(status === 503 ? "30" : null);
    fake.heal();
    limits = OUTBOUND_LIMITS;
    nowMs += 2 * HOUR_MS;
    await read(`John%203?translation=${version}`);
  });
});

it("reports a rejected key to the operator and waits five minutes", async () => {
  bible = openService({ ...ALL_KEYS, ESV_API_KEY: "an-old-key-of-the-ministry" });
  for (const chapter of [1, 2, 3]) await ask(`John%20${chapter}?translation=esv`);
  expect(fake.requests).toHaveLength(1);
  expect(logged).toContain("the key is refused");
  expect(logged).toContain('"component":"bible:esv"');
  expect(logged).not.toContain("an-old-key");
  expect(await states()).toMatchObject({ esv: "down" });
});

it("pauses for 30 s after five failures in a row", async () => {
  fake.fail("broken");
  for (const chapter of [1, 2, 3, 4, 5, 6, 7]) await ask(`John%20${chapter}?translation=esv`);
  expect(fake.requests).toHaveLength(10);
  fake.heal();
  nowMs += 31_000;
  await read("John%203?translation=esv");
});

it("stops the start with a reason when a named provider has no key", () => {
  expect(() => parseConfig({ BIBLE_NIV_PROVIDER: "youversion" })).toThrow(
    "BIBLE_NIV_PROVIDER: needs YOUVERSION_APP_KEY",
  );
});
