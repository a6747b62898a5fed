import type { BibleVerse } from "#shared/bible/bible-text.ts";
import type { Footnote, PoetryLine, TextRange } from "#shared/contracts/bible-reader.ts";

/** How words are set. */
export type WordStyle = { isJesus?: boolean; isAdded?: boolean };

/** Puts the verses of one chapter together from pieces, in the order in which an edition has them. */
export type ChapterWriter = {
  /**
   * What is written from now on belongs to the verse.
   *
   * @param part a verse in two parts (3a, 3b) goes on; any other number that comes again is a fault.
   * @param through last number that it holds, where several verses stand together (3-4).
   * @throws RangeError in words for a number that is not higher than the one before.
   */
  begin(verse: number, part?: string, through?: number): void;
  write(text: string, style?: WordStyle): void;
  /** Prose begins. */
  paragraph(): void;
  /** A line of poetry begins. */
  line(level: number): void;
  /** A note behind what was written last. */
  note(text: string): void;
  /** What stands above the next verse: a heading, the title of a psalm, a letter of an acrostic. */
  above(kind: "section" | "title" | "heading", text: string): void;
  finish(): BibleVerse[];
};

type Growing = {
  verse: number;
  through: number;
  text: string;
  isParagraph: boolean;
  above: Pick<BibleVerse, "section" | "title" | "heading">;
  italics: TextRange[];
  jesusWords: TextRange[];
  lines: PoetryLine[];
  footnotes: Footnote[];
};

/** Where words go on: in a line of poetry, in prose, or where they stood before. */
type Opening = { kind: "line"; level: PoetryLine["level"] } | { kind: "paragraph" };

/** Makes a writer for one chapter. */
export function createChapterWriter(): ChapterWriter {
  const verses: Growing[] = [];
  let opening: Opening | null = null;
  let level: PoetryLine["level"] | null = null;
  let above: Growing["above"] = {};

  function open(target: Growing): void {
    const at = target.text.length;
    if (opening?.kind === "paragraph" && at === 0) target.isParagraph = true;
    if (opening !== null) level = opening.kind === "line" ? opening.level : null;
    const isBegun = target.lines.length > 0;
    if (level !== null && (at === 0 || opening !== null)) {
      if (!isBegun && at > 0) target.lines.push({ at: 0, level: 1 });
      target.lines.push({ at, level });
    } else if (isBegun && opening !== null) target.lines.push({ at, level: 1 });
    opening = null;
  }

  return {
    begin(verse, part = "", through = verse) {
      const last = verses.at(-1);
      if (last && verse === last.verse && part !== "" && part !== "a") return;
      if (last && verse <= last.through) {
        const what = verse === last.verse ? "stands twice" : `comes after verse ${last.through}`;
        throw new RangeError(`verse ${verse} ${what}`);
      }
      verses.push({
        verse,
        through,
        text: "",
        isParagraph: false,
        above,
        italics: [],
        jesusWords: [],
        lines: [],
        footnotes: [],
      });
      above = {};
    },
    write(raw, style = {}) {
      const target = verses.at(-1);
      // Whatever stands before the first number belongs to no verse.
      if (!target) return;
      const words = raw.replaceAll(/\s+/g, " ");
      const isWord = words.trim() !== "";
      if (isWord && opening !== null && target.text !== "" && !target.text.endsWith(" ")) {
        target.text += " ";
      }
      const isApart = target.text === "" || target.text.endsWith(" ");
      const added = isApart ? words.trimStart() : words;
      if (added === "") return;
      if (isWord) {
        // A heading within a verse has no place of its own.
        if (target.text !== "") above = {};
        if (opening !== null || target.text === "") open(target);
      }
      const start = target.text.length;
      target.text += added;
      const range = [start, target.text.trimEnd().length] as const;
      if (style.isJesus) extend(target.jesusWords, range);
      if (style.isAdded) extend(target.italics, range);
    },
    paragraph() {
      opening = { kind: "paragraph" };
    },
    line(found) {
      opening = { kind: "line", level: levelOf(found) };
    },
    note(raw) {
      const target = verses.at(-1);
      const text = raw.replaceAll(/\s+/g, " ").trim();
      if (target && text !== "") target.footnotes.push({ at: target.text.trimEnd().length, text });
    },
    above(kind, raw) {
      const text = raw.replaceAll(/\s+/g, " ").trim();
      if (text === "") return;
      const waiting = verses.at(-1);
      const target = waiting?.text === "" ? waiting.above : above;
      target[kind] = target[kind] === undefined ? text : `${target[kind]} ${text}`;
    },
    finish: () => verses.filter(({ text }) => text.trim() !== "").map(finishVerse),
  };
}

function levelOf(found: number): PoetryLine["level"] {
  if (found <= 1) return 1;
  return found === 2 ? 2 : 3;
}

/** Pieces that touch are one stretch, whatever blank stands between them. */
function extend(ranges: TextRange[], [start, end]: TextRange): void {
  const last = ranges.at(-1);
  if (last && start - last[1] <= 1) ranges[ranges.length - 1] = [last[0], end];
  else if (end > start) ranges.push([start, end]);
}

function finishVerse(growing: Growing): BibleVerse {
  const { verse, isParagraph, above, italics, jesusWords, lines, footnotes } = growing;
  return {
    verse,
    text: growing.text.trimEnd(),
    ...(isParagraph && { isParagraph }),
    ...above,
    ...(italics.length > 0 && { italics }),
    ...(jesusWords.length > 0 && { jesusWords }),
    ...(lines.length > 0 && { lines }),
    ...(footnotes.length > 0 && { footnotes }),
  };
}
