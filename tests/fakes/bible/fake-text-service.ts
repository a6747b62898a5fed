import { createServer, type Server, type ServerResponse } from "node:http";
import { BIBLE_BOOKS } from "#shared/bible/bible-books.ts";
import type { BibleVerse } from "#shared/bible/bible-text.ts";
import type { TextBook } from "#server/bible/texts/text-book.ts";
import { type Fault, sendFault } from "#tests/fakes/youtube/faults.ts";
import { ownBooks } from "./own-texts.ts";

/** Failure of the service, on demand. `wrongCounts`: a chapter lacks its last verse. */
export type TextFault = Fault | { readonly name: "wrongCounts" | "otherChapter" };

/** A text in the service's list. */
export type OfferedText = {
  id: string;
  name: string;
  language: string;
  languageName: string;
  licenseUrl: string;
  licenseNotice?: string;
  shortName: string;
  books: readonly TextBook[];
};

/** The service of free texts on 127.0.0.1, in its real shape, with invented texts. */
export type FakeTextService = {
  readonly base: string;
  /** Requested paths, in order. */
  readonly requests: string[];
  /** Makes requests whose path contains `part` fail until `heal`; "" matches all. */
  fail(fault: TextFault, part?: string): void;
  heal(): void;
  close(): Promise<void>;
};

const GOSPELS: readonly string[] = ["MAT", "MRK", "LUK", "JHN"];

/**
 * Builds a French text in Segond's numbering and a list with other languages and licences.
 *
 * @param frenchBooks books of the French text; default: all.
 * @param otherBooks books of the other texts.
 */
export async function offeredTexts(
  frenchBooks: readonly string[] | null = null,
  otherBooks: readonly string[] = GOSPELS,
): Promise<OfferedText[]> {
  const [segond, others] = await Promise.all([
    ownBooks("segond", (usfm) => frenchBooks?.includes(usfm) ?? true),
    ownBooks("kjv", (usfm) => otherBooks.includes(usfm)),
  ]);
  const byline = "https://creativecommons.org/licenses";
  return [
    offered(
      "fra_lsg",
      "Louis Segond 1910",
      "fra",
      "https://ebible.org/Scriptures/details.php?id=fraLSG",
      segond,
    ),
    offered("sna_own", "Shona Own", "sna", `${byline}/by-sa/4.0/`, others),
    offered("nde_own", "Ndebele Own", "nde", `${byline}/by/4.0/`, others),
    offered(
      "swh_own",
      "Kiswahili Own",
      "swh",
      "https://creativecommons.org/publicdomain/zero/1.0/",
      others,
    ),
    offered("fra_nc", "Not For Sale", "fra", `${byline}/by-nc-nd/4.0/`, others),
    offered("eng_closed", "Rights Unknown", "eng", "https://publisher.example/", others),
  ];
}

function offered(
  id: string,
  name: string,
  language: string,
  licenseUrl: string,
  books: readonly TextBook[],
): OfferedText {
  const languageName = new Intl.DisplayNames(["en"], { type: "language" }).of(language) ?? language;
  const shortName = (id.split("_")[1] ?? id).toUpperCase();
  return { id, name, language, languageName, licenseUrl, shortName, books };
}

