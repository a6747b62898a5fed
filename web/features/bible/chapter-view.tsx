import { CalendarCheck, ChevronLeft, ChevronRight, Lock } from "lucide-react";
import { lazy, type ReactNode, Suspense, useEffect, useRef } from "react";
import { type BiblePlace, placeName } from "#shared/bible/bible-books.ts";
import type { BibleVerse } from "#shared/bible/bible-text.ts";
import { bibleMessages } from "#shared/messages/reading/bible.ts";
import { readingLinkMessages } from "#shared/messages/reading/reading-links.ts";
import { useConnection } from "#web/lib/http/use-connection.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import { useSwipe, type Neighbours } from "./chapter-navigation.ts";
import { useIsScrollRestored } from "#web/lib/navigation/use-is-scroll-restored.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { Link } from "#web/ui/link.tsx";
import { optional } from "#web/ui/optional.tsx";
import { READING_TEXT } from "#web/ui/text-size-control.tsx";
import { type Chapter, isNotLicensed } from "./bible.data.ts";
import { matchesTerm } from "#shared/search/fold-text.ts";
import type { OpenBible, useBibleLocation } from "./use-bible-location.ts";
import { useBookmarks } from "./use-bookmarks.ts";
import { useChapterMarks } from "./marks/stored-marks.ts";
import { useVerseSelection } from "./selection/use-verse-selection.ts";
import { VerseCard } from "./verse-card.tsx";
import { KJV, type ReaderVersion } from "#web/base/reading/bible-versions.data.ts";
import "./bible.css";

const ParallelVerses = lazy(async () => ({
  default: (await import("./parallel/parallel-verses.tsx")).ParallelVerses,
}));

/** Loads with the first selected verse. */
const SelectionActions = optional(
  async () => (await import("./selection/selection-actions.tsx")).SelectionActions,
);

type Open = ReturnType<typeof useBibleLocation>["open"];

type ChapterViewProps = OpenBible & {
  /** A second version, or null. */
  secondVersion: ReaderVersion | null;
  term: string;
  chapter: Chapter | undefined;
  error: Error | null;
  /** The version has no key, so nothing is requested. */
  isLocked: boolean;
  isRetrying: boolean;
  /** Index of the spoken verse, or null. */
  spokenVerse: number | null;
  neighbours: Neighbours;
  open: Open;
  onRetry: () => void;
  onChooseVersion: () => void;
  onListenFrom: ((index: number) => void) | null;
};

/** One chapter: title, verses, copyright line and links to the previous and next chapter. */
export function ChapterView(props: ChapterViewProps) {
  const { version, place, chapter, error, isLocked, neighbours, open } = props;
  const { language } = useSite();
  const texts = useTexts(bibleMessages);
  const { plans } = useTexts(readingLinkMessages);
  const isOffline = useConnection() === "offline";
  const headingRef = useRef<HTMLHeadingElement>(null);
  const { abbreviation, name, copyright } = version;
  const openNeighbour = (target: BiblePlace) => {
    open({ place: target });
    headingRef.current?.focus({ preventScroll: true });
  };
  const swipe = useSwipe((side) => neighbours[side] && openNeighbour(neighbours[side]));
  return (
    <article data-printed className="chapter mt-4" {...swipe}>
      <header>
        <h1
          ref={headingRef}
          tabIndex={-1}
          className="text-3xl font-extrabold tracking-tight sm:text-4xl"
        >
          {placeName(place, language)}
        </h1>
        <div className="mt-1 flex min-h-6 items-center justify-between gap-4 text-sm text-ink-soft">
          <p>
            <abbr title={name} className="font-semibold">
              {abbreviation}
            </abbr>
            {chapter && <span className="chapter-hint"> · {texts.verseHint}</span>}
          </p>
          <Link
            to="/bible/plans"
            className="chapter-plans inline-flex min-h-11 items-center gap-1.5 font-semibold text-brand"
          >
            <CalendarCheck aria-hidden className="size-5" />
            <span>{plans}</span>
          </Link>
        </div>
      </header>
      {chapter?.isOfflineCopy && (
        <p role="status" className="mt-4 text-sm text-ink-soft">
          {isOffline ? texts.offlineCopy : texts.serverCopy}
        </p>
      )}
      {chapter ? (
        <Verses
          key={`${version.id} ${place.book.id} ${place.chapter}`}
          {...props}
          chapter={chapter}
        />
      ) : isLocked || isNotLicensed(error) ? (
        <LicenceMissing {...props} />
      ) : error ? (
        <ChapterFailed {...props} />
      ) : (
        <ChapterLoading />
      )}
      <p className="mt-8 text-sm text-ink-soft">
        {chapter &&
          [chapter.copyright || copyright, chapter.canBeSpoken ? "" : texts.notSpoken(abbreviation)]
            .filter(Boolean)
            .join(" ")}
      </p>
      <nav
        aria-label={texts.chapters}
        className="mt-4 flex flex-wrap items-center justify-between gap-3"
      >
        <NeighbourButton
          label={texts.previousChapter}
          target={neighbours.previous}
          open={openNeighbour}
        >
          <ChevronLeft aria-hidden className="size-5" />
          <span>{texts.previous}</span>
        </NeighbourButton>
        <NeighbourButton label={texts.nextChapter} target={neighbours.next} open={openNeighbour}>
          <span>{texts.next}</span>
          <ChevronRight aria-hidden className="size-5" />
        </NeighbourButton>
      </nav>
    </article>
  );
}

