import { Square, Volume2 } from "lucide-react";
import { bibleMessages } from "#shared/messages/reading/bible.ts";
import { useTexts, useSite } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { TextSizeControl } from "#web/ui/text-size-control.tsx";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ComponentType, type ReactNode, useEffect, useRef } from "react";
import { type BiblePlace, nextPlace, placeName, previousPlace } from "#shared/bible/bible-books.ts";
import { type BibleVersionFacts, isFree, isIn } from "#shared/bible/bible-versions.ts";
import { useIsScrollRestored } from "#web/lib/navigation/use-is-scroll-restored.ts";
import { useSearchTerm } from "#web/lib/navigation/use-search-term.ts";
import { type NowListening, stopListening, useHeard } from "#web/base/audio/now-listening.ts";
import { useVersions } from "#web/base/reading/bible-versions.data.ts";
import { readAloud } from "#web/base/speech/read-aloud.ts";
import { addressOf } from "./bible-address.domain.ts";
import { type Chapter, chapterQuery } from "./bible.data.ts";
import { storeChapter } from "./bible-cache.ts";
import { BibleToolbar } from "./bible-toolbar.tsx";
import { BookmarksSection } from "./bookmarks-section.tsx";
import { ChapterView } from "./chapter-view.tsx";
import { type OpenBible, useBibleLocation } from "./use-bible-location.ts";
import { useChapterKeys } from "./chapter-navigation.ts";
import { useDisplayReport } from "./use-display-report.ts";
import { SecondVersionButton } from "./parallel/second-version-select.tsx";
import { RedLettersControl } from "./text/verse-text.tsx";
import { optional } from "#web/ui/optional.tsx";
import { WhenNear } from "#web/ui/when-near.tsx";
import "./bible.css";

const OfflineControl = optional(async () => (await import("./offline-control.tsx")).OfflineControl);

/** Loads with the first search. */
const WholeBibleResults = optional(
  async () => (await import("./whole-bible-results.tsx")).WholeBibleResults,
);

type ListenButtonProps = {
  /** The chapter in the audio bar; null without it. */
  heard: NowListening | null;
  /** Null while nothing may be read aloud. */
  onListen: (() => void) | null;
  onStop: () => void;
};

/** Starts and stops reading the chapter aloud. */
export function ListenButton({ heard, onListen, onStop }: ListenButtonProps) {
  const texts = useTexts(bibleMessages);
  const isReading = heard !== null && heard.status !== "no-voices";
  const Icon = isReading ? Square : Volume2;
  return (
    <button
      type="button"
      disabled={onListen === null}
      onClick={isReading ? onStop : (onListen ?? undefined)}
      className={buttonStyle("quiet", "bible-listen")}
    >
      <Icon aria-hidden className="size-5" />
      <span className="sr-only">{isReading ? texts.stop : texts.listen}</span>
    </button>
  );
}

type BiblePageProps = {
  /** At the end of the chapter. */
  AfterChapter?: ComponentType<{ place: BiblePlace }>;
  /** Next to the chapter, after the bookmarks. */
  aside?: ReactNode;
};

