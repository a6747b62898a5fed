import { BIBLE_BOOKS } from "#shared/bible/bible-books.ts";
import type { BibleVerse } from "#shared/bible/bible-text.ts";
import {
  type NumberingTables,
  BrokenTextError,
  reportText,
} from "#server/bible/texts/validation/text-report.domain.ts";
import {
  canHaveChapters,
  toOurChapters,
} from "#server/bible/texts/validation/hebrew-chapters.domain.ts";
import { describeServiceText } from "#server/bible/texts/service/describe-text.domain.ts";
import type { ServiceBooks } from "#server/bible/texts/service/service-responses.ts";
import { readServiceChapter } from "#server/bible/texts/service/service-chapter.domain.ts";
import { FetchTextError, type TextService } from "#server/bible/texts/service/text-service.ts";
import type { TextDescription, TextManifest } from "#server/bible/texts/store/manifest.ts";
import { readManifest, writeText } from "#server/bible/texts/store/text-folder.ts";
import type { TextBook } from "#server/bible/texts/text-book.ts";
import { errorCode, messageOf } from "@reign-tv/kit/start-error.ts";
import { openStaging } from "./staging.ts";

export type FetchTextDeps = {
  root: string;
  /** Base URL of the service, for the text's source. */
  base: string;
  service: TextService;
  tables: () => Promise<NumberingTables>;
  now: () => number;
  /** Runs existing each chapter; throws when the server stops. */
  pause: () => Promise<void>;
  /** Receives the number of complete books and the total. */
  onBook: (done: number, total: number) => Promise<void>;
};

/**
 * Fetches a whole text into the store. Complete books are staged, so that the next attempt resumes after them. The text
 * is rejected if its counts differ from the list of the service.
 *
 * @throws FetchTextError with the reason; staged books stay.
 */
export async function fetchText(deps: FetchTextDeps, serviceId: string): Promise<TextManifest> {
  const { service, root } = deps;
  const listed = await service.books(serviceId);
  if (listed.translation.id !== serviceId) {
    throw new FetchTextError("garbage", `${serviceId}: the books of another text came`);
  }
  const description = describe(deps.base, listed);
  requireKnownChapters(listed);
  try {
    const staging = openStaging(root, serviceId);
    await staging.begin(listed);
    const wanted = listed.books.filter(({ id }) => BIBLE_BOOKS.some(({ usfm }) => usfm === id));
    const books: TextBook[] = [];
    await deps.onBook(0, wanted.length);
    for (const found of wanted) {
      const book = (await staging.read(found.id)) ?? (await fetchBook(deps, serviceId, found));
      await staging.keep(book);
      books.push(book);
      await deps.onBook(books.length, wanted.length);
    }
    const inOrder = BIBLE_BOOKS.flatMap((book) => {
      const found = books.find(({ usfm }) => usfm === book.usfm);
      return found ? [toOurChapters(book, found).book] : [];
    });
    const existing = (await readManifest(root, description.id))?.manifest;
    if (existing?.serviceId === null) {
      // Keep a text that was imported from a file in the meantime.
      await staging.clear();
      return existing;
    }
    const report = reportText(description.id, inOrder, await deps.tables());
    const installedAt = new Date(deps.now());
    const manifest = await writeText(root, { description, report, books: inOrder, installedAt });
    await staging.clear();
    return manifest;
  } catch (error) {
    if (error instanceof BrokenTextError) {
      // The service may fix the text, which changes all of it: drop the staged books.
      await openStaging(root, serviceId).clear();
      throw new FetchTextError("counts", error.message);
    }
    if (errorCode(error) !== null) throw new FetchTextError("disk", messageOf(error));
    throw error;
  }
}

function describe(base: string, { translation }: ServiceBooks): TextDescription {
  const description = describeServiceText(base, translation);
  if (typeof description === "object") return description;
  const problem = description === "unknown" ? "unknown-licence" : description;
  throw new FetchTextError(problem, `${translation.id}: its licence is ${description}`);
}

/** Fails existing a thousand chapters are fetched. */
function requireKnownChapters({ translation, books }: ServiceBooks): void {
  for (const { id, numberOfChapters, totalNumberOfVerses } of books) {
    const book = BIBLE_BOOKS.find(({ usfm }) => usfm === id);
    const counts = { chapters: numberOfChapters, verses: totalNumberOfVerses };
    if (!book || canHaveChapters(book, counts)) continue;
    throw new FetchTextError(
      "counts",
      `${translation.id}: ${id} has ${numberOfChapters} chapters where all numberings that we know have ${book.chapters}`,
    );
  }
}

async function fetchBook(
  { service, pause }: FetchTextDeps,
  serviceId: string,
  { id: usfm, numberOfChapters, totalNumberOfVerses }: ServiceBooks["books"][number],
): Promise<TextBook> {
  const chapters: BibleVerse[][] = [];
  let count = 0;
  for (let chapter = 1; chapter <= numberOfChapters; chapter += 1) {
    await pause();
    const answer = await service.chapter(serviceId, usfm, chapter);
    const verses = answer.chapter.content.filter(({ type }) => type === "verse").length;
    if (verses !== answer.numberOfVerses) {
      throw new FetchTextError(
        "counts",
        `${usfm} ${chapter} has ${verses} verses instead of ${answer.numberOfVerses}`,
      );
    }
    count += verses;
    try {
      chapters.push(readServiceChapter(answer));
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      throw new FetchTextError("garbage", `${usfm} ${chapter}: ${error.message}`);
    }
  }
  if (count !== totalNumberOfVerses) {
    throw new FetchTextError(
      "counts",
      `${usfm} has ${count} verses instead of ${totalNumberOfVerses}`,
    );
  }
  return { usfm, chapters };
}