type NeighbourButtonProps = {
  label: string;
  target: BiblePlace | null;
  open: (place: BiblePlace) => void;
  children: ReactNode;
};

function NeighbourButton({ label, target, open, children }: NeighbourButtonProps) {
  const { language } = useSite();
  const { toChapter } = useTexts(bibleMessages);
  return (
    <button
      type="button"
      disabled={target === null}
      aria-label={target ? toChapter(label, placeName(target, language)) : label}
      onClick={() => target && open(target)}
      className={buttonStyle("outline")}
    >
      {children}
    </button>
  );
}

function Verses(props: ChapterViewProps & { chapter: Chapter }) {
  const { version, secondVersion, place, verse, term, chapter, spokenVerse, onListenFrom } = props;
  const { language } = useSite();
  const texts = useTexts(bibleMessages);
  const { isBookmarked, toggle, setRuns, isRefused } = useBookmarks(version, place);
  const marksOf = useChapterMarks({ version, place });
  const listRef = useRef<HTMLDivElement>(null);
  const shown = chapter.verses.filter(({ text }) => matchesTerm(text, term));
  const { isChosen, latest, toggle: choose, add, clear } = useVerseSelection(shown);
  const spoken = spokenVerse === null ? null : (chapter.verses[spokenVerse]?.verse ?? null);
  const isRestored = useIsScrollRestored();
  const inView = spoken ?? (isRestored ? null : verse);

  useEffect(() => {
    if (inView === null) return;
    listRef.current
      ?.querySelector(`[data-verse="${inView}"]`)
      ?.scrollIntoView({ block: "center", behavior: "smooth" });
  }, [inView, chapter]);

  const listStyle = `chapter-verses mt-1 grid grid-cols-1 gap-0.5 font-serif leading-relaxed ${READING_TEXT}`;
  const letGo = () => {
    clear();
    listRef.current?.querySelector<HTMLElement>(`[data-verse="${latest}"] > button`)?.focus();
  };
  const actions = (
    <SelectionActions
      version={version}
      place={place}
      verses={chapter.verses}
      isChosen={isChosen}
      canBeCopied={chapter.canBeCopied}
      copyright={chapter.copyright}
      marksOf={marksOf}
      isBookmarked={isBookmarked}
      onBookmark={setRuns}
      onListenFrom={onListenFrom}
      onAdd={add}
      onClear={letGo}
    />
  );
  const card = (item: BibleVerse) => (
    <VerseCard
      key={item.verse}
      place={place}
      verse={item}
      term={term}
      isBookmarked={isBookmarked(item.verse)}
      isSpoken={item.verse === spoken}
      isSought={item.verse === verse}
      isChosen={isChosen(item.verse)}
      onToggleChosen={() => choose(item.verse)}
      onToggleBookmark={() => toggle(item.verse)}
      marks={marksOf(item.verse)}
      actions={item.verse === latest && actions}
    />
  );

  const list = (
    <ol lang={version.language} hidden={shown.length === 0} className={listStyle}>
      {shown.map(card)}
    </ol>
  );

  return (
    <>
      {term !== "" && (
        <p role="status" className="mt-4 text-sm text-ink-soft">
          {shown.length === 0
            ? texts.noVerses(term, placeName(place, language))
            : texts.inChapter(shown.length, placeName(place, language))}
        </p>
      )}
      {isRefused && (
        <p role="alert" className="mt-4 text-sm font-medium text-danger">
          {texts.notKept}
        </p>
      )}
      <div ref={listRef}>
        {secondVersion ? (
          <Suspense fallback={list}>
            <ParallelVerses
              version={version}
              secondVersion={secondVersion}
              place={place}
              verses={shown}
              className={listStyle}
              open={props.open}
              card={card}
            />
          </Suspense>
        ) : (
          list
        )}
      </div>
    </>
  );
}

function LicenceMissing({ version, open, onChooseVersion }: ChapterViewProps) {
  const texts = useTexts(bibleMessages);
  return (
    <div role="alert" className="mt-6 rounded-card bg-gold-soft p-5">
      <p className="flex max-w-prose gap-3 leading-relaxed">
        <Lock aria-hidden className="mt-1 size-5 shrink-0" />
        <span>{texts.notLicensed(version.abbreviation)}</span>
      </p>
      <div className="mt-4 flex flex-wrap gap-2">
        <button
          type="button"
          className={buttonStyle("brand")}
          onClick={() => open({ version: KJV })}
        >
          {texts.readInKjv}
        </button>
        <button type="button" className={buttonStyle("outline")} onClick={onChooseVersion}>
          {texts.chooseVersion}
        </button>
      </div>
    </div>
  );
}

function ChapterFailed({ isRetrying, onRetry }: ChapterViewProps) {
  const texts = useTexts(bibleMessages);
  return (
    <div role="alert" className="mt-6 rounded-card bg-danger-soft p-5">
      <p className="font-semibold">{texts.loadFailed}</p>
      <button
        type="button"
        disabled={isRetrying}
        className={buttonStyle("outline", "mt-4")}
        onClick={onRetry}
      >
        {texts.tryAgain}
      </button>
    </div>
  );
}

const LOADING_LINES = 8;

function ChapterLoading() {
  const texts = useTexts(bibleMessages);
  return (
    <div role="status" className="mt-6 grid gap-4">
      <span className="sr-only">{texts.loadingChapter}</span>
      {Array.from({ length: LOADING_LINES }, (_, index) => (
        <div key={index} className="h-11 rounded-card bg-raised motion-ok:animate-shimmer" />
      ))}
    </div>
  );
}
