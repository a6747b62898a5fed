import { clsx } from "clsx";
import { Bookmark, Columns2, Copy, Share2, Volume2, X } from "lucide-react";
import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { type BiblePlace, placeName } from "#shared/bible/bible-books.ts";
import type { BibleVerse } from "#shared/bible/bible-text.ts";
import { isFree } from "#shared/bible/bible-versions.ts";
import { bibleMessages } from "#shared/messages/reading/bible.ts";
import { marksMessages } from "#shared/messages/reading/marks.ts";
import { nearestLanguage } from "#shared/languages.ts";
import { type ReaderVersion, useVersions } from "#web/base/reading/bible-versions.data.ts";
import { quotedText } from "#web/features/bible/verse-image/verse-image.domain.ts";
import { ACTION_STYLE } from "#web/features/bible/marks/label-field.tsx";
import { MarkActions } from "#web/features/bible/marks/mark-actions.tsx";
import { addressOf } from "#web/features/bible/bible-address.domain.ts";
import type { KeptMark } from "#web/features/bible/marks/marks.domain.ts";
import { copyText, openShareSheet } from "#web/lib/sharing.ts";
import { sharedOrigin, useSite, useTexts } from "#web/lib/site.ts";
import { useHydrated } from "#web/lib/use-hydrated.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { optional } from "#web/ui/optional.tsx";
import { useSecondVersions } from "#web/features/bible/parallel/second-version-select.tsx";
import { VerseImageButton } from "#web/features/bible/verse-image/verse-image-button.tsx";
import { type Run, formatRanges, selectedRanges } from "./verse-ranges.domain.ts";

const CompareVerse = optional(async () => {
  const { CompareVerse: View } = await import("#web/features/bible/parallel/compare-verse.tsx");
  return View;
});

type SelectionActionsProps = {
  version: ReaderVersion;
  place: BiblePlace;
  /** All verses of the chapter. */
  verses: readonly BibleVerse[];
  /** True for at least one of them. */
  isChosen: (verse: number) => boolean;
  canBeCopied: boolean;
  copyright: string;
  /** Highlights and notes on a verse. */
  marksOf: (verse: number) => readonly KeptMark[];
  isBookmarked: (verse: number) => boolean;
  onBookmark: (runs: readonly Run[], isOn: boolean) => void;
  /** Reads aloud from the verse with this index. */
  onListenFrom: ((index: number) => void) | null;
  onAdd: (verses: readonly number[]) => void;
  onClear: () => void;
};

/** Maximum number of verses added at once. */
const MAX_ADDED_VERSES = 40;

/** Maximum number of verses in one image. */
const MAX_IMAGE_VERSES = 4;

/** Space between a selected verse and the actions below it. */
const GAP_PX = 12;

/**
 * Actions on the selected verses, at the bottom of the screen above the phone's bar. In keyboard
 * order they follow the last selected verse, which scrolls out from under them. The sheet is low
 * until a reader writes or compares.
 */
export function SelectionActions(props: SelectionActionsProps) {
  const { version, place, verses, isChosen, marksOf, onListenFrom } = props;
  const { language } = useSite();
  const texts = useTexts(bibleMessages);
  const { chosenVerses } = useTexts(marksMessages);
  const [isComparing, setIsComparing] = useState(false);
  const [isWriting, setIsWriting] = useState(false);
  // With one text alone a verse shows its cross-references without a button.
  const canCompare = useSecondVersions(version).length > 0;
  const { isKnown } = useVersions();
  const chosen = verses.filter(({ verse }) => isChosen(verse));
  const numbers = chosen.map(({ verse }) => verse);
  const runs = selectedRanges(
    new Set(numbers),
    verses.map(({ verse }) => verse),
  );
  const [first = 1] = numbers;
  const name = `${placeName(place, language)}:${formatRanges(runs)}`;
  const isMarked = numbers.every(props.isBookmarked);
  const isOne = chosen.length === 1;
  const isTall = isWriting || (isOne && isComparing);
  const sheetRef = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const sheet = sheetRef.current;
    const verse = sheet?.closest("[data-verse]");
    if (!sheet || !verse) return;
    const covered =
      verse.getBoundingClientRect().bottom + GAP_PX - sheet.getBoundingClientRect().top;
    if (covered > GAP_PX) window.scrollBy({ top: covered, behavior: "smooth" });
  }, [isTall]);
  return (
    <div
      lang={language}
      data-sheet={isTall ? "tall" : "low"}
      className="pointer-events-none fixed inset-x-4 bottom-20 z-20 flex justify-center font-sans text-base lg:bottom-6 print:hidden"
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it follows the focus of its fields */}
      <section
        ref={sheetRef}
        aria-label={name}
        onFocus={({ target }) => setIsWriting(isWriting || target.matches("textarea, input"))}
        className="pointer-events-auto grid max-w-prose grow gap-2 overflow-y-auto rounded-card border border-line bg-surface p-2 shadow-card sm:p-4"
      >
        <div className="flex items-center justify-between gap-2">
          <p className="font-semibold">{name}</p>
          <span role="status" className="shrink-0 grow text-sm whitespace-nowrap text-ink-soft">
            {chosenVerses.count(chosen.length)}
          </span>
          <IconButton label={chosenVerses.clear} className="-m-1" onClick={props.onClear}>
            <X aria-hidden className="size-4" />
          </IconButton>
        </div>
        <MarkActions
          runs={runs.map((run) => ({ version, place, ...run }))}
          marksOf={marksOf}
          verses={numbers}
        />
        <div className="flex flex-wrap items-center gap-1">
          <Action
            icon={<Bookmark aria-hidden className={clsx("size-4", isMarked && "fill-current")} />}
            isPressed={isMarked}
            onClick={() => props.onBookmark(runs, !isMarked)}
          >
            {chosenVerses.bookmark}
          </Action>
          <Passing key={name} {...props} chosen={chosen} runs={runs} />
          {onListenFrom && (
            <Action
              icon={<Volume2 aria-hidden className="size-4" />}
              onClick={() => {
                onListenFrom(verses.findIndex(({ verse }) => verse === first));
                props.onClear();
              }}
            >
              {texts.listenFromHere}
            </Action>
          )}
          <UpTo verses={verses} last={numbers.at(-1) ?? first} onAdd={props.onAdd} />
          {isOne && canCompare && (
            <button
              type="button"
              aria-expanded={isComparing}
              onClick={() => setIsComparing(!isComparing)}
              title={texts.compare}
              className={ACTION_STYLE}
            >
              <Columns2 aria-hidden className="size-4" />
              <span className="verse-action-label sr-only">{texts.compare}</span>
            </button>
          )}
        </div>
        {isOne && (canCompare ? isComparing : isKnown) && (
          <CompareVerse version={version} place={place} verse={first} />
        )}
      </section>
    </div>
  );
}

