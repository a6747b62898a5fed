import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { BIBLE_BOOKS } from "#shared/bible/bible-books.ts";
import { openTextService } from "#server/bible/texts/service/text-service.ts";
import { type FolderShelf, openTextShelf } from "#server/bible/texts/store/open-text-store.ts";
import { textsFolder } from "#server/bible/texts/store/text-folder.ts";
import {
  type FakeTextService,
  offeredTexts,
  type OfferedText,
  startFakeTextService,
  type TextFault,
} from "#tests/fakes/bible/fake-text-service.ts";
import { installOwnText, ownTables, ownVerse } from "#tests/fakes/bible/own-texts.ts";
import { startTextDownloader, type TextDownloader } from "./text-downloader.ts";
import { readState } from "./staging.ts";
import { openRequestedTexts, type RequestedTexts } from "./requested-texts.ts";

/** The real client on a fake of the service; the clock is the test's. */

let texts: OfferedText[] = [];
let service: FakeTextService;
let dataDir = "";
let root = "";
let nowMs = 0;
let shelf: FolderShelf;
let keeper: TextDownloader | null = null;
let wishes: RequestedTexts;
const log = { info: vi.fn(), warn: vi.fn() };
const report = vi.fn();

beforeAll(async () => {
  texts = await offeredTexts(["RUT", "JUD", "MAL"], ["RUT", "JHN"]);
});

beforeEach(async () => {
  service = await startFakeTextService(texts);
  dataDir = await mkdtemp(join(tmpdir(), "reign-keep-"));
  root = textsFolder(dataDir);
  nowMs = Date.now();
  const kept = new Map<string, string>();
  wishes = openRequestedTexts({
    get: async (key) => kept.get(key) ?? null,
    set: async (key, value) => void kept.set(key, value),
  });
  shelf = await openTextShelf({ root, log, report });
});

afterEach(async () => {
  await keeper?.stop();
  keeper = null;
  shelf.stop();
  await service.close();
  await rm(dataDir, { recursive: true });
  vi.clearAllMocks();
});

afterAll(() => {
  texts = [];
});

function keep(configured: readonly string[]): TextDownloader {
  keeper = startTextDownloader({
    root,
    base: service.base,
    service: openTextService({
      base: service.base,
      fetch,
      now: () => nowMs,
      sleep: async () => undefined,
    }),
    tables: ownTables,
    now: () => nowMs,
    configured,
    wishes,
    shelf,
    log,
    report,
    wait: async () => undefined,
    random: () => 0,
  });
  return keeper;
}

const ids = (): string[] => shelf.list().map(({ id }) => id);
const bookOf = (usfm: string): number => BIBLE_BOOKS.findIndex((book) => book.usfm === usfm);

test("a text that came is kept, and nothing is asked for again", async () => {
  await keep(["nde_own"]).look();
  expect(ids()).toEqual(["nde-own"]);
  expect(await readdir(root)).toEqual([".fetching", "nde-own"]);
  expect(await readdir(join(root, ".fetching"))).toEqual([]);
  const asked = service.requests.length;
  await keeper?.look();
  expect(service.requests).toHaveLength(asked);
});

test("what staff adds comes, what it removes goes, and what is removed at the service stays", async () => {
  const keeping = keep([]);
  await wishes.add("sna_own");
  await keeping.look();
  expect(shelf.list()).toMatchObject([
    { id: "sna-own", language: "sn", numbering: "kjv", licence: "cc-by-sa" },
  ]);
  const withNotes = (await shelf.load("sna-own")).chapter(bookOf("JHN"), 3);
  expect(withNotes?.[2]).toEqual(ownVerse("JHN", 3, 3));
  nowMs += 1;
  await wishes.remove({ id: "sna-own", serviceId: "sna_own" }, nowMs);
  await keeping.look();
  expect(ids()).toEqual([]);
  await keeping.look();
  expect(ids()).toEqual([]);
});

test("a configured text that was removed comes back", async () => {
  const keeping = keep(["nde_own"]);
  await keeping.look();
  nowMs += 1;
  await wishes.remove({ id: "nde-own", serviceId: "nde_own" }, nowMs);
  nowMs += 1;
  await keeping.look();
  expect(ids()).toEqual(["nde-own"]);
});

const FAULTS: readonly [string, TextFault, string][] = [
  ["429", { name: "tooManyRequests", retryAfter: "600" }, "busy"],
  ["a page instead of data", { name: "garbageHtml" }, "garbage"],
  ["an answer that was cut off", { name: "truncatedJson" }, "garbage"],
  ["other types", { name: "wrongTypes" }, "garbage"],
  ["a redirect elsewhere", { name: "redirectToPrivate" }, "garbage"],
  ["far too much", { name: "hugeBody" }, "garbage"],
  ["a connection that breaks", { name: "reset" }, "unreachable"],
  ["500", { name: "internalError" }, "unreachable"],
  ["a verse too few", { name: "wrongCounts" }, "counts"],
  ["another chapter", { name: "otherChapter" }, "garbage"],
];

