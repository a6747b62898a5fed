import { clsx } from "clsx";
import { Bookmark, Copy, Share2, StickyNote, Volume2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { BiblePlace } from "#shared/bible/bible-books.ts";
import type { BibleVerse } from "#shared/bible/bible-text.ts";
import { isFree } from "#shared/bible/bible-versions.ts";
import { bibleMessages } from "#shared/messages/reading/bible.ts";
import { nearestLanguage } from "#shared/languages.ts";
import { copyText, openShareSheet } from "#web/lib/sharing.ts";
import { marksMessages } from "#shared/messages/reading/marks.ts";
import { useHydrated } from "#web/lib/use-hydrated.ts";
import { sharedOrigin, useSite, useTexts } from "#web/lib/site.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { addressOf, placeName } from "./bible-address.domain.ts";
import { MarkActions } from "./marks/mark-actions.tsx";
import type { KeptMark } from "./marks/marks.domain.ts";
import { VerseText } from "./text/verse-text.tsx";
import type { ReaderVersion } from "#web/base/reading/bible-versions.data.ts";
import { optional } from "#web/ui/optional.tsx";
import { PictureButton } from "#web/ui/verse-picture/picture-button.tsx";

const CompareVerse = optional(async () => {
  const { CompareVerse: View } = await import("./parallel/compare-verse.tsx");
  return View;
});

type VerseCardProps = {
  version: ReaderVersion;
  place: BiblePlace;
  verse: BibleVerse;
  term: string;
  canBeCopied: boolean;
  copyright: string;
  isBookmarked: boolean;
  isSpoken: boolean;
  /** The address names it. */
  isSought: boolean;
  /** Its actions are shown. */
  isOpen: boolean;
  onToggleOpen: () => void;
  onToggleBookmark: () => void;
  onListen: (() => void) | null;
  /** Highlights and notes on it. */
  marks: readonly KeptMark[];
  /** Verses of the chapter after it, up to which it can be marked and copied. */
  following: readonly BibleVerse[];
};

/** One verse with its bookmark; a tap on it, or its number, opens what else can be done with it. */
export function VerseCard(props: VerseCardProps) {
  const { place, verse, term, isBookmarked, isSpoken, isSought, isOpen, marks } = props;
  const colour = marks.find(({ data }) => data.kind === "highlight")?.data.colour;
  const hasNote = marks.some(({ data }) => data.kind === "note");
  const texts = useTexts(bibleMessages);
  const { noteOn } = useTexts(marksMessages);
  const { language } = useSite();
  const name = `${placeName(place, language)}:${verse.verse}`;
  // Who marks words wants these words, not the verse's actions.
  const tapWholeVerse = () => getSelection()?.isCollapsed !== false && props.onToggleOpen();
  return (
    <>
      {verse.section !== undefined && (
        <li className="mx-auto w-full max-w-prose px-3 pt-4 font-sans font-semibold">
          {verse.section}
        </li>
      )}
      {verse.title !== undefined && (
        <li className="mx-auto w-full max-w-prose px-3 pb-2 text-ink-soft italic">{verse.title}</li>
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
          "mx-auto flex w-full max-w-prose items-start gap-1 rounded-card px-1 py-1 transition-colors",
          isSpoken || isSought ? "bg-brand-soft" : isBookmarked && "bg-gold-soft",
          verse.isParagraph && "mt-3",
        )}
      >
        <button
          type="button"
          aria-expanded={isOpen}
          aria-label={texts.verseActions(verse.verse)}
          onClick={props.onToggleOpen}
          className="mt-1 min-h-6 w-8 shrink-0 rounded-full text-center font-sans text-xs font-bold text-brand even-figures hover:bg-raised"
        >
          {verse.verse}
        </button>
        <div className="min-w-0 grow wrap-anywhere">
          {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the number beside it is the button for keys and screen readers */}
          <p className="cursor-pointer" onClick={tapWholeVerse}>
            <span data-mark={colour}>
              <VerseText verse={verse} term={term} />
            </span>
            {hasNote && (
              <StickyNote
                role="img"
                aria-label={noteOn(verse.verse)}
                className="ml-1 inline-flex size-4 text-brand"
              />
            )}
          </p>
          {isOpen && <VerseActions {...props} />}
        </div>
        <IconButton
          label={isBookmarked ? texts.removeBookmark(name) : texts.addBookmark(name)}
          aria-pressed={isBookmarked}
          className="size-9"
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

/** How many more verses can be marked or copied at once. */
const LONGEST_STRETCH = 40;

/** Verses that are read in one picture. */
const MOST_IN_PICTURE = 4;

type CopyState = "ready" | "copied" | "refused";

function VerseActions(props: VerseCardProps) {
  const { version, place, verse, canBeCopied, copyright, onListen, marks, following } = props;
  const site = useSite();
  const texts = useTexts(bibleMessages);
  const { upTo } = useTexts(marksMessages);
  const [last, setLast] = useState(verse.verse);
  const [isComparing, setIsComparing] = useState(false);
  const isHydrated = useHydrated();
  const [copyState, setCopyState] = useState<CopyState>("ready");
  const { abbreviation } = version;
  const chosen = [verse, ...following.filter((each) => each.verse <= last)];
  const range = chosen.length === 1 ? "" : `-${last}`;
  const textName = placeName(place, nearestLanguage(version.language));
  const reference = `${textName}:${verse.verse}${range} (${abbreviation})`;
  const name = `${placeName(place, site.language)}:${verse.verse}`;
  const words = chosen.map(({ text }) => text).join(" ");
  const quotation = `“${words}”\n${reference}${isFree(version) ? "" : `\n${copyright}`}`;
  const address = () =>
    `${sharedOrigin(site)}${window.location.pathname}${addressOf(version, place, verse.verse)}`;

  async function copy() {
    // Where it is refused, the text can still be selected.
    setCopyState((await copyText(quotation)) ? "copied" : "refused");
  }

  const mayTake = canBeCopied && (chosen.length === 1 || isFree(version));
  return (
    <div lang={site.language} className="mt-2 grid gap-2 font-sans text-base">
      <MarkActions verses={{ version, place, from: verse.verse, to: last }} marks={marks} />
      <div className="flex flex-wrap items-center gap-2">
        {mayTake && (
          <Action icon={<Copy aria-hidden className="size-4" />} onClick={() => void copy()}>
            {texts.copy}
          </Action>
        )}
        {mayTake && isHydrated && "share" in navigator && (
          <Action
            icon={<Share2 aria-hidden className="size-4" />}
            onClick={() =>
              void openShareSheet({ title: reference, text: quotation, url: address() })
            }
          >
            {texts.share}
          </Action>
        )}
        {chosen.length <= MOST_IN_PICTURE && (
          <PictureButton
            quotation={{ reference: `${name}${range} (${abbreviation})`, text: words, version }}
            className={ACTION_STYLE}
          />
        )}
        {onListen && (
          <Action icon={<Volume2 aria-hidden className="size-4" />} onClick={onListen}>
            {texts.listenFromHere}
          </Action>
        )}
        {following.length > 0 && (
          <label className="inline-flex items-center gap-1.5 text-sm">
            {upTo}
            <select
              value={last}
              onChange={(event) => setLast(Number(event.target.value))}
              className="min-h-9 rounded-full border border-line bg-surface px-2 font-semibold"
            >
              {[verse, ...following.slice(0, LONGEST_STRETCH)].map((each) => (
                <option key={each.verse}>{each.verse}</option>
              ))}
            </select>
          </label>
        )}
        <button
          type="button"
          aria-expanded={isComparing}
          onClick={() => setIsComparing(!isComparing)}
          className={ACTION_STYLE}
        >
          {texts.compare}
        </button>
        <span role="status" className="text-sm text-ink-soft">
          {copyState === "copied" && texts.copied}
          {copyState === "refused" && texts.copyFailed}
        </span>
      </div>
      {isComparing && <CompareVerse version={version} place={place} verse={verse.verse} />}
    </div>
  );
}

const ACTION_STYLE =
  "inline-flex min-h-9 items-center gap-1.5 rounded-full bg-raised px-3 text-sm font-semibold text-ink hover:bg-line";

type ActionProps = { icon: ReactNode; onClick: () => void; children: ReactNode };

function Action({ icon, onClick, children }: ActionProps) {
  return (
    <button type="button" onClick={onClick} className={ACTION_STYLE}>
      {icon}
      {children}
    </button>
  );
}
