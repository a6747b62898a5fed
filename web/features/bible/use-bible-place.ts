import { useCallback, useEffect, useSyncExternalStore } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { type BiblePlace, bookByAlias, FIRST_PLACE } from "#shared/bible/bible-books.ts";
import type { BibleVersionId } from "#shared/bible/bible-versions.ts";
import { readStored, writeStored } from "#web/lib/storage/storage.ts";
import { useHydrated } from "#web/lib/use-hydrated.ts";
import { useKeptVerse } from "./use-kept-verse.ts";
import { addressOf, placeIn, readAddress } from "./bible-address.domain.ts";
import { STORED_BOOK, STORED_CHAPTER, STORED_VERSE, STORED_VERSION } from "./bible-storage-keys.ts";

export type OpenBible = {
  version: BibleVersionId;
  place: BiblePlace;
  /** The verse that the address names, or null. */
  verse: number | null;
};

type BiblePlaceState = OpenBible & {
  /** Opens a chapter with a history entry of its own. */
  open: (target: { version?: BibleVersionId; place?: BiblePlace; verse?: number }) => void;
};

/**
 * What is open: the address says it; where it names nothing, the place where reading was left on this
 * device; at first Genesis 1 in the King James Version. A place that the address names is remembered.
 */
export function useBiblePlace(): BiblePlaceState {
  const [parameters] = useSearchParams();
  const navigate = useNavigate();
  const stored = useStoredPlace();
  const { version: namedVersion, place: namedPlace, verse: named } = readAddress(parameters);
  // The server's page is the same for all verses of a chapter.
  const verse = useHydrated() ? named : null;
  const version = namedVersion ?? stored?.version ?? "kjv";
  const place = namedPlace ?? stored?.place ?? FIRST_PLACE;
  const { book, chapter } = place;
  const isPlaceNamed = namedPlace !== null;
  const isNamed = namedVersion !== null && isPlaceNamed;
  const isRestored = !isNamed && stored !== null;

  useEffect(() => {
    if (!isRestored) return;
    // The address then tells what is read: it can be shared, and Back leads here again.
    const left = isPlaceNamed ? 1 : readStored(STORED_VERSE);
    const address = addressOf(version, { book, chapter }, left > 1 ? left : undefined);
    const search = withTerm(address, parameters);
    void navigate({ search }, { replace: true, preventScrollReset: true });
  }, [isRestored, version, book, chapter, isPlaceNamed, parameters, navigate]);

  useEffect(() => {
    if (!isNamed) return;
    writeStored(STORED_VERSION, version);
    writeStored(STORED_BOOK, book.id);
    writeStored(STORED_CHAPTER, chapter);
  }, [isNamed, version, book, chapter]);

  const open = useCallback<BiblePlaceState["open"]>(
    (target) => {
      const next = { version, place: { book, chapter }, ...target };
      void navigate({ search: addressOf(next.version, next.place, target.verse) });
    },
    [version, book, chapter, navigate],
  );

  useKeptVerse(isNamed ? addressOf(version, place) : null, verse);

  return { version, place, verse, open };
}

function withTerm(search: string, parameters: URLSearchParams): string {
  const term = parameters.get("q");
  return term === null ? search : `${search}&q=${encodeURIComponent(term)}`;
}

/** The place that is stored; null on the server, at first hydration and on a first visit. */
function useStoredPlace(): { version: BibleVersionId; place: BiblePlace } | null {
  const text = useSyncExternalStore(
    subscribeToNothing,
    () =>
      `${readStored(STORED_VERSION) ?? ""}|${readStored(STORED_BOOK)}|${readStored(STORED_CHAPTER)}`,
    () => "",
  );
  const [, bookId = "", chapter] = text.split("|");
  const book = bookByAlias(bookId);
  const version = readVersion(text);
  if (!book) return version && { version, place: FIRST_PLACE };
  return { version: version ?? "kjv", place: placeIn(book, Number(chapter)) };
}

function readVersion(text: string): BibleVersionId | null {
  return readAddress(new URLSearchParams({ version: text.split("|")[0] ?? "" })).version;
}

const subscribeToNothing = () => () => undefined;
