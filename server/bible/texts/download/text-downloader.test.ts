import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { BIBLE_BOOKS } from "#shared/bible/bible-books.ts";
import { openTextService } from "#server/bible/texts/service/text-service.ts";
import { type FolderTextStore, openTextStore } from "#server/bible/texts/store/open-text-store.ts";
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

/** The real client with a fake service and a fake clock. */

let texts: OfferedText[] = [];
let service: FakeTextService;
let dataDir = "";
let root = "";
let nowMs = 0;
let store: FolderTextStore;
let downloader: TextDownloader | null = null;
let requestedTexts: RequestedTexts;
const log = { info: vi.fn(), warn: vi.fn() };
const report = vi.fn();

beforeAll(async () => {
  texts = await offeredTexts(["RUT", "JUD", "MAL"], ["RUT", "JHN"]);
});

beforeEach(async () => {
  service = await startFakeTextService(texts);
  dataDir = await mkdtemp(join(tmpdir(), "reign-download-"));
  root = textsFolder(dataDir);
  nowMs = Date.now();
  const stored = new Map<string, string>();
  requestedTexts = openRequestedTexts({
    get: async (key) => stored.get(key) ?? null,
    set: async (key, value) => void stored.set(key, value),
  });
  store = await openTextStore({ root, log, report });
});

afterEach(async () => {
  await downloader?.stop();
  downloader = null;
  store.stop();
  await service.close();
  await rm(dataDir, { recursive: true });
  vi.clearAllMocks();
});

afterAll(() => {
  texts = [];
});

function start(configured: readonly string[]): TextDownloader {
  downloader = startTextDownloader({
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
    requestedTexts,
    store,
    log,
    report,
    wait: async () => undefined,
    random: () => 0,
  });
  return downloader;
}

const ids = (): string[] => store.list().map(({ id }) => id);
const bookOf = (usfm: string): number => BIBLE_BOOKS.findIndex((book) => book.usfm === usfm);

it("keeps a fetched text and fetches nothing again", async () => {
  await start(["nde_own"]).check();
  expect(ids()).toEqual(["nde-own"]);
  expect(await readdir(root)).toEqual([".fetching", "nde-own"]);
  expect(await readdir(join(root, ".fetching"))).toEqual([]);
  const asked = service.requests.length;
  await downloader?.check();
  expect(service.requests).toHaveLength(asked);
});

it("fetches texts that staff add, deletes those they remove, keeps those the service drops", async () => {
  const started = start([]);
  await requestedTexts.add("sna_own");
  await started.check();
  expect(store.list()).toMatchObject([
    { id: "sna-own", language: "sn", numbering: "kjv", licence: "cc-by-sa" },
  ]);
  const withNotes = (await store.load("sna-own")).chapter(bookOf("JHN"), 3);
  expect(withNotes?.[2]).toEqual(ownVerse("JHN", 3, 3));
  nowMs += 1;
  await requestedTexts.remove({ id: "sna-own", serviceId: "sna_own" }, nowMs);
  await started.check();
  expect(ids()).toEqual([]);
  await started.check();
  expect(ids()).toEqual([]);
});

it("fetches a configured text again after its removal", async () => {
  const started = start(["nde_own"]);
  await started.check();
  nowMs += 1;
  await requestedTexts.remove({ id: "nde-own", serviceId: "nde_own" }, nowMs);
  nowMs += 1;
  await started.check();
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

it.each(FAULTS)("%s: serves nothing, reports the reason and resumes", async (...row) => {
  const [, fault, problem] = row;
  const started = start(["sna_own"]);
  service.fail(fault, "/JHN/5.json");
  await started.check();
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
  await started.check();
  expect(service.requests).toHaveLength(before);
  nowMs += 3_600_000;
  await started.check();
  expect(ids()).toEqual(["sna-own"]);
  expect(service.requests.slice(before).filter((path) => path.includes("/RUT/"))).toEqual([]);
});

it.each([
  ["tooManyRequests", [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1_024, 1_440, 1_440]],
  ["internalError", [1, 2, 4, 8, 16, 32, 60, 60]],
] as const)("%s: doubles the delay up to its maximum", async (name, expected) => {
  service.fail({ name });
  const started = start(["sna_own"]);
  const pauses: number[] = [];
  while (pauses.length < expected.length) {
    await started.check();
    const next = (await readState(root, "sna_own"))?.nextAtMs ?? 0;
    pauses.push((next - nowMs) / 60_000);
    nowMs = next;
  }
  expect(pauses).toEqual(expected);
});

it("fetches at once after a start, whatever the delay was", async () => {
  service.fail({ name: "internalError" });
  await start(["nde_own"]).check();
  await downloader?.stop();
  service.heal();
  await start(["nde_own"]).check();
  expect(ids()).toEqual(["nde-own"]);
});

it.each([
  ["fra_nc", "non-commercial"],
  ["eng_closed", "unknown-licence"],
  ["no_such", "gone"],
])("rejects %s: %s", async (id, problem) => {
  await start([id]).check();
  expect(ids()).toEqual([]);
  expect(report).toHaveBeenCalledWith(`bible-fetch:${id}`, problem);
  expect(service.requests).toHaveLength(1);
});

it("does not take a partial French text for the Louis Segond", async () => {
  await start(["fra_lsg"]).check();
  expect(service.requests.length).toBeGreaterThan(1);
  expect(ids()).toEqual([]);
  expect(report).toHaveBeenCalledWith("bible-fetch:fra_lsg", "counts");
});

it.each(["lsg", "segond"])(
  "accepts an imported Louis Segond in place of the service's, as %s",
  async (id) => {
    await installOwnText(dataDir, { id });
    await store.refresh();
    await start(["fra_lsg"]).check();
    expect(service.requests).toEqual([]);
    expect(ids()).toEqual([id]);
  },
);

it("prefers the imported one of two copies", async () => {
  await installOwnText(dataDir, { serviceId: "fra_lsg" });
  await installOwnText(dataDir, { id: "my-segond", name: "Segond 1910" });
  await store.refresh();
  expect(ids()).toEqual(["my-segond"]);
  expect(store.manifests()).toHaveLength(2);
});

it("renumbers the Hebrew chapters of Malachi", async () => {
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
  await start(["fra_other"]).check();
  expect(report).not.toHaveBeenCalledWith("bible-fetch:fra_other", "counts");
  expect(ids()).toEqual(["fra-other"]);
});

it("rejects a text with unknown chapter numbers before fetching it", async () => {
  const [lsg] = texts;
  if (!lsg) throw new Error("no text");
  const books = lsg.books.map((book) =>
    book.usfm === "MAL" ? { ...book, chapters: book.chapters.slice(0, 3) } : book,
  );
  await service.close();
  service = await startFakeTextService([{ ...lsg, id: "fra_other", books, licenseUrl: "CC0" }]);
  await start(["fra_other"]).check();
  expect(report).toHaveBeenCalledWith("bible-fetch:fra_other", "counts");
  expect(service.requests).toHaveLength(1);
});

it("fetches a damaged text again", async () => {
  const started = start(["nde_own"]);
  await started.check();
  await rm(join(root, "nde-own"), { recursive: true });
  await store.refresh();
  expect(ids()).toEqual([]);
  await started.check();
  expect(ids()).toEqual(["nde-own"]);
});
