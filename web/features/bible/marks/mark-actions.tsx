import { clsx } from "clsx";
import { useEffect, useId, useRef, useState } from "react";
import { NOTE_LENGTH } from "#shared/contracts/synced-items.ts";
import { marksMessages } from "#shared/messages/reading/marks.ts";
import { useTexts } from "#web/lib/site.ts";
import { highlightVerses, keepNote, saveNoteCopy, type NoteFrame } from "./stored-marks.ts";
import { ACTION_STYLE, LabelField } from "./label-field.tsx";
import {
  addedLabels,
  type KeptMark,
  type Mark,
  MARK_COLOURS,
  type MarkColour,
  type VerseSelection,
  markId,
  rangeOf,
} from "./marks.domain.ts";
import { formatRanges } from "#web/features/bible/selection/verse-ranges.domain.ts";
import "./marks.css";

type MarkActionsProps = {
  /** Verse ranges; each has its own note. */
  runs: readonly VerseSelection[];
  /** The verses one by one. */
  verses: readonly number[];
  /** Returns the marks on a verse. */
  marksOf: (verse: number) => readonly KeptMark[];
};

/** Five colours, each with a pattern and a name, and the notes on the verses. */
export function MarkActions({ runs, verses, marksOf }: MarkActionsProps) {
  const texts = useTexts(marksMessages);
  const [isWriting, setIsWriting] = useState(false);
  const selected = commonColour(verses.map(marksOf));
  const marks = new Map(verses.flatMap(marksOf).map((mark) => [mark.id, mark.data]));
  const notes = [...marks].flatMap(([id, data]) =>
    data.kind === "note" ? [{ id, frame: frameOf(data), kept: data.note ?? "" }] : [],
  );
  const fresh = runs.map((run) => {
    const stretch = rangeOf(run);
    return { id: markId("note", stretch), frame: { ...stretch, added: [] }, kept: "" };
  });
  const names = new Map(
    fresh.map(({ id }, index) => [id, formatRanges(runs.slice(index, index + 1))]),
  );
  const shown = isWriting ? [...notes, ...fresh.filter(({ id }) => !marks.has(id))] : notes;
  return (
    <div className="grid gap-2">
      <div
        role="group"
        aria-label={texts.highlight}
        className="flex flex-wrap items-center gap-1.5"
      >
        {MARK_COLOURS.map((colour) => (
          <Swatch
            key={colour}
            colour={colour}
            isChosen={colour === selected}
            onChoose={() => void highlightVerses(runs, colour === selected ? null : colour)}
          />
        ))}
        <button
          type="button"
          aria-expanded={isWriting || notes.length > 0}
          onClick={() => setIsWriting(!isWriting)}
          className={ACTION_STYLE}
        >
          {texts.note}
        </button>
      </div>
      {shown.map((note) => {
        const data = marks.get(note.id);
        return (
          <div key={note.id}>
            <NoteField
              {...note}
              label={runs.length > 1 ? `${texts.note} ${names.get(note.id) ?? ""}` : texts.note}
            />
            {data && <LabelField id={note.id} data={data} />}
          </div>
        );
      })}
    </div>
  );
}

function frameOf(data: Mark): NoteFrame {
  const { book, chapter, from, to, version } = data;
  return { book, chapter, from, to, version, added: addedLabels(data) };
}

/** Returns the colour that all verses share, or null. */
function commonColour(marks: readonly (readonly KeptMark[])[]): MarkColour | null {
  const colours = marks.map(
    (each) => each.find(({ data }) => data.kind === "highlight")?.data.colour ?? null,
  );
  const [first = null] = colours;
  return colours.every((colour) => colour === first) ? first : null;
}

type SwatchProps = { colour: MarkColour; isChosen: boolean; onChoose: () => void };

function Swatch({ colour, isChosen, onChoose }: SwatchProps) {
  const texts = useTexts(marksMessages);
  return (
    <button
      type="button"
      aria-label={texts.colours[colour]}
      title={texts.colours[colour]}
      aria-pressed={isChosen}
      onClick={onChoose}
      className={clsx(
        "size-9 rounded-full border-2 font-serif font-semibold text-ink",
        isChosen ? "border-gold" : "border-line",
      )}
    >
      <span data-mark={colour} className="px-1">
        {texts.sample}
      </span>
    </button>
  );
}

/** Delay of saving after the last key. */
const SAVE_DELAY_MS = 600;
/** From here on the field shows the characters left. */
const NEARLY_FULL = 200;

type NoteFieldProps = { id: string; frame: NoteFrame; kept: string; label: string };

/**
 * A note that saves automatically. A version of another device becomes a note of its own next to
 * it.
 */
function NoteField({ id, frame, kept, label }: NoteFieldProps) {
  const texts = useTexts(marksMessages);
  const fieldId = useId();
  const [text, setText] = useState(kept);
  /** Text that is typed and not saved yet. */
  const unkept = useRef<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** All texts that this field has shown or saved: any other comes from another device. */
  const known = useRef(new Set([kept]));
  const isChangedElsewhere = useRef(false);
  const left = NOTE_LENGTH - text.length;

  useEffect(() => {
    // The note was removed elsewhere, as by a sign-out in another tab.
    if (kept === "" && unkept.current === null) known.current.clear();
    if (known.current.has(kept)) return;
    known.current.add(kept);
    if (unkept.current === null) setText(kept);
    else isChangedElsewhere.current = true;
  }, [kept]);

  const keep = () => {
    clearTimeout(timer.current);
    const note = unkept.current;
    if (note === null) return;
    unkept.current = null;
    known.current.add(note);
    if (!isChangedElsewhere.current) {
      void keepNote(frame, id, note);
      return;
    }
    isChangedElsewhere.current = false;
    setText(kept);
    void saveNoteCopy(frame, id, note);
  };
  const keepLast = useRef(keep);
  useEffect(() => {
    keepLast.current = keep;
  });
  useEffect(() => {
    const save = () => keepLast.current();
    // A reload begins while the page can still store; a phone may end a hidden page at any time.
    window.addEventListener("beforeunload", save);
    document.addEventListener("visibilitychange", save);
    return () => {
      window.removeEventListener("beforeunload", save);
      document.removeEventListener("visibilitychange", save);
      save();
    };
  }, []);

  function write(next: string) {
    setText(next);
    unkept.current = next;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => keepLast.current(), SAVE_DELAY_MS);
  }

  return (
    <div>
      <label htmlFor={fieldId} className="text-sm font-semibold">
        {label}
      </label>
      <textarea
        id={fieldId}
        value={text}
        maxLength={NOTE_LENGTH}
        rows={3}
        aria-describedby={`${fieldId}-hint`}
        onChange={(event) => write(event.target.value)}
        onBlur={keep}
        className="mt-1 w-full rounded-card border border-line bg-surface p-3 text-base"
      />
      <p id={`${fieldId}-hint`} role="status" className="text-xs text-ink-soft">
        {left < NEARLY_FULL ? texts.spaceLeft(left) : texts.noteHint}
      </p>
    </div>
  );
}
