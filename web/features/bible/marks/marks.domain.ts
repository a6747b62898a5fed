import {
  type BibleBook,
  BIBLE_BOOKS,
  type BiblePlace,
  placeName,
} from "#shared/bible/bible-books.ts";
import type { BibleVersionFacts } from "#shared/bible/bible-versions.ts";
import { fromPivot, toPivot } from "#shared/bible/numbering/numbering.ts";
import { LABEL_LENGTH, LABELS_LIMIT, type SyncedData } from "#shared/contracts/synced-items.ts";
import type { Language } from "#shared/languages.ts";

/**
 * Marks in the Bible. They are stored in pivot numbering, with the version in which they were made,
 * and shown in every version (decisions 018 and 073).
 */

export type Mark = SyncedData<"bible-mark">;
export type MarkKind = Mark["kind"];
export type MarkColour = NonNullable<Mark["colour"]>;
export type KeptMark = { id: string; data: Mark; changedAt: number };

export const MARK_COLOURS: readonly MarkColour[] = [1, 2, 3, 4, 5];

/** Verses of one chapter, inclusive, in the numbering of the version. */
export type VerseSelection = {
  version: Pick<BibleVersionFacts, "id" | "numbering">;
  place: BiblePlace;
  from: number;
  to: number;
};

/** Location of a mark. */
export type VerseRange = Pick<Mark, "book" | "chapter" | "from" | "to" | "version">;

/**
 * Returns the range that a mark on these verses stores. Where the verses cross a chapter of the
 * pivot, the range ends with that chapter.
 */
export function rangeOf({
  version,
  place: { book, chapter },
  from,
  to,
}: VerseSelection): VerseRange {
  const [first = { chapter, verse: from }] = toPivot(version.numbering, book, {
    chapter,
    verse: from,
  });
  const last = toPivot(version.numbering, book, { chapter, verse: to }).findLast(
    (each) => each.chapter === first.chapter,
  );
  return {
    book: book.usfm,
    chapter: first.chapter,
    from: first.verse,
    to: Math.max(last?.verse ?? first.verse, first.verse),
    version: version.id,
  };
}

/** Returns the id of a mark: equal on every device, so that they merge. */
export function markId(
  kind: MarkKind,
  { book, chapter, from }: Pick<VerseRange, "book" | "chapter" | "from">,
): string {
  return `${kind}:${book}.${chapter}.${from}`;
}

/** Returns the marks that touch a verse of a version. */
export function marksOn(
  marks: readonly KeptMark[],
  { version, place: { book, chapter } }: Omit<VerseSelection, "from" | "to">,
  verse: number,
): readonly KeptMark[] {
  const here = toPivot(version.numbering, book, { chapter, verse });
  return marks.filter(({ data }) =>
    here.some(
      (each) =>
        data.book === book.usfm &&
        data.chapter === each.chapter &&
        data.from <= each.verse &&
        each.verse <= data.to,
    ),
  );
}