/** The Bible: selectors, search, one chapter, bookmarks and the offline copy. */
export function BiblePage({ AfterChapter, aside }: BiblePageProps) {
  const { api, language } = useSite();
  const {
    version,
    place,
    verse,
    isReady,
    missing,
    secondVersion: second,
    chosen,
    open,
  } = useBibleLocation();
  const [term, setTerm] = useSearchTerm();
  const isLocked = version.state === "needs-key";
  const {
    data: chapter,
    error,
    refetch,
    isFetching,
  } = useQuery({ ...chapterQuery(api, version, place), enabled: isReady && !isLocked });
  const key = addressOf(version, place);
  const heard = useHeard(key);
  const versionRef = useRef<HTMLSelectElement>(null);
  const neighbours = { previous: previousPlace(place), next: nextPlace(place) };

  useStoredChapter(version, place, chapter);
  usePrefetchedChapter({ version, place: neighbours.next, isReady: chapter !== undefined });
  useChapterKeys(neighbours, (target) => open({ place: target }));
  useDisplayReport(chapter?.displayToken ?? null);
  useTopOfChapter(version, place, verse);

  const listenFrom = (first: number) =>
    readAloud(
      { key, title: placeName(place, language) },
      {
        texts: chapter?.verses.map(({ text }) => text) ?? [],
        language: version.language,
        from: first,
      },
    );

  function search(next: string): void {
    // The bar may be far down the chapter, and the results begin at the top.
    if (next !== "") window.scrollTo(0, 0);
    setTerm(next);
  }

  return (
    <>
      <BibleToolbar
        version={chosen.version}
        place={chosen.place}
        open={open}
        versionRef={versionRef}
        term={term}
        onTerm={search}
        listenButton={
          <ListenButton
            heard={heard}
            onListen={chapter?.canBeSpoken ? () => listenFrom(0) : null}
            onStop={stopListening}
          />
        }
        textControls={
          <>
            {chapter && <RedLettersControl verses={chapter.verses} />}
            <SecondVersionButton
              version={chosen.version}
              secondVersion={chosen.secondVersion}
              open={open}
            />
            <TextSizeControl />
          </>
        }
      />
      <div className="page grid grid-cols-1 items-start gap-6 pb-16 lg:grid-cols-[minmax(0,7fr)_minmax(18rem,3fr)]">
        <div className="min-w-0">
          {isReady && <TextMissing version={version} asked={missing} />}
          {term !== "" && (
            <WholeBibleResults version={version} secondVersion={second} term={term} open={open} />
          )}
          <ChapterView
            version={version}
            place={place}
            verse={verse}
            secondVersion={second}
            term={term}
            chapter={chapter}
            error={error}
            isLocked={isLocked}
            isRetrying={isFetching}
            spokenVerse={heard?.part ?? null}
            neighbours={neighbours}
            open={open}
            onRetry={() => void refetch()}
            onChooseVersion={() => versionRef.current?.focus()}
            onListenFrom={chapter?.canBeSpoken ? listenFrom : null}
          />
          {chapter && AfterChapter && <AfterChapter place={place} />}
        </div>
        <aside className="grid grid-cols-1 gap-6 lg:pt-6">
          <BookmarksSection version={version} open={open} />
          {aside}
          {isFree(version) && (
            <WhenNear className="min-h-54 sm:min-h-48">
              <OfflineControl version={version} />
            </WhenNear>
          )}
        </aside>
      </div>
    </>
  );
}

/** Stores a chapter that came with the page, like a fetched one. */
function useStoredChapter(
  version: OpenBible["version"],
  { book, chapter: number }: BiblePlace,
  chapter: Chapter | undefined,
): void {
  useEffect(() => {
    if (!chapter || chapter.isOfflineCopy || !isFree(version)) return;
    storeChapter(version.id, { book, chapter: number }, chapter.verses);
  }, [version, book, number, chapter]);
}

type Prefetched = {
  version: OpenBible["version"];
  place: BiblePlace | null;
  /** The chapter on the screen has loaded. */
  isReady: boolean;
};

/** Prefetches the next chapter where that uses no provider's quota. */
function usePrefetchedChapter({ version, place, isReady }: Prefetched): void {
  const { api } = useSite();
  const queryClient = useQueryClient();
  const { book, chapter } = place ?? {};
  useEffect(() => {
    if (!isReady || !book || chapter === undefined || !isFree(version)) return;
    void queryClient.prefetchQuery(chapterQuery(api, version, { book, chapter }));
  }, [isReady, version, book, chapter, api, queryClient]);
}

/** Scrolls another chapter to its top, unless a verse is named or the page is restored. */
function useTopOfChapter(
  version: OpenBible["version"],
  place: BiblePlace,
  verse: number | null,
): void {
  const address = addressOf(version, place);
  const shown = useRef(address);
  const isRestored = useIsScrollRestored();
  useEffect(() => {
    if (shown.current === address) return;
    shown.current = address;
    if (verse === null && !isRestored) window.scrollTo(0, 0);
  }, [address, verse, isRestored]);
}

type TextMissingProps = {
  /** Version shown instead. */
  version: BibleVersionFacts;
  /** Id of the version that the URL names and this site does not have, or null. */
  asked: string | null;
};

/**
 * Names the version that replaces a missing text: the requested one, or any in the page's language.
 */
function TextMissing({ version, asked }: TextMissingProps) {
  const { language } = useSite();
  const texts = useTexts(bibleMessages);
  const { all, isKnown } = useVersions();
  const hasOwnText =
    !isKnown || isIn(version, language) || all.some((each) => isIn(each, language));
  if (asked === null && hasOwnText) return null;
  return (
    <p
      role="status"
      className="mt-2 -mb-2 rounded-card bg-gold-soft px-3 py-1.5 text-sm leading-snug"
    >
      {asked === null ? texts.noOwnText(version.name) : texts.versionMissing(version.name)}
    </p>
  );
}