test.each(FAULTS)(
  "%s: nothing is served, it is said why, and the next try goes on",
  async (...row) => {
    const [, fault, problem] = row;
    const keeping = keep(["sna_own"]);
    service.fail(fault, "/JHN/5.json");
    await keeping.look();
    expect(ids()).toEqual([]);
    expect(report).toHaveBeenCalledWith("bible-fetch:sna_own", problem);
    expect(await readState(root, "sna_own")).toEqual({
      done: 1,
      total: 2,
      problem,
      failures: 1,
      nextAtMs: nowMs + 60_000,
    });
    service.heal();
    const before = service.requests.length;
    await keeping.look();
    expect(service.requests).toHaveLength(before);
    nowMs += 3_600_000;
    await keeping.look();
    expect(ids()).toEqual(["sna-own"]);
    expect(service.requests.slice(before).filter((path) => path.includes("/RUT/"))).toEqual([]);
  },
);

test.each([
  ["tooManyRequests", [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1_024, 1_440, 1_440]],
  ["internalError", [1, 2, 4, 8, 16, 32, 60, 60]],
] as const)("after %s pauses grow up to their longest", async (name, expected) => {
  service.fail({ name });
  const keeping = keep(["sna_own"]);
  const pauses: number[] = [];
  while (pauses.length < expected.length) {
    await keeping.look();
    const next = (await readState(root, "sna_own"))?.nextAtMs ?? 0;
    pauses.push((next - nowMs) / 60_000);
    nowMs = next;
  }
  expect(pauses).toEqual(expected);
});

test("a start with a connection fetches at once, whatever the pause was", async () => {
  service.fail({ name: "internalError" });
  await keep(["nde_own"]).look();
  await keeper?.stop();
  service.heal();
  await keep(["nde_own"]).look();
  expect(ids()).toEqual(["nde-own"]);
});

test.each([
  ["fra_nc", "non-commercial"],
  ["eng_closed", "unknown-licence"],
  ["no_such", "gone"],
])("%s is refused: %s", async (id, problem) => {
  await keep([id]).look();
  expect(ids()).toEqual([]);
  expect(report).toHaveBeenCalledWith(`bible-fetch:${id}`, problem);
  expect(service.requests).toHaveLength(1);
});

test("a French text that is not the whole Louis Segond is not taken for it", async () => {
  await keep(["fra_lsg"]).look();
  expect(service.requests.length).toBeGreaterThan(1);
  expect(ids()).toEqual([]);
  expect(report).toHaveBeenCalledWith("bible-fetch:fra_lsg", "counts");
});

test.each(["lsg", "segond"])(
  "a Louis Segond from a file stands in the place of the service's, as %s",
  async (id) => {
    await installOwnText(dataDir, { id });
    await shelf.look();
    await keep(["fra_lsg"]).look();
    expect(service.requests).toEqual([]);
    expect(ids()).toEqual([id]);
  },
);

test("of two that are here the imported one is offered", async () => {
  await installOwnText(dataDir, { serviceId: "fra_lsg" });
  await installOwnText(dataDir, { id: "my-segond", name: "Segond 1910" });
  await shelf.look();
  expect(ids()).toEqual(["my-segond"]);
  expect(shelf.manifests()).toHaveLength(2);
});

test("a text with the Hebrew chapters of Malachi gets ours", async () => {
  const [lsg] = texts;
  if (!lsg) throw new Error("no text");
  const books = lsg.books.map((book) => {
    const [last = [], ...others] = book.chapters.toReversed();
    const third = [
      ...(others[0] ?? []),
      ...last.map((verse) => ({ ...verse, verse: verse.verse + 18 })),
    ];
    const chapters = [...others.slice(1).toReversed(), third];
    return book.usfm === "MAL" ? { ...book, chapters } : book;
  });
  await service.close();
  service = await startFakeTextService([{ ...lsg, id: "fra_other", books, licenseUrl: "CC0" }]);
  await keep(["fra_other"]).look();
  expect(report).not.toHaveBeenCalledWith("bible-fetch:fra_other", "counts");
  expect(ids()).toEqual(["fra-other"]);
});

test("a text whose chapters are numbered like none that we know is refused before it is fetched", async () => {
  const [lsg] = texts;
  if (!lsg) throw new Error("no text");
  const books = lsg.books.map((book) =>
    book.usfm === "MAL" ? { ...book, chapters: book.chapters.slice(0, 3) } : book,
  );
  await service.close();
  service = await startFakeTextService([{ ...lsg, id: "fra_other", books, licenseUrl: "CC0" }]);
  await keep(["fra_other"]).look();
  expect(report).toHaveBeenCalledWith("bible-fetch:fra_other", "counts");
  expect(service.requests).toHaveLength(1);
});

test("a damaged text is fetched anew", async () => {
  const keeping = keep(["nde_own"]);
  await keeping.look();
  await rm(join(root, "nde-own"), { recursive: true });
  await shelf.look();
  expect(ids()).toEqual([]);
  await keeping.look();
  expect(ids()).toEqual(["nde-own"]);
});
