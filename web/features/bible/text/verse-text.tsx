import * as v from "valibot";
import { type StoredEntry, storedEntry } from "#web/lib/storage/storage-keys.ts";
import { useStored } from "#web/lib/storage/use-stored.ts";
import { MessageSquareQuote } from "lucide-react";
import type { BibleVerse } from "#shared/bible/bible-text.ts";
import { bibleMessages } from "#shared/messages/reading/bible.ts";
import { useTexts } from "#web/lib/site.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { clsx } from "clsx";
import { useState } from "react";
import { MarkedText } from "#web/ui/marked-text.tsx";
import { rangesOfTerm } from "#web/ui/marked-text.domain.ts";
import { footnotesOf, linesOf, rangesWithin, type VerseSegment } from "./verse-segments.domain.ts";

const STORED_RED_LETTERS: StoredEntry<boolean> = storedEntry(
  "bible-red-letters",
  v.boolean(),
  true,
);

/** Returns whether this device shows the words of Jesus in red, and the setter. */
function useRedLetters(): { isRed: boolean; setRed: (isRed: boolean) => void } {
  const [isRed, setRed] = useStored(STORED_RED_LETTERS);
  return { isRed, setRed: (next) => void setRed(next) };
}

/** Toggle for red letters, in chapters whose text marks the words of Jesus. */
export function RedLettersControl({ verses }: { verses: readonly BibleVerse[] }) {
  const texts = useTexts(bibleMessages);
  const { isRed, setRed } = useRedLetters();
  if (!verses.some(({ jesusWords }) => jesusWords)) return null;
  return (
    <IconButton
      label={texts.redLetters}
      aria-pressed={isRed}
      className={isRed ? "text-danger" : undefined}
      onClick={() => setRed(!isRed)}
    >
      <MessageSquareQuote aria-hidden className="size-5" />
    </IconButton>
  );
}

type VerseTextProps = {
  verse: BibleVerse;
  /** Search term in the chapter. */
  term: string;
};

const INDENTS = { 0: "", 1: "block", 2: "block pl-4", 3: "block pl-5" } as const;

/** The text of a verse: prose or lines of poetry, with its notes behind small letters. */
export function VerseText({ verse, term }: VerseTextProps) {
  const { isRed } = useRedLetters();
  const [openNote, setOpenNote] = useState<string | null>(null);
  const note = footnotesOf(verse).find(({ letter }) => letter === openNote);
  const ranges = {
    italics: verse.italics ?? [],
    jesusWords: isRed ? (verse.jesusWords ?? []) : [],
    marks: rangesOfTerm(verse.text, term),
  };
  const wordsOf = (segment: VerseSegment) => (
    <MarkedText
      text={verse.text.slice(segment.from, segment.to)}
      italics={rangesWithin(ranges.italics, segment)}
      jesusWords={rangesWithin(ranges.jesusWords, segment)}
      marks={rangesWithin(ranges.marks, segment)}
    />
  );
  return (
    <>
      {linesOf(verse).map(({ level, segments }, line) => (
        <span key={line} className={clsx(INDENTS[level])}>
          {segments.map((segment) => (
            <span key={segment.from}>
              {wordsOf(segment)}
              {segment.footnotes.map(({ letter }) => (
                <NoteButton
                  key={letter}
                  letter={letter}
                  isOpen={letter === openNote}
                  onToggle={() => setOpenNote(letter === openNote ? null : letter)}
                />
              ))}
            </span>
          ))}
        </span>
      ))}
      {note && (
        <span role="note" className="mt-1 block font-sans text-sm text-ink-soft">
          <b>{note.letter}</b> {note.text}
        </span>
      )}
    </>
  );
}

type NoteButtonProps = { letter: string; isOpen: boolean; onToggle: () => void };

function NoteButton({ letter, isOpen, onToggle }: NoteButtonProps) {
  const texts = useTexts(bibleMessages);
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      aria-label={texts.footnote(letter)}
      onClick={(event) => {
        // A tap on the verse opens its actions; this tap is for the note.
        event.stopPropagation();
        onToggle();
      }}
      className="min-h-6 px-1 font-sans text-xs font-bold text-brand print:hidden"
    >
      <sup>{letter}</sup>
    </button>
  );
}