/** Starts the fake. The caller closes it. */
export async function startFakeTextService(
  given?: readonly OfferedText[],
): Promise<FakeTextService> {
  const texts = given ?? (await offeredTexts());
  const requests: string[] = [];
  let failing: { fault: TextFault; part: string } | null = null;

  function respond(path: string, response: ServerResponse): void {
    requests.push(path);
    const fault = failing !== null && path.includes(failing.part) ? failing.fault : null;
    if (fault !== null && isOfTransport(fault)) {
      sendFault(response, fault, "application/json");
      return;
    }
    const body = responseTo(texts, path, fault?.name ?? null);
    const status = body === null ? 404 : 200;
    response.writeHead(status, {
      "content-type": body === null ? "text/html" : "application/json",
    });
    response.end(body === null ? "<!doctype html><title>404</title>" : JSON.stringify(body));
  }

  const server = createServer((request, response) => respond(request.url ?? "/", response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    base: `http://127.0.0.1:${portOf(server)}`,
    requests,
    fail(fault, part = "") {
      failing = { fault, part };
    },
    heal() {
      failing = null;
    },
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function isOfTransport(fault: TextFault): fault is Fault {
  return fault.name !== "wrongCounts" && fault.name !== "otherChapter";
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

function responseTo(
  texts: readonly OfferedText[],
  path: string,
  fault: TextFault["name"] | null,
): object | null {
  const [, api, id, book, file] = path.split("/");
  if (api !== "api") return null;
  if (id === "available_translations.json") return { translations: texts.map(translationInfo) };
  const text = texts.find((found) => found.id === id);
  if (!text) return null;
  if (book === "books.json") {
    return {
      translation: translationInfo(text),
      books: text.books.map((found) => bookInfo(text, found)),
    };
  }
  const found = text.books.find(({ usfm }) => usfm === book);
  const number = Number(file?.replace(".json", ""));
  const verses = found?.chapters[number - 1];
  if (!found || !verses) return null;
  const shown = fault === "wrongCounts" ? verses.slice(0, -1) : verses;
  return {
    translation: translationInfo(text),
    book: bookInfo(text, found),
    thisChapterLink: path,
    thisChapterAudioLinks: {},
    nextChapterApiLink: null,
    nextChapterAudioLinks: null,
    previousChapterApiLink: null,
    previousChapterAudioLinks: null,
    numberOfVerses: verses.length,
    chapter: { ...chapterOf(fault === "otherChapter" ? number + 1 : number, shown) },
  };
}

function translationInfo({ books, licenseNotice, ...info }: OfferedText): object {
  const chapters = books.flatMap((book) => book.chapters);
  return {
    ...info,
    website: "https://texts.example/",
    licenseNotes: null,
    ...(licenseNotice !== undefined && { licenseNotice }),
    englishName: info.name,
    textDirection: "ltr",
    availableFormats: ["json"],
    listOfBooksApiLink: `/api/${info.id}/books.json`,
    numberOfBooks: books.length,
    totalNumberOfChapters: chapters.length,
    totalNumberOfVerses: chapters.reduce((sum, verses) => sum + verses.length, 0),
    languageEnglishName: info.languageName,
  };
}

function bookInfo({ id }: OfferedText, { usfm, chapters }: TextBook): object {
  const order = BIBLE_BOOKS.findIndex((book) => book.usfm === usfm);
  const name = BIBLE_BOOKS[order]?.name ?? usfm;
  return {
    id: usfm,
    translationId: id,
    name,
    commonName: name,
    title: null,
    order: order + 1,
    numberOfChapters: chapters.length,
    firstChapterNumber: 1,
    firstChapterApiLink: `/api/${id}/${usfm}/1.json`,
    lastChapterNumber: chapters.length,
    lastChapterApiLink: `/api/${id}/${usfm}/${chapters.length}.json`,
    totalNumberOfVerses: chapters.reduce((sum, verses) => sum + verses.length, 0),
  };
}

type FakeNote = { noteId: number; text: string; caller: "+"; reference: object };

function chapterOf(number: number, verses: readonly BibleVerse[]): object {
  const footnotes: FakeNote[] = [];
  const content = verses.flatMap((verse) => {
    const notes = (verse.footnotes ?? []).map(({ text }) => {
      const noteId = footnotes.length;
      footnotes.push({
        noteId,
        text,
        caller: "+",
        reference: { chapter: number, verse: verse.verse },
      });
      return { noteId };
    });
    return [
      ...(verse.section === undefined ? [] : [{ type: "heading", content: [verse.section] }]),
      ...(verse.isParagraph ? [{ type: "line_break" }] : []),
      { type: "verse", number: verse.verse, content: [...piecesOf(verse), ...notes] },
    ];
  });
  return { number, content, footnotes };
}

function piecesOf({ text, lines, jesusWords }: BibleVerse): (string | object)[] {
  if (lines) {
    return lines.map(({ at, level }, index) => ({
      text: text.slice(at, lines[index + 1]?.at).trim(),
      poem: level,
    }));
  }
  return [jesusWords ? { text, wordsOfJesus: true } : text];
}
