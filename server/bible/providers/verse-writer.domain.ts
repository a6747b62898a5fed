import type { BibleVerse } from "#shared/bible/bible-text.ts";
import type { TextRange } from "#shared/contracts/bible-reader.ts";

export type WordStyle = {
  isJesus?: boolean;
  isAdded?: boolean;
  /** Small capitals in print, for example the name of the LORD. */
  isCapitals?: boolean;
};

/** Assembles verses from the pieces that providers send. */
export type VerseWriter = {
  /** Later text belongs to this verse; the current number continues it. */
  begin(verse: number): void;
  /** Ends a line or paragraph, so that the next word is separated. */
  breakLine(): void;
  /** Begins a paragraph with the current verse while it is empty, else with the next one. */
  beginParagraph(): void;
  write(text: string, style?: WordStyle): void;
  /** Adds a psalm title, or a letter of the acrostic, before a verse. */
  writeAbove(kind: "title" | "heading", text: string): void;
  /**
   * Returns the verses.
   *
   * @throws RangeError when there are none or they are out of order
   */
  finish(): BibleVerse[];
};

type VerseDraft = {
  verse: number;
  text: string;
  isParagraph: boolean;
  above: { title?: string; heading?: string };
  italics: TextRange[];
  jesusWords: TextRange[];
};

export function createVerseWriter(): VerseWriter {
  const verses: VerseDraft[] = [];
  let isParagraphNext = false;
  let above: VerseDraft["above"] = {};

  function append(target: VerseDraft, raw: string, style: WordStyle): void {
    const written = style.isCapitals ? raw.toUpperCase() : raw;
    const words = written.replace(/\s+/g, " ");
    const isApart = target.text === "" || target.text.endsWith(" ");
    const added = isApart ? words.trimStart() : words;
    if (added === "") return;
    const start = target.text.length;
    target.text += added;
    const range = [start, target.text.trimEnd().length] as const;
    if (style.isJesus) extend(target.jesusWords, range);
    if (style.isAdded) extend(target.italics, range);
  }

  function breakLine(): void {
    const last = verses.at(-1);
    if (last) append(last, " ", {});
  }

  /** The current verse if it has no text yet. */
  function emptyVerse(): VerseDraft | null {
    const last = verses.at(-1);
    return last?.text === "" ? last : null;
  }

  return {
    breakLine,
    begin(verse) {
      if (verses.at(-1)?.verse === verse) return;
      verses.push({
        verse,
        text: "",
        isParagraph: isParagraphNext,
        above,
        italics: [],
        jesusWords: [],
      });
      isParagraphNext = false;
      above = {};
    },
    beginParagraph() {
      const verse = emptyVerse();
      if (verse) verse.isParagraph = true;
      else isParagraphNext = true;
      breakLine();
    },
    write(text, style = {}) {
      const last = verses.at(-1);
      // Text before the first number belongs to no verse.
      if (!last) return;
      // The paragraph began within a verse.
      if (text.trim() !== "") isParagraphNext = false;
      append(last, text, style);
    },
    writeAbove(kind, text) {
      const target = emptyVerse()?.above ?? above;
      const words = `${target[kind] ?? ""}${text}`.replace(/\s+/g, " ").trimStart();
      if (words !== "") target[kind] = words;
    },
    finish() {
      const inOrder = verses.every(({ verse }, index) => verse > (verses[index - 1]?.verse ?? 0));
      const finished = verses.map(finishVerse).filter(({ text }) => text !== "");
      if (!inOrder || finished.length === 0) throw new RangeError("These are no verses");
      return finished;
    },
  };
}

/** Joins ranges that are at most one space apart. */
function extend(ranges: TextRange[], [start, end]: TextRange): void {
  const last = ranges.at(-1);
  if (last && start - last[1] <= 1) ranges[ranges.length - 1] = [last[0], end];
  else if (end > start) ranges.push([start, end]);
}

function finishVerse(draft: VerseDraft): BibleVerse {
  const { verse, isParagraph, above, italics, jesusWords } = draft;
  return {
    verse,
    text: draft.text.trimEnd(),
    ...(isParagraph && { isParagraph }),
    ...(above.title !== undefined && { title: above.title.trimEnd() }),
    ...(above.heading !== undefined && { heading: above.heading.trimEnd() }),
    ...(italics.length > 0 && { italics }),
    ...(jesusWords.length > 0 && { jesusWords }),
  };
}

/** Meanings of USX styles. API.Bible sends them as styles, YouVersion as classes (https://docs.usfm.bible). */
export type UsxMeaning =
  /** Editors' headings, notes and cross-references: not Scripture. */
  | { kind: "dropped" }
  /** Psalm title or letter of the acrostic, above a verse. */
  | { kind: "title" | "heading" }
  | { kind: "paragraph" }
  /** A line of poetry or of a list. */
  | { kind: "line" }
  | { kind: "words"; style: WordStyle };

const DROPPED =
  /^(?:s\d?|ms\d?|mr|r|sr|rq|mt\d?|mte\d?|cl|cd|cp|sp|x|f|fe|fig|rem|h|toc\d?|i[a-z]+\d?)$/;
const PARAGRAPHS = /^(?:p|m|po|pr|cls|pmo|pm|pmc|pmr|pi\d?|mi|nb|pc|b)$/;
const LINES = /^(?:q\d?|qr|qc|qm\d?|li\d?|lim\d?|tr|tc\d?)$/;

/** Returns the meaning of a style; null for ordinary text. */
export function meaningOf(style: string): UsxMeaning | null {
  switch (style) {
    case "d":
      return { kind: "title" };
    case "qa":
      return { kind: "heading" };
    case "wj":
      return { kind: "words", style: { isJesus: true } };
    case "add":
    case "it":
      return { kind: "words", style: { isAdded: true } };
    case "nd":
    case "sc":
      return { kind: "words", style: { isCapitals: true } };
    default:
      if (DROPPED.test(style)) return { kind: "dropped" };
      if (PARAGRAPHS.test(style)) return { kind: "paragraph" };
      return LINES.test(style) ? { kind: "line" } : null;
  }
}
