import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { BIBLE_BOOKS } from "#shared/bible/bible-books.ts";
import { openTextService } from "#server/bible/texts/service/text-service.ts";
import { openTextStore } from "#server/bible/texts/store/open-text-store.ts";
import { startFakeTextService } from "#tests/fakes/bible/fake-text-service.ts";
import { ownTables, ownVerse } from "#tests/fakes/bible/own-texts.ts";
import { fetchText } from "./fetch-text.ts";

/** A thousand chapters; `text-downloader.test.ts` fetches short texts. */
it("fetches the whole Louis Segond with the verses of the service", async () => {
  const service = await startFakeTextService();
  const root = await mkdtemp(join(tmpdir(), "reign-fetch-"));
  const { base } = service;
  const { counts } = await fetchText(
    {
      root,
      base,
      service: openTextService({ base, fetch, now: Date.now }),
      tables: ownTables,
      now: Date.now,
      pause: async () => undefined,
      onBook: async () => undefined,
    },
    "fra_lsg",
  );
  expect(counts).toEqual({ books: 66, chapters: 1_189, verses: 31_170 });
  const texts = await openTextStore({
    root,
    log: { warn: () => undefined },
    report: () => undefined,
  });
  expect(texts.list()).toMatchObject([
    { id: "lsg", name: "Louis Segond 1910", language: "fr", numbering: "segond", licence: "pd" },
  ]);
  const text = await texts.load("lsg");
  for (const [usfm, chapter, verse] of [
    ["JHN", 3, 1],
    ["JHN", 3, 3],
    ["JHN", 3, 16],
    ["PSA", 51, 2],
    ["REV", 12, 18],
  ] as const) {
    const { section: _, footnotes: __, ...own } = ownVerse(usfm, chapter, verse);
    const order = BIBLE_BOOKS.findIndex((book) => book.usfm === usfm);
    expect(text.chapter(order, chapter)?.[verse - 1]).toEqual(own);
  }
  expect(await readdir(join(root, ".fetching"))).toEqual([]);
  texts.stop();
  await service.close();
  await rm(root, { recursive: true });
});
