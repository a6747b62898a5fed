import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { BIBLE_BOOKS } from "#shared/bible/bible-books.ts";
import { createBibleRoutes } from "#server/bible/bible-routes.ts";
import { createLicensedTexts } from "#server/bible/licensed-texts.ts";
import { installOwnText, ownBooks, ownVerse } from "#tests/fakes/bible/own-texts.ts";
import { type FolderTextStore, openTextStore } from "./open-text-store.ts";
import type { TextDescription, TextManifest } from "./manifest.ts";
import { importableBook, removeText, textsFolder } from "./text-folder.ts";

let dataDir = "";
let store: FolderTextStore | null = null;
const warn = vi.fn();
const report = vi.fn();

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "reign-texts-"));
});

afterEach(async () => {
  store?.stop();
  store = null;
  warn.mockReset();
  report.mockReset();
  await rm(dataDir, { recursive: true });
});

async function open(): Promise<FolderTextStore> {
  store = await openTextStore({ root: textsFolder(dataDir), log: { warn }, report });
  return store;
}

/** Installs a text of three books. */
const installShort = (description: Partial<TextDescription> = {}): Promise<TextManifest> =>
  installOwnText(dataDir, { id: "own", ...description }, (usfm) =>
    ["GEN", "PSA", "JHN"].includes(usfm),
  );

const bookOf = (usfm: string): number => BIBLE_BOOKS.findIndex((book) => book.usfm === usfm);

it("is empty on a server without texts", async () => {
  const empty = await open();
  expect(empty.list()).toEqual([]);
  await expect(empty.load("own")).rejects.toThrow("There is no text own");
});

it("returns an installed text with its description", async () => {
  const { bytes } = await installShort();
  const opened = await open();
  expect(opened.list()).toEqual([
    {
      id: "own",
      abbreviation: "LSG",
      name: "Louis Segond 1910",
      language: "fr",
      numbering: "segond",
      licence: "pd",
      copyright: "Louis Segond 1910 - domaine public.",
      source: "https://texts.example/own",
      bytes,
      revision: expect.stringMatching(/^[0-9a-f]{16}$/),
    },
  ]);
  const text = await opened.load("own");
  expect(text.chapter(bookOf("JHN"), 3)?.[15]).toEqual(ownVerse("JHN", 3, 16));
  expect(text.chapter(bookOf("PSA"), 51)).toHaveLength(21);
  expect(text.chapter(bookOf("REV"), 23)).toBeUndefined();
});

it("stores the Louis Segond without headings and notes, other texts with them", async () => {
  const [john] = await ownBooks("segond", (usfm) => usfm === "JHN");
  if (!john) throw new Error("no book");
  const { section: _, footnotes: __, ...own } = ownVerse("JHN", 3, 3);
  expect(importableBook("lsg", john).chapters[2]?.[2]).toEqual(own);
  expect(importableBook("lsg", john).chapters[2]?.[0]).not.toHaveProperty("section");
  expect(importableBook("own", john)).toEqual(john);
});

it("finds texts that a command installs or removes while the server runs", async () => {
  const opened = await open();
  await installShort({ id: "own-text" });
  await opened.refresh();
  expect(opened.list().map(({ id }) => id)).toEqual(["own-text"]);
  await removeText(textsFolder(dataDir), "own-text");
  await opened.refresh();
  expect(opened.list()).toEqual([]);
});

it("replaces a revision and deletes its files", async () => {
  await installShort();
  const opened = await open();
  const [first] = opened.list();
  await installShort({ copyright: "Another line." });
  await opened.refresh();
  const [second] = opened.list();
  expect(second?.copyright).toBe("Another line.");
  expect(second?.revision).not.toBe(first?.revision);
  expect(await readdir(join(textsFolder(dataDir), "own"))).toHaveLength(4);
});

it("does not serve a text without its manifest", async () => {
  await installShort();
  await rm(join(textsFolder(dataDir), "own", "manifest.json"));
  expect((await open()).list()).toEqual([]);
});

it.each([
  ["a book that was cut off", async (folder: string) => cutBook(folder)],
  ["a book that is gone", async (folder: string) => rm(join(folder, await firstBook(folder)))],
  ["a manifest that is no JSON", (folder: string) => writeFile(join(folder, "manifest.json"), "{")],
  ["a manifest that names a file elsewhere", (folder: string) => pointOutside(folder)],
])("sets aside and reports a text with %s", async (_, damage) => {
  await installShort();
  await damage(join(textsFolder(dataDir), "own"));
  expect((await open()).list()).toEqual([]);
  expect(warn).toHaveBeenCalledWith(expect.objectContaining({ event: "bible_text_damaged" }));
  expect(report).toHaveBeenCalledWith("bible-text:own", "damaged");
  expect(await readdir(textsFolder(dataDir))).toEqual([".damaged-own"]);
});

it("sets aside a text that is damaged at run time when it is read", async () => {
  await installShort();
  const opened = await open();
  await cutBook(join(textsFolder(dataDir), "own"));
  await expect(opened.load("own")).rejects.toThrow("damaged");
  expect(opened.list()).toEqual([]);
});

it("serves the text with its language, numbering and licence", async () => {
  await installShort();
  const licensed = createLicensedTexts({
    providers: new Map(),
    reports: null,
    now: () => 0,
    onOutcome: () => undefined,
  });
  const app = createBibleRoutes({ licensed, texts: await open() });
  const versions: unknown = await (await app.request("/api/bible/v1/versions")).json();
  expect(versions).toMatchObject({
    versions: expect.arrayContaining([
      expect.objectContaining({ id: "own", language: "fr", numbering: "segond", licence: "pd" }),
    ]),
  });
  const chapter = await app.request("/api/bible/Jean%203?translation=own");
  expect(await chapter.json()).toMatchObject({
    reference: "Jean 3",
    copyright: "Louis Segond 1910 - domaine public.",
    verses: expect.arrayContaining([
      expect.objectContaining({ verse: 16, text: ownVerse("JHN", 3, 16).text }),
    ]),
  });
});

async function firstBook(folder: string): Promise<string> {
  const names = await readdir(folder);
  return names.find((name) => name.startsWith("GEN-")) ?? "";
}

async function cutBook(folder: string): Promise<void> {
  const path = join(folder, await firstBook(folder));
  await writeFile(path, (await readFile(path, "utf8")).slice(0, -100));
}

async function pointOutside(folder: string): Promise<void> {
  const path = join(folder, "manifest.json");
  const text = await readFile(path, "utf8");
  await writeFile(path, text.replace(await firstBook(folder), "../../../etc/passwd"));
}
