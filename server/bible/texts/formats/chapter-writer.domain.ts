import type { BibleVerse } from "#shared/bible/bible-text.ts";
import type { Footnote, PoetryLine, TextRange } from "#shared/contracts/bible-reader.ts";

/** How words are set. */
export type WordStyle = { isJesus?: boolean; isAdded?: boolean };

/** Puts the verses of one chapter together from pieces, in the order in which an edition has them. */
export type ChapterWriter = {
  /**
   * The text written from now on belongs to the verse. A part (3b) continues the verse that holds the number.
   * A number that stands twice begins no verse: its words continue the verse before.
   *
   * @param through last number that it holds, where several verses stand together (3-4).
   * @returns the error in the numbers, in words; null when they are in order.
   */
  begin(verse: number, part?: string, through?: number): string | null;
  /** Whether a verse with this number has begun. */
  holds(verse: number): boolean;
  /** How many numbers the verses hold. */
  heldNumbers(): number;
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
  /** The text ends with a blank. It is noted because a look at a text that grows copies it. */
  isApart: boolean;
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
  /** The verse that holds each number. */
  const held: Growing[] = [];
  let current: Growing | undefined;
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

  function separate(verse: Growing): void {
    if (!verse.isApart) verse.text += " ";
    verse.isApart = true;
  }

  function hold(holder: Growing, through: number): void {
    for (; holder.through < through; holder.through += 1) held[holder.through + 1] ??= holder;
  }

  return {
    begin(verse, part = "", through = verse) {
      const holder = held[verse];
      if (holder) {
        hold(holder, through);
        const isContinued = part !== "" && part !== "a";
        if (isContinued) current = holder;
        if (current) separate(current);
        return isContinued ? null : `verse ${verse} stands twice`;
      }
      const before = current;
      current = {
        verse,
        through: verse - 1,
        text: "",
        isApart: true,
        isParagraph: false,
        above,
        italics: [],
        jesusWords: [],
        lines: [],
        footnotes: [],
      };
      verses.push(current);
      hold(current, Math.max(verse, through));
      above = {};
      const isInOrder = before === undefined || verse > before.verse;
      return isInOrder ? null : `verse ${verse} comes after verse ${before.through}`;
    },
    heldNumbers: () => held.filter(Boolean).length,
    holds: (verse) => held[verse] !== undefined,
    write(raw, style = {}) {
      const target = current;
      // Whatever stands before the first number belongs to no verse.
      if (!target) return;
      const words = raw.replaceAll(/\s+/g, " ");
      const isWord = words.trim() !== "";
      if (isWord && opening !== null) separate(target);
      const added = target.isApart ? words.trimStart() : words;
      if (added === "") return;
      if (isWord) {
        // A heading within a verse has no place of its own.
        if (target.text !== "") above = {};
        if (opening !== null || target.text === "") open(target);
      }
      const start = target.text.length;
      target.text += added;
      target.isApart = added.endsWith(" ");
      const range = [start, wordsEnd(target)] as const;
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
      const target = current;
      const text = raw.replaceAll(/\s+/g, " ").trim();
      if (target && text !== "") target.footnotes.push({ at: wordsEnd(target), text });
    },
    above(kind, raw) {
      const text = raw.replaceAll(/\s+/g, " ").trim();
      if (text === "") return;
      const waiting = current;
      const target = waiting?.text === "" ? waiting.above : above;
      target[kind] = target[kind] === undefined ? text : `${target[kind]} ${text}`;
    },
    finish: () =>
      verses
        .filter(({ text }) => text.trim() !== "")
        .toSorted((a, b) => a.verse - b.verse)
        .map(finishVerse),
  };
}

/** Blanks never stand side by side, so that at most one ends the text. */
function wordsEnd({ text, isApart }: Growing): number {
  return Math.max(0, isApart ? text.length - 1 : text.length);
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
