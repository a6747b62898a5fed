import type { BibleVerse } from "#shared/bible/bible-text.ts";
import type { Footnote, PoetryLine, TextRange } from "#shared/contracts/bible-reader.ts";

export type WordStyle = { isJesus?: boolean; isAdded?: boolean };

/** Assembles the verses of one chapter from pieces in the order of the edition. */
export type ChapterWriter = {
  /**
   * Later text belongs to this verse. A part (3b) continues the verse with its number. A repeated number begins no
   * verse: its text continues the verse before.
   *
   * @param through last number of joined verses (3-4).
   * @returns a message if the numbers are out of order, else null.
   */
  begin(verse: number, part?: string, through?: number): string | null;
  /** Returns true if a verse with this number has begun. */
  holds(verse: number): boolean;
  /** Number of verse numbers, counting each of joined verses. */
  heldNumbers(): number;
  write(text: string, style?: WordStyle): void;
  /** Begins prose. */
  paragraph(): void;
  /** Begins a line of poetry. */
  line(level: number): void;
  /** Adds a note after the last text. */
  note(text: string): void;
  /** Adds a section heading, a psalm title or a letter of the acrostic above the next verse. */
  above(kind: "section" | "title" | "heading", text: string): void;
  finish(): BibleVerse[];
};

type VerseDraft = {
  verse: number;
  through: number;
  text: string;
  /** True when the text ends with a space. Stored because reading a draft string copies it. */
  isApart: boolean;
  isParagraph: boolean;
  above: Pick<BibleVerse, "section" | "title" | "heading">;
  italics: TextRange[];
  jesusWords: TextRange[];
  lines: PoetryLine[];
  footnotes: Footnote[];
};

/** Block that the next words begin; none while they continue the last one. */
type Opening = { kind: "line"; level: PoetryLine["level"] } | { kind: "paragraph" };

export function createChapterWriter(): ChapterWriter {
  const verses: VerseDraft[] = [];
  /** The verse that holds each number. */
  const held: VerseDraft[] = [];
  let current: VerseDraft | undefined;
  let opening: Opening | null = null;
  let level: PoetryLine["level"] | null = null;
  let above: VerseDraft["above"] = {};

  function open(target: VerseDraft): void {
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

  function separate(verse: VerseDraft): void {
    if (!verse.isApart) verse.text += " ";
    verse.isApart = true;
  }

  function hold(holder: VerseDraft, through: number): void {
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
      // Text before the first number belongs to no verse.
      if (!target) return;
      const words = raw.replaceAll(/\s+/g, " ");
      const isWord = words.trim() !== "";
      if (isWord && opening !== null) separate(target);
      const added = target.isApart ? words.trimStart() : words;
      if (added === "") return;
      if (isWord) {
        // Drop a heading within a verse.
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

/** There are never two spaces in a row, so at most one ends the text. */
function wordsEnd({ text, isApart }: VerseDraft): number {
  return Math.max(0, isApart ? text.length - 1 : text.length);
}

function levelOf(found: number): PoetryLine["level"] {
  if (found <= 1) return 1;
  return found === 2 ? 2 : 3;
}

/** Joins ranges that are at most one space apart. */
function extend(ranges: TextRange[], [start, end]: TextRange): void {
  const last = ranges.at(-1);
  if (last && start - last[1] <= 1) ranges[ranges.length - 1] = [last[0], end];
  else if (end > start) ranges.push([start, end]);
}

function finishVerse(draft: VerseDraft): BibleVerse {
  const { verse, isParagraph, above, italics, jesusWords, lines, footnotes } = draft;
  return {
    verse,
    text: draft.text.trimEnd(),
    ...(isParagraph && { isParagraph }),
    ...above,
    ...(italics.length > 0 && { italics }),
    ...(jesusWords.length > 0 && { jesusWords }),
    ...(lines.length > 0 && { lines }),
    ...(footnotes.length > 0 && { footnotes }),
  };
}
