import { useEffect, useState } from "react";
import { useSearchParameters } from "#web/lib/navigation/use-search-parameters.ts";
import { writeStored, readStored } from "#web/lib/storage/storage.ts";
import { STORED_VERSE, STORED_BOOK, STORED_CHAPTER } from "./bible-storage-keys.ts";
import { useNavigate } from "react-router";
import { type BiblePlace, bookByAlias, FIRST_PLACE } from "#shared/bible/bible-books.ts";
import { bibleVersion } from "#shared/bible/bible-versions.ts";
import { renumberPlace } from "#shared/bible/numbering/numbering.ts";
import { useInBrowser } from "#web/lib/use-hydrated.ts";
import { useSite } from "#web/lib/site.ts";
import {
  addressOf,
  type LeftBible,
  type OpenPlace,
  placeIn,
  locationToOpen,
  readAddress,
} from "./bible-address.domain.ts";
import {
  firstVersion,
  type ReaderVersion,
  useVersions,
  STORED_VERSION,
} from "#web/base/reading/bible-versions.data.ts";

/** Delay after scrolling before the verse is stored. */
const SAVE_DELAY_MS = 300;
/** Assumed eye level of a reader, as a share of the screen's height. */
const EYE_LINE = 0.4;

/**
 * Stores the current verse on this device, so that the Bible opens there again. @param chapter
 * search part of the open chapter's URL; null while unknown. @param verse verse in the URL, used
 * until the reader scrolls.
 */
export function useStoredVerse(chapter: string | null, verse: number | null): void {
  useEffect(() => {
    if (chapter === null) return;
    writeStored(STORED_VERSE, verse ?? 1);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const keepSoon = () => {
      clearTimeout(timer);
      timer = setTimeout(storeVerse, SAVE_DELAY_MS);
    };
    window.addEventListener("scroll", keepSoon, { passive: true });
    return () => {
      clearTimeout(timer);
      window.removeEventListener("scroll", keepSoon);
    };
  }, [chapter, verse]);
}

/** At the top of the page that is the first verse, wherever the list begins. */
function storeVerse(): void {
  const line = window.innerHeight * EYE_LINE;
  const read = [...document.querySelectorAll<HTMLElement>("[data-verse]")].findLast(
    (element) => element.getBoundingClientRect().top <= line,
  );
  writeStored(STORED_VERSE, window.scrollY === 0 ? 1 : Number(read?.dataset["verse"] ?? 1));
}

export type OpenBible = OpenPlace<ReaderVersion>;

type OpenTarget = {
  version?: ReaderVersion;
  /** Second version; null for none, undefined to keep it. */
  secondVersion?: ReaderVersion | null;
  /** In the numbering of that version, as is the verse. Without one the location stays. */
  place?: BiblePlace;
  verse?: number;
};

type OpenPair = OpenBible & {
  /** The second version, or null. */
  secondVersion: ReaderVersion | null;
};

type BibleLocation = OpenPair & {
  /** Latest choice: ahead of the open location until that is on the screen. */
  chosen: OpenPair;
  /** The versions are known, so that this one is final. */
  isReady: boolean;
  /** Id of a version that the URL names and this site does not have. */
  missing: string | null;
  /** Opens a chapter with a new history entry. */
  open: (target: OpenTarget) => void;
};

/** A choice whose location is not on the screen yet. */
type Choice = {
  pair: OpenPair;
  /** Parameters of its URL. */
  search: string;
  /** Parameters of the URLs that may still be open before it: any other ends the choice. */
  passed: readonly string[];
};

/**
 * Returns the open location: from the URL, else the last one read on this device, else Genesis 1 in
 * a text of the page's language. A location from the URL is stored.
 */