/** Returns the words of a note that begin with "#". */
export function labelsOf(note: string): string[] {
  const found = [...note.matchAll(/(?<![\p{L}\p{N}])#([\p{L}\p{N}_-]+)/gu)].map(([, word = ""]) =>
    word.toLowerCase().slice(0, LABEL_LENGTH),
  );
  return [...new Set(found)].slice(0, LABELS_LIMIT);
}

/** Parses typed labels: comma-separated, with or without "#". */
export function readLabels(text: string): string[] {
  const found = text
    .split(",")
    .map((part) =>
      part.trim().replace(/^#/, "").trim().toLowerCase().slice(0, LABEL_LENGTH).trim(),
    );
  return [...new Set(found)].filter(Boolean);
}

/** Returns the labels that are not in the note's text. */
export function addedLabels({ note = "", labels = [] }: Pick<Mark, "note" | "labels">): string[] {
  const inWords = labelsOf(note);
  return labels.filter((label) => !inWords.includes(label));
}

/** Returns all labels of a mark: those in its note's text, then the others. */
export function allLabels(note: string, added: readonly string[]): string[] {
  return [...new Set([...labelsOf(note), ...added])].slice(0, LABELS_LIMIT);
}

/** Returns the labels of all marks in alphabetical order. */
export function labelsInUse(marks: readonly Pick<KeptMark, "data">[]): readonly string[] {
  const found = new Set(marks.flatMap(({ data }) => data.labels ?? []));
  return [...found].toSorted((a, b) => a.localeCompare(b));
}

/** A mark with its location in a version. */
export type PlacedMark = KeptMark & {
  place: BiblePlace;
  verse: number;
  last: number;
  /** "Psalm 51:3–5" in the language of the page. */
  name: string;
};

const BOOKS = new Map(BIBLE_BOOKS.map((book) => [book.usfm, book]));

/**
 * Returns marks in the order of the Bible and the numbering of a version, without unknown books.
 */
export function placedMarks(
  marks: readonly KeptMark[],
  { numbering }: Pick<BibleVersionFacts, "numbering">,
  language: Language,
): readonly PlacedMark[] {
  return marks
    .flatMap((mark) => {
      const book = BOOKS.get(mark.data.book);
      return book ? [{ ...mark, ...placed(mark.data, book, numbering, language) }] : [];
    })
    .toSorted(
      (a, b) =>
        a.place.book.order - b.place.book.order ||
        a.data.chapter - b.data.chapter ||
        a.data.from - b.data.from ||
        a.id.localeCompare(b.id),
    );
}

function placed(
  { chapter, from, to }: Mark,
  book: BibleBook,
  numbering: BibleVersionFacts["numbering"],
  language: Language,
) {
  const [first = { chapter, verse: from }] = fromPivot(numbering, book, { chapter, verse: from });
  const last = fromPivot(numbering, book, { chapter, verse: to }).findLast(
    (each) => each.chapter === first.chapter,
  );
  const start = `${placeName({ book, chapter: first.chapter }, language)}:${first.verse}`;
  const isOne = last === undefined || last.verse <= first.verse;
  return {
    place: { book, chapter: first.chapter },
    verse: first.verse,
    last: isOne ? first.verse : last.verse,
    name: isOne ? start : `${start}–${last.verse}`,
  };
}

/** Filter of "Highlights & notes". */
export type MarkFilter = {
  kind: MarkKind | null;
  colour: MarkColour | null;
  /** USFM code. */
  book: string | null;
  label: string | null;
  /** Text in a note or a name. */
  term: string;
};

/** Returns true when a mark matches the filter. */
export function isAskedFor({ data, name }: PlacedMark, filter: MarkFilter): boolean {
  const term = filter.term.trim().toLowerCase();
  return (
    (filter.kind === null || data.kind === filter.kind) &&
    (filter.colour === null || data.colour === filter.colour) &&
    (filter.book === null || data.book === filter.book) &&
    (filter.label === null || (data.labels ?? []).includes(filter.label)) &&
    (term === "" || `${name}\n${data.note ?? ""}`.toLowerCase().includes(term))
  );
}

type MarkNames = {
  title: string;
  kinds: Readonly<Record<MarkKind, string>>;
  colours: Readonly<Record<MarkColour, string>>;
};

/** Exports all marks as text: references and notes, never Bible text. */
export function marksAsMarkdown(marks: readonly PlacedMark[], names: MarkNames): string {
  const lines = marks.map(({ name, data: { kind, colour, version, note } }) => {
    const what =
      colour === undefined ? names.kinds[kind] : `${names.kinds[kind]}, ${names.colours[colour]}`;
    const quoted = (note ?? "").split("\n").map((line) => `  > ${line}`);
    return [`- **${name}** (${version.toUpperCase()}) ${what}`, ...(note ? quoted : [])].join("\n");
  });
  return `# ${names.title}\n\n${lines.join("\n")}\n`;
}

/** Exports all marks as JSON, in the numbering of the King James Version. */
export function marksAsJson(marks: readonly PlacedMark[]): string {
  const plain = marks.map(({ data, changedAt }) => ({
    ...data,
    changedAt: new Date(changedAt).toISOString(),
  }));
  return `${JSON.stringify({ numbering: "kjv", marks: plain }, null, 2)}\n`;
}
