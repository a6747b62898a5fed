import { describe, expect, it } from "vitest";
import { loadKjv, type WholeBible } from "#server/bible/kjv-text.ts";
import { dayAfter } from "#shared/devotional/devotional-date.ts";
import { verseOfDay } from "./verse-of-day.domain.ts";
import { XMLParser, XMLValidator } from "fast-xml-parser";
import * as v from "valibot";
import { createBibleRoutes } from "#server/bible/bible-routes.ts";
import type { LicensedTexts } from "#server/bible/licensed-texts.ts";
import type { TextStore } from "#server/bible/free-texts.ts";
import { BIBLE_BOOKS } from "#shared/bible/bible-books.ts";
import { LOUIS_SEGOND } from "#shared/bible/bible-versions.ts";
import { verseOfDayAnswerSchema } from "#shared/contracts/verse-of-day.ts";
import type { Transport } from "#shared/transport.ts";
import { createDailyVerses, createVerseOfDayRoutes } from "./verse-of-day-routes.ts";

const LEAP_YEAR = Array.from({ length: 366 }, (_, index) => dayAfter("2028-01-01", index));

describe("verses of the day", () => {
  it("are one for each day, each verse at most once in a year, one to four of them", () => {
    const verses = LEAP_YEAR.flatMap((day) => {
      const { book, chapter, verses: span } = verseOfDay(day);
      const count = span.to - span.from + 1;
      expect([1, 2, 3, 4]).toContain(count);
      return Array.from({ length: count }, (_, at) => `${book.usfm} ${chapter}:${span.from + at}`);
    });
    expect(new Set(verses).size).toBe(verses.length);
  });

  it("exist in the King James Version", async () => {
    const kjv = await loadKjv();
    const missing = LEAP_YEAR.filter((day) => {
      const { book, chapter, verses } = verseOfDay(day);
      return (kjv.chapter(book.order, chapter)?.length ?? 0) < verses.to;
    });
    expect(missing).toEqual([]);
  });

  it("are the same in leap years", () => {
    expect(verseOfDay("2027-03-01")).toEqual(verseOfDay("2028-03-01"));
    expect(verseOfDay("2028-02-29")).not.toEqual(verseOfDay("2028-03-01"));
    expect(verseOfDay("2026-12-25")).toMatchObject({
      book: { id: "luke" },
      chapter: 2,
      verses: { from: 10, to: 11 },
    });
  });

  it.each(["2027-02-30", "2027-04-31", "2027-13-01", "x"])("has none for %s", (day) => {
    expect(() => verseOfDay(day)).toThrow(RangeError);
  });
});

const LICENSED: LicensedTexts = {
  state: (id) => (id === "niv" ? "ready" : "needs-key"),
  caps: () => null,
  chapter: () => Promise.reject(new Error("a licensed text was asked for")),
  reportDisplay: () => Promise.resolve(false),
};

/** A text whose verses name their own location; each chapter is as long as the longest. */
const NAMED_TEXT: WholeBible = {
  chapter: (order, chapter) =>
    Array.from({ length: 180 }, (_, index) => ({
      verse: index + 1,
      text: `${BIBLE_BOOKS[order]?.usfm} ${chapter}.${index + 1}`,
    })),
  book: () => [],
};

const SEGOND_STORE: TextStore = {
  list: () => [{ ...LOUIS_SEGOND, source: "a test", revision: "1", bytes: 1 }],
  load: () => Promise.resolve(NAMED_TEXT),
};

function open(texts?: TextStore) {
  const bible = createBibleRoutes({
    licensed: LICENSED,
    loadText: loadKjv,
    ...(texts && { texts }),
  });
  return openOn(async (url, init) => bible.request(url, init));
}

function openOn(transport: Transport) {
  return createVerseOfDayRoutes({
    verses: createDailyVerses(transport, "https://tv.example"),
    siteUrl: "https://tv.example",
    ministry: () => ({ name: "Reign & Co" }),
    // 01:00 on 1 March in Harare.
    now: () => Date.parse("2028-02-29T23:00:00Z"),
  });
}

async function verse(path: string, texts?: TextStore) {
  const response = await open(texts).request(path);
  expect(response.status).toBe(200);
  return v.parse(verseOfDayAnswerSchema, await response.json());
}

