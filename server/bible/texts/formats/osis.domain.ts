import { BIBLE_BOOKS } from "#shared/bible/bible-books.ts";
import type { TextBook } from "#server/bible/texts/text-book.ts";
import { createMarkerReader, type MarkerReader } from "./marker-reader.domain.ts";
import { SourceFault, type SourceFile } from "./source-fault.ts";
import { type ElementRule, type ElementRules, tellElement } from "./element-rules.ts";
import { readXml, type XmlElement } from "./xml-steps.ts";

/** What a file of OSIS holds: several books, and names of those that are not among the 66. */
export type ReadOsis = { books: TextBook[]; leftOut: string[] };

/** Parts of a book that are none of its text. */
const DROPPED = /^(?:introduction|coverPage|titlePage|preface|bibliography|x-license|glossary)$/;

/** @throws SourceFault with the line. */
export function readOsis(file: SourceFile): ReadOsis {
  const books: TextBook[] = [];
  const leftOut: string[] = [];
  let reader: MarkerReader | null = null;
  let depth = 0;
  let droppedAt: number | null = null;
  let line = 1;
  const tellQuotation = createQuotations();

  function endBook(): void {
    if (reader) books.push(reader.finish());
    reader = null;
  }

  function beginBook(name: string): void {
    endBook();
    const book = BIBLE_BOOKS.find(({ osis }) => osis === name);
    if (!book) leftOut.push(name);
    else if (books.some(({ usfm }) => usfm === book.usfm)) {
      throw new RangeError(`${name} stands twice`);
    } else reader = createMarkerReader(book.usfm);
  }

  function take(step: XmlElement): void {
    const isOpen = step.kind === "open";
    if (isOpen) depth += 1;
    const { type = "" } = step.attributes;
    if (droppedAt === null && isOpen && DROPPED.test(type)) droppedAt = depth;
    if (droppedAt === null) takeKept(step);
    else if (!isOpen && depth === droppedAt) droppedAt = null;
    if (!isOpen) depth -= 1;
  }

  function takeKept(step: XmlElement): void {
    const { type, osisID = "" } = step.attributes;
    if (step.name === "div" && type === "book") {
      if (step.kind === "open") beginBook(osisID);
      else endBook();
    } else if (reader && step.name === "q") tellQuotation(reader, step);
    else if (reader) tellElement(RULES, reader, step);
  }

  try {
    for (const step of readXml(file)) {
      if (step.kind === "text") {
        if (droppedAt === null) hear(reader, step.text);
        continue;
      }
      ({ line } = step);
      take(step);
    }
    endBook();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new SourceFault(file.name, line, error.message);
  }
  if (books.length === 0 && leftOut.length === 0) {
    throw new SourceFault(file.name, null, 'no <div type="book">');
  }
  return { books, leftOut };
}

function hear(reader: MarkerReader | null, text: string): void {
  reader?.text(text);
}

/** The words of OSIS as markers of USFM. */
const RULES: ElementRules = new Map<string, ElementRule>([
  [
    "chapter",
    {
      // An end has no id.
      open: (reader, { osisID }) =>
        osisID === undefined ? undefined : reader.chapter(osisID.split(".")[1] ?? ""),
    },
  ],
  [
    "verse",
    {
      open: (reader, { osisID }) =>
        osisID === undefined ? undefined : reader.verse(verseNumber(osisID)),
    },
  ],
  [
    "title",
    {
      open: (reader, { type = "" }) => reader.paragraph(titleMarker(type)),
      // What follows a heading belongs to the text again.
      close: (reader) => reader.paragraph("p"),
    },
  ],
  ["p", { open: (reader) => reader.paragraph("p") }],
  [
    "milestone",
    { open: (reader, { type }) => (type === "x-p" ? reader.paragraph("p") : undefined) },
  ],
  [
    "l",
    {
      open: (reader, { eID, level = "1" }) =>
        eID === undefined ? reader.paragraph(`q${level}`) : undefined,
    },
  ],
  ["lg", { close: (reader) => reader.paragraph("p") }],
  [
    "note",
    {
      open: (reader, { type }) => reader.openNote(type === "crossReference" ? "x" : "f"),
      close: (reader) => reader.closeNote(),
    },
  ],
  [
    "transChange",
    {
      open: (reader, { type }) => reader.openWords(type === "added" ? "add" : "it"),
      close: (reader) => reader.closeWords(),
    },
  ],
  [
    "figure",
    {
      open: (reader) => reader.openWords("fig"),
      close: (reader) => reader.closeWords(),
    },
  ],
]);

/** Words of Jesus stand in an element, or between two empty ones of which only the first names him. */
function createQuotations() {
  const his = new Set<string>();
  return (reader: MarkerReader, { kind, attributes }: XmlElement): void => {
    const { who = "", sID, eID } = attributes;
    if (sID !== undefined && who === "Jesus" && kind === "open") {
      his.add(sID);
      reader.openWords("wj");
    } else if (eID !== undefined && kind === "close" && his.delete(eID)) {
      reader.closeWords();
    } else if (sID === undefined && eID === undefined && who === "Jesus") {
      if (kind === "open") reader.openWords("wj");
      else reader.closeWords();
    }
  };
}

/** "John.3.16" is 16, and "John.3.16 John.3.17" the verses 16-17. */
function verseNumber(osisID: string): string {
  const numbers = osisID.split(/\s+/).map((id) => id.split(".")[2] ?? "");
  const last = numbers.at(-1);
  return numbers.length > 1 ? `${numbers[0]}-${last}` : (numbers[0] ?? "");
}

function titleMarker(type: string): string {
  if (type === "psalm") return "d";
  if (type === "acrostic") return "qa";
  return type === "main" || type === "runningHead" || type === "parallel" ? "mt" : "s";
}
