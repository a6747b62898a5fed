import type { BibleVerse } from "#shared/bible/bible-text.ts";
import type { TextRange } from "#shared/contracts/bible-reader.ts";

/** How words are set. */
export type WordStyle = {
  isJesus?: boolean;
  isAdded?: boolean;
  /** Small capitals in print, as in the name of the LORD. */
  isCapitals?: boolean;
};

/** Puts verses together from the pieces in which providers send them. */
export type VerseWriter = {
  /** What is written from now on belongs to the verse; the same number goes on with it. */
  begin(verse: number): void;
  /** A line or paragraph ends: the next words stand apart. */
  breakLine(): void;
  /** A paragraph begins: with the verse that has no words yet, else with the next one. */
  beginParagraph(): void;
  write(text: string, style?: WordStyle): void;
  /** A title before the first verse of a psalm, or a letter of the acrostic before a verse. */
  writeAbove(kind: "title" | "heading", text: string): void;
  /**
   * The verses.
   *
   * @throws RangeError when there are none, or they are not in order
   */
  finish(): BibleVerse[];
};

type Growing = {
  verse: number;
  text: string;
  isParagraph: boolean;
  above: { title?: string; heading?: string };
  italics: TextRange[];
  jesusWords: TextRange[];
};

/** Makes a writer for one chapter. */
export function createVerseWriter(): VerseWriter {
  const verses: Growing[] = [];
  let isParagraphNext = false;
  let above: Growing["above"] = {};

  function grow(target: Growing, raw: string, style: WordStyle): void {
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
    if (last) grow(last, " ", {});
  }

  /** The verse that has its number but no words yet. */
  function waiting(): Growing | null {
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
      const verse = waiting();
      if (verse) verse.isParagraph = true;
      else isParagraphNext = true;
      breakLine();
    },
    write(text, style = {}) {
      const last = verses.at(-1);
      // Whatever stands before the first number belongs to no verse.
      if (!last) return;
      // The paragraph began within a verse.
      if (text.trim() !== "") isParagraphNext = false;
      grow(last, text, style);
    },
    writeAbove(kind, text) {
      const target = waiting()?.above ?? above;
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

/** Pieces that touch are one stretch, whatever blank stands between them. */
function extend(ranges: TextRange[], [start, end]: TextRange): void {
  const last = ranges.at(-1);
  if (last && start - last[1] <= 1) ranges[ranges.length - 1] = [last[0], end];
  else if (end > start) ranges.push([start, end]);
}

function finishVerse(growing: Growing): BibleVerse {
  const { verse, isParagraph, above, italics, jesusWords } = growing;
  return {
    verse,
    text: growing.text.trimEnd(),
    ...(isParagraph && { isParagraph }),
    ...(above.title !== undefined && { title: above.title.trimEnd() }),
    ...(above.heading !== undefined && { heading: above.heading.trimEnd() }),
    ...(italics.length > 0 && { italics }),
    ...(jesusWords.length > 0 && { jesusWords }),
  };
}
