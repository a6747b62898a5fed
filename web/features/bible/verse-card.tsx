import { clsx } from "clsx";
import { Bookmark, StickyNote } from "lucide-react";
import type { ReactNode } from "react";
import { type BiblePlace, placeName } from "#shared/bible/bible-books.ts";
import type { BibleVerse } from "#shared/bible/bible-text.ts";
import { bibleMessages } from "#shared/messages/reading/bible.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import type { KeptMark } from "./marks/marks.domain.ts";
import { VerseText } from "./text/verse-text.tsx";

type VerseCardProps = {
  place: BiblePlace;
  verse: BibleVerse;
  term: string;
  isBookmarked: boolean;
  isSpoken: boolean;
  /** The URL names it. */
  isSought: boolean;
  isChosen: boolean;
  onToggleChosen: () => void;
  onToggleBookmark: () => void;
  /** Highlights and notes on it. */
  marks: readonly KeptMark[];
  /** Actions on the selection, when this verse was selected last. */
  actions: ReactNode;
};

/** One verse with its bookmark; a tap on it, or its number, selects it and shows its actions. */
export function VerseCard(props: VerseCardProps) {
  const { place, verse, term, isBookmarked, isSpoken, isSought, isChosen, marks } = props;
  const colour = marks.find(({ data }) => data.kind === "highlight")?.data.colour;
  const hasNote = marks.some(({ data }) => data.kind === "note");
  const texts = useTexts(bibleMessages);
  const { language } = useSite();
  const name = `${placeName(place, language)}:${verse.verse}`;
  // A reader who selects text wants that text, not the verse's actions.
  const toggleOnTap = () => getSelection()?.isCollapsed !== false && props.onToggleChosen();
  return (
    <>
      {verse.section !== undefined && (
        <li className="mx-auto w-full max-w-prose px-3 pt-4">
          <span className="font-sans font-semibold">{verse.section}</span>
        </li>
      )}
      {verse.title !== undefined && (
        <li className="mx-auto w-full max-w-prose px-3 pb-3 text-ink-soft italic">{verse.title}</li>
      )}
      {verse.heading !== undefined && (
        <li className="px-3 pt-4 text-center font-semibold tracking-wide text-ink-soft">
          {verse.heading}
        </li>
      )}
      <li
        data-verse={verse.verse}
        aria-current={isSpoken || isSought ? "true" : undefined}
        className={clsx(
          "mx-auto flex w-full max-w-prose items-start gap-1 rounded-card px-1 py-1",
          isSpoken || isSought ? "bg-brand-soft" : isBookmarked && "bg-gold-soft",
          verse.isParagraph && "mt-3",
        )}
      >
        <button
          type="button"
          aria-pressed={isChosen}
          aria-label={texts.verseActions(verse.verse)}
          onClick={props.onToggleChosen}
          className={clsx(
            "verse-number mt-1 min-h-6 min-w-8 shrink-0 rounded-full text-center font-sans text-xs font-bold even-figures",
            isChosen ? "bg-brand text-on-brand" : "text-brand hover:bg-raised",
          )}
        >
          {verse.verse}
        </button>
        <div className="min-w-0 grow wrap-anywhere">
          {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the number beside it is the button for keys and screen readers */}
          <p className="cursor-pointer" onClick={toggleOnTap}>
            <span data-mark={colour}>
              <VerseText verse={verse} term={term} />
            </span>
            {hasNote && (
              <StickyNote
                role="img"
                aria-label={texts.noteOn(verse.verse)}
                className="ml-1 inline-flex size-4 text-brand"
              />
            )}
          </p>
          {props.actions}
        </div>
        <IconButton
          label={isBookmarked ? texts.removeBookmark(name) : texts.addBookmark(name)}
          aria-pressed={isBookmarked}
          className="-my-1"
          onClick={props.onToggleBookmark}
        >
          <Bookmark
            aria-hidden
            className={isBookmarked ? "size-5 fill-current text-brand" : "size-5"}
          />
        </IconButton>
      </li>
    </>
  );
}