export function useBibleLocation(): BibleLocation {
  const parameters = useSearchParameters();
  const navigate = useNavigate();
  const { language } = useSite();
  const { all, isKnown } = useVersions();
  const stored = useStoredPlace();
  const addressed = readAddress(parameters);
  const first = firstVersion(all, language);
  const found = locationToOpen(addressed, stored, { all, first, language });
  const { version, place } = found;
  // The server's page marks no verse, and is the same for every second version.
  const verse = useInBrowser(() => found.verse, null);
  const isSecond = ({ id }: ReaderVersion) => id === addressed.secondVersion && id !== version.id;
  const secondVersion = useInBrowser(() => all.find(isSecond) ?? null, null);
  const { book, chapter } = place;
  const wanted = addressed.version ?? stored?.version ?? null;
  const isBundled = wanted !== null && bibleVersion(wanted) !== undefined;
  const isReady = isKnown || isBundled || all.some(({ id }) => id === wanted);
  const missing = isReady && addressed.version !== version.id ? addressed.version : null;
  const isPlaceNamed = addressed.place !== null;
  const isNamed = isReady && addressed.version === version.id && isPlaceNamed;
  const isRestored = isReady && missing === null && !isNamed && stored !== null;
  const versionId = version.id;
  const namedVerse = found.verse;

  useEffect(() => {
    if (!isRestored) return;
    // Writes the location to the URL: it can be shared, and Back returns to it.
    const left = isPlaceNamed ? (namedVerse ?? 1) : readStored(STORED_VERSE);
    const address = addressOf({ id: versionId }, { book, chapter }, left > 1 ? left : undefined);
    const search = withRest(address, parameters);
    void navigate({ search }, { replace: true, preventScrollReset: true });
  }, [isRestored, versionId, book, chapter, namedVerse, isPlaceNamed, parameters, navigate]);

  useEffect(() => {
    if (!isNamed) return;
    writeStored(STORED_VERSION, versionId);
    writeStored(STORED_BOOK, book.id);
    writeStored(STORED_CHAPTER, chapter);
  }, [isNamed, versionId, book, chapter]);

  const { chosen, open } = useChosen(parameters, { version, place, verse, secondVersion });
  useStoredVerse(isNamed ? addressOf(version, place) : null, verse);

  return { version, place, verse, isReady, missing, secondVersion, chosen, open };
}

type Chosen = Pick<BibleLocation, "chosen" | "open">;

/** Returns the latest choice, on which the next one builds; without one, the current location. */
function useChosen(parameters: URLSearchParams, current: OpenPair): Chosen {
  const navigate = useNavigate();
  const search = parameters.toString();
  const [choice, setChoice] = useState<Choice | null>(null);
  if (choice && !choice.passed.includes(search)) setChoice(null);
  const chosen = choice?.pair ?? current;

  function open(target: OpenTarget): void {
    const pair = targetPair(target, chosen);
    const address = addressOfPair(pair);
    const passed = [...(choice?.passed ?? []), search, choice?.search ?? search];
    const next = new URLSearchParams(address).toString();
    setChoice({ pair, search: next, passed: passed.filter((one) => one !== next) });
    void navigate({ search: address });
  }

  return { chosen, open };
}

/** Returns the location of a target; missing fields keep their value. */
function targetPair(
  target: OpenTarget,
  { version, place, verse, secondVersion }: OpenPair,
): OpenPair {
  const next = target.version ?? version;
  const here = renumberPlace(place, verse, { from: version.numbering, to: next.numbering });
  const second = target.secondVersion === undefined ? secondVersion : target.secondVersion;
  return {
    version: next,
    place: target.place ?? here.place,
    verse: target.verse ?? (target.place ? null : here.verse),
    secondVersion: second?.id === next.id ? null : second,
  };
}

/** Returns the search part of a location's URL. */
function addressOfPair({ version, place, verse, secondVersion }: OpenPair): string {
  const address = addressOf(version, place, verse ?? undefined);
  return secondVersion ? `${address}&with=${secondVersion.id}` : address;
}

/** Adds the other parameters of the URL: second version and search term. */
function withRest(search: string, parameters: URLSearchParams): string {
  const rest = ["with", "q"].flatMap((name) => {
    const value = parameters.get(name);
    return value === null ? [] : [`&${name}=${encodeURIComponent(value)}`];
  });
  return `${search}${rest.join("")}`;
}

/** Returns the stored location; null on the server, at hydration and on a first visit. */
function useStoredPlace(): LeftBible | null {
  const text = useInBrowser(storedPlaceText, "");
  const [version = "", bookId = "", chapter] = text.split("|");
  const book = bookByAlias(bookId);
  if (version === "" && !book) return null;
  return {
    version: version === "" ? null : version,
    place: book ? placeIn(book, Number(chapter)) : FIRST_PLACE,
  };
}

/** Empty where nothing is stored, as at hydration: then the page does not render again. */
function storedPlaceText(): string {
  const version = readStored(STORED_VERSION) ?? "";
  const book = readStored(STORED_BOOK);
  return version === "" && book === "" ? "" : `${version}|${book}|${readStored(STORED_CHAPTER)}`;
}
