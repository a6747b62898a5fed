import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { BIBLE_BOOKS } from "#shared/bible/bible-books.ts";
import { chapterAnswer } from "#server/bible/chapter-response.domain.ts";
import { createFreeTexts } from "#server/bible/free-texts.ts";
import { loadKjv } from "#server/bible/kjv-text.ts";
import { openTextShelf } from "#server/bible/texts/store/open-text-store.ts";
import { MEASURED_TEXTS, writeOwnTexts } from "./own-texts.ts";
import { MEGABYTE_BYTES } from "#shared/device/data-estimate.domain.ts";

/**
 * What whole texts cost a server in memory, measured in a process of its own with nothing else in it: the King
 * James Version and, beside it, texts as long and with as many words, of our own making.
 */
export type TextMemory = { texts: number; heapMb: number; bytesMb: number; totalMb: number };

const run = promisify(execFile);

/** @param texts how many are loaded, searched and read, the King James Version first; at most four. */
export async function measureTextMemory(texts: number): Promise<TextMemory> {
  const root = await mkdtemp(join(tmpdir(), "reign-texts-"));
  try {
    await writeOwnTexts(root, texts - 1);
    const file = fileURLToPath(import.meta.url);
    const { stdout } = await run(process.execPath, ["--expose-gc", file, root, String(texts)]);
    const measured: TextMemory = JSON.parse(stdout);
    return measured;
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

/** Loads texts as a server does whose readers open every chapter, search and keep whole texts. */
async function loadTexts(root: string, count: number): Promise<unknown> {
  const quiet = { root, log: { warn: () => undefined }, report: () => undefined };
  const shelf = await openTextShelf(quiet);
  const texts = createFreeTexts({ loadKjv, shelf });
  for (const { id } of MEASURED_TEXTS.slice(0, count)) {
    const text = texts.find(id);
    if (!text) throw new Error(`${id} is not there`);
    await text.search();
    await (await text.allBooks()).br.bytes();
    for (const book of BIBLE_BOOKS) {
      for (let chapter = 1; chapter <= book.chapters; chapter += 1) {
        const place = { book, chapter };
        const reference = { ...place, verses: null };
        const answer = await text.chapter(place, (verses) => {
          return chapterAnswer({ reference, verses, terms: text.terms }) ?? {};
        });
        await answer.br.bytes();
      }
    }
  }
  shelf.stop();
  return texts;
}

async function measureHere(root: string, count: number): Promise<TextMemory> {
  const before = await restingMemory();
  const texts = await loadTexts(root, count);
  const after = await restingMemory();
  const heapMb = (after.heapUsed - before.heapUsed) / MEGABYTE_BYTES;
  const bytesMb = (after.external - before.external) / MEGABYTE_BYTES;
  // Named after the second look, so that the texts are held until then.
  if (texts === null) throw new Error("No texts");
  return { texts: count, heapMb, bytesMb, totalMb: heapMb + bytesMb };
}

async function restingMemory(): Promise<NodeJS.MemoryUsage> {
  for (let turn = 0; turn < 3; turn += 1) {
    globalThis.gc?.();
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  }
  return process.memoryUsage();
}

if (import.meta.main) {
  const [, , root = "", count] = process.argv;
  console.log(JSON.stringify(await measureHere(root, Number(count))));
}
