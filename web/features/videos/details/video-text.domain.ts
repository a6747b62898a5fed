import { type BibleReference, parseReference } from "#shared/bible/bible-reference.ts";
import { HOUR_S, MINUTE_S } from "#shared/durations.ts";

/** A moment of a video that has a name. */
type Chapter = { seconds: number; title: string };

/** A piece of a description: words, an address, or a passage with the search part of its page. */
export type TextPart =
  | { kind: "words"; text: string }
  | { kind: "address"; text: string }
  | { kind: "passage"; text: string; search: string };

/** What a description holds: its chapters, and its other lines. */
type VideoText = { chapters: Chapter[]; lines: TextPart[][] };

const CHAPTER = /^(?:(\d{1,2}):)?(\d{1,2}):(\d{2})\s+[-–:]?\s*(.+)$/;
/** The platform shows chapters from three on, of which the first begins with the video. */
const FEWEST_CHAPTERS = 3;

/** An address, or a book with chapter and verse; "Psalm 23" is a whole one that people name so. */
const LINKED =
  /https?:\/\/[^\s<>"]+[^\s<>"'.,;:!?)\]]|(?<![\p{L}\p{N}])(?:[1-3]\s?)?\p{Lu}\p{L}+\.?\s\d{1,3}\s?[:.]\s?\d{1,3}(?:[-–]\d{1,3})?(?!\d)|\b(?:Psalm|Psaume)\s\d{1,3}(?!\d)/gu;

/** Reads a description of a video as its author wrote it, lines and all. */
export function readVideoText(description: string): VideoText {
  const lines = description.split("\n").map((line) => line.trim());
  const marked = lines.map(readChapter);
  const found = marked.filter((chapter) => chapter !== null);
  const isAscending = found.every(
    ({ seconds }, index) => index === 0 || seconds > (found[index - 1]?.seconds ?? 0),
  );
  const hasChapters = found.length >= FEWEST_CHAPTERS && found[0]?.seconds === 0 && isAscending;
  return {
    chapters: hasChapters ? found : [],
    lines: lines
      .filter((line, index) => line !== "" && !(hasChapters && marked[index]))
      .map(partsOf),
  };
}

function readChapter(line: string): Chapter | null {
  const [, hours = "0", minutes, seconds, title] = CHAPTER.exec(line) ?? [];
  if (title === undefined) return null;
  const total = Number(hours) * HOUR_S + Number(minutes) * MINUTE_S + Number(seconds);
  return { seconds: total, title };
}

function partsOf(line: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const match of line.matchAll(LINKED)) {
    const linked = readLinked(match[0]);
    if (!linked) continue;
    if (match.index > end) parts.push({ kind: "words", text: line.slice(end, match.index) });
    parts.push(linked);
    end = match.index + match[0].length;
  }
  if (end < line.length) parts.push({ kind: "words", text: line.slice(end) });
  return parts;
}

function readLinked(text: string): TextPart | null {
  if (text.startsWith("http")) return { kind: "address", text };
  const reference = parseReference(text);
  if (typeof reference === "string") return null;
  return { kind: "passage", text, search: searchOfPassage(reference) };
}

/** The search part of our Bible's address for a passage. */
export function searchOfPassage({ book, chapter, verses }: BibleReference): string {
  const verse = verses ? `&verse=${verses.from}` : "";
  return `?book=${book.id}&chapter=${chapter}${verse}`;
}