type CopyState = "ready" | "copied" | "refused";

type PassingProps = Pick<
  SelectionActionsProps,
  "version" | "place" | "canBeCopied" | "copyright"
> & {
  chosen: readonly BibleVerse[];
  runs: readonly Run[];
};

/** Actions that share verses, as far as the text's licence allows. */
function Passing({ version, place, canBeCopied, copyright, chosen, runs }: PassingProps) {
  const site = useSite();
  const texts = useTexts(bibleMessages);
  const isHydrated = useHydrated();
  const [copyState, setCopyState] = useState<CopyState>("ready");
  const where = `${formatRanges(runs)} (${version.abbreviation})`;
  const reference = `${placeName(place, nearestLanguage(version.language))}:${where}`;
  const words = textOf(chosen, runs);
  const quotation = `${quotedText({ reference, text: words, version })}\n${reference}${isFree(version) ? "" : `\n${copyright}`}`;
  const address = () =>
    `${sharedOrigin(site)}${window.location.pathname}${addressOf(version, place, chosen[0]?.verse ?? 1)}`;

  async function copy() {
    // When it is rejected, the text can still be selected.
    setCopyState((await copyText(quotation)) ? "copied" : "refused");
  }

  const mayTake = canBeCopied && (chosen.length === 1 || isFree(version));
  return (
    <>
      {mayTake && (
        <Action icon={<Copy aria-hidden className="size-4" />} onClick={() => void copy()}>
          {texts.copy}
        </Action>
      )}
      {mayTake && isHydrated && "share" in navigator && (
        <Action
          icon={<Share2 aria-hidden className="size-4" />}
          onClick={() => void openShareSheet({ title: reference, text: quotation, url: address() })}
        >
          {texts.share}
        </Action>
      )}
      {chosen.length <= MAX_IMAGE_VERSES && (
        <VerseImageButton
          quotation={{
            reference: `${placeName(place, site.language)}:${where}`,
            text: words,
            version,
          }}
          className={ACTION_STYLE}
          labelClassName="verse-action-label sr-only"
        />
      )}
      <span role="status" className="text-sm text-ink-soft empty:hidden">
        {copyState === "copied" ? texts.copied : copyState === "refused" && texts.copyFailed}
      </span>
    </>
  );
}

type UpToProps = Pick<SelectionActionsProps, "verses" | "onAdd"> & { last: number };

/** Selects the verses after the last one, up to another. */
function UpTo({ verses, last, onAdd }: UpToProps) {
  const { upTo } = useTexts(marksMessages);
  const index = verses.findIndex(({ verse }) => verse === last);
  const ends = verses.slice(index, index + 1 + MAX_ADDED_VERSES).map(({ verse }) => verse);
  if (ends.length < 2) return null;
  return (
    <label className="inline-flex items-center gap-1.5 text-sm">
      {upTo}
      <select
        value={last}
        onChange={({ target }) => onAdd(ends.slice(1, target.selectedIndex + 1))}
        className="min-h-11 rounded-full border border-line bg-surface px-2 font-semibold"
      >
        {ends.map((each) => (
          <option key={each}>{each}</option>
        ))}
      </select>
    </label>
  );
}

/** Returns their text, with an ellipsis for gaps. */
function textOf(chosen: readonly BibleVerse[], runs: readonly Run[]): string {
  return runs
    .map(({ from, to }) =>
      chosen
        .filter(({ verse }) => from <= verse && verse <= to)
        .map(({ text }) => text)
        .join(" "),
    )
    .join(" … ");
}

type ActionProps = {
  icon: ReactNode;
  isPressed?: boolean;
  onClick: () => void;
  children: string;
};

/** Icon only where labels do not fit in one row. */
function Action({ icon, isPressed, onClick, children }: ActionProps) {
  return (
    <button
      type="button"
      aria-pressed={isPressed}
      title={children}
      onClick={onClick}
      className={ACTION_STYLE}
    >
      {icon}
      <span className="verse-action-label sr-only">{children}</span>
    </button>
  );
}