describe("verse of a day", () => {
  it("uses the King James Version if there is no other free text", async () => {
    expect(await verse("/api/bible/v1/votd?date=2026-02-01&language=fr")).toEqual({
      date: "2026-02-01",
      reference: "Jean 3:16",
      text: "For God so loved the world, that he gave his only begotten Son, that whosoever believeth in him should not perish, but have everlasting life.",
      translation_id: "kjv",
      translation_name: "King James Version",
      translation_abbreviation: "KJV",
      language: "en",
      licence: "pd",
      copyright:
        "King James Version - public domain; in the United Kingdom rights are vested in the Crown.",
      path: "/bible?book=john&chapter=3&verse=16&version=kjv",
      url: "https://tv.example/fr/bible?book=john&chapter=3&verse=16&version=kjv",
      following: [],
    });
  });

  it("uses the language's own text and its numbering", async () => {
    const french = await verse("/api/bible/v1/votd?date=2026-03-01&language=fr", SEGOND_STORE);
    expect(french).toMatchObject({
      reference: "Psaume 51:12-14",
      text: "PSA 51.12 PSA 51.13 PSA 51.14",
      translation_id: "lsg",
      path: "/bible?book=psalms&chapter=51&verse=12&version=lsg",
      copyright: "Louis Segond 1910 - domaine public.",
    });
    const english = await verse("/api/bible/v1/votd?date=2026-03-01&language=en", SEGOND_STORE);
    expect(english).toMatchObject({ reference: "Psalms 51:10-12", translation_id: "kjv" });
  });

  it("uses the requested version, and its language without a language", async () => {
    const asked = "/api/bible/v1/votd?date=2026-12-06&translation=LSG";
    expect(await verse(asked, SEGOND_STORE)).toMatchObject({
      reference: "Michée 5:1",
      translation_id: "lsg",
    });
    const inEnglish = await verse(`${asked}&language=en`, SEGOND_STORE);
    expect(inEnglish).toMatchObject({ reference: "Micah 5:1", translation_id: "lsg" });
  });

  it.each(["niv", "esv"])("never uses %s, with a key or without", async (id) => {
    const path = `/api/bible/v1/votd?date=2026-02-01&translation=${id}`;
    expect(await verse(path)).toMatchObject({ translation_id: "kjv", reference: "John 3:16" });
  });

  it("includes the verses of following days, over the end of a year", async () => {
    const { following } = await verse("/api/bible/v1/votd?date=2026-12-30&following=2");
    expect(following.map(({ date, reference }) => `${date} ${reference}`)).toEqual([
      "2026-12-31 Psalms 65:11",
      "2027-01-01 Isaiah 43:18-19",
    ]);
  });

  it("defaults to the ministry's day, for every website", async () => {
    const response = await open().request("/api/votd.json");
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    expect(await response.json()).toMatchObject({ date: "2028-03-01", language: "en" });
  });

  it.each(["date=2026-02-30", "date=tomorrow", "following=8", "following=-1", "language=de"])(
    "explains the error of %s",
    async (query) => {
      const response = await open().request(`/api/bible/v1/votd?${query}`);
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ error: "bad day" });
    },
  );

  it("responds 404 for an unknown version", async () => {
    const response = await open().request("/api/votd.json?translation=segond21&language=fr");
    expect(response.status).toBe(404);
  });

  it("responds 503 when the Bible is unavailable", async () => {
    const app = openOn(() => Promise.resolve(new Response("<h1>502</h1>", { status: 502 })));
    const response = await app.request("/api/votd.json");
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ error: "translation unavailable" });
  });
});

it("has a feed in each language, with the line of the licence", async () => {
  const response = await open(SEGOND_STORE).request("/fr/bible/verse-of-the-day.xml");
  expect(response.headers.get("content-type")).toBe("application/rss+xml; charset=utf-8");
  const xml = await response.text();
  expect(XMLValidator.validate(xml)).toBe(true);
  expect(new XMLParser().parse(xml)).toMatchObject({
    rss: { channel: { title: "Le verset du jour – Reign & Co", language: "fr" } },
  });
  expect(xml.match(/<item>/g)).toHaveLength(14);
  expect(xml).toContain("<title>Psaume 51:12-14</title>");
  expect(xml).toContain("Louis Segond 1910 - domaine public.");
});
