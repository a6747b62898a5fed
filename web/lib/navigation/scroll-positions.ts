import * as v from "valibot";
import { readStored, writeStored } from "#web/lib/storage/storage.ts";
import type { StoredEntry } from "#web/lib/storage/storage-keys.ts";

/** Visits whose place is kept; nobody goes back further than this. */
const MAX_PLACES = 50;
/** How long a page that is back in its place is held there while its last parts arrive. */
const HELD_MS = 1_000;
/** Rounding of positions between browsers, layouts and zoom steps. */
const ROUNDING_PX = 2;

/** Parts that are laid out by a guessed height until they come near, and rows that move sideways. */
const DEFERRED = ".defer-paint";
const RAIL = ".card-rail";
/** With one of these the visitor takes the page into his own hands. */
const OWN_MOVES = ["wheel", "touchstart", "pointerdown", "keydown"];

const placeSchema = v.object({
  /** Key of the history entry. */
  visit: v.string(),
  /** Pixels that were scrolled out of sight: of a deferred part, or of the page. */
  top: v.number(),
  /** Number of that part from the page's end; -1 for the page. */
  within: v.number(),
  /** Of the page, in pixels. */
  height: v.number(),
  /** Heights of the deferred parts from the page's end, in pixels. */
  parts: v.array(v.number()),
  /** Pixels by which the rows, from the page's end, were moved sideways. */
  rails: v.array(v.number()),
  /** Address of the link that was followed from there; "" for any other way. */
  link: v.string(),
});

/** Where a page was left. */
export type Place = v.InferOutput<typeof placeSchema>;

const PLACES: StoredEntry<Place[]> = {
  key: "places",
  schema: v.array(placeSchema),
  fallback: [],
  isForTab: true,
};

let known: Place[] | null = null;
/** What the page is on its way back to. */
let awaited: Place | null = null;
let release: () => void = () => undefined;

/** Where the page of a visit was left in this tab; undefined for a visit that has not been left yet. */
export function scrollPositionOf(visit: string): Place | undefined {
  return keptPlaces().find((place) => place.visit === visit);
}

/** Remembers where the page of a visit stands, now that it is left or hidden. */
export function keepPlace(visit: string): void {
  // It was left before it was back in its place, which stays the one to return to.
  if (awaited?.visit === visit) return;
  const deferred = fromEnd(DEFERRED).map((part) => part.getBoundingClientRect());
  const within = deferred.findIndex(({ top }) => top <= 0);
  const place: Place = {
    visit,
    top: -(deferred[within]?.top ?? -window.scrollY),
    within,
    height: pageHeight(),
    parts: deferred.map(({ height }) => height),
    rails: fromEnd(RAIL).map((rail) => rail.scrollLeft),
    link: document.activeElement?.closest("main a")?.getAttribute("href") ?? "",
  };
  known = [...keptPlaces().filter((kept) => kept.visit !== visit), place].slice(-MAX_PLACES);
  writeStored(PLACES, known);
}

/** Ends the return to a place: the visitor has moved the page, or another one has come. */
export function stopReturning(): void {
  release();
  awaited = null;
}

/** Puts the page where it was left, and again while its parts arrive, until the visitor moves it. */
export function restoreScroll(place: Place): void {
  stopReturning();
  layOut(place);
  window.scrollTo(0, topOf(place));
  // The top of a page stays where it is, whatever comes below.
  if (place.top === 0 && place.within === -1) return;
  awaited = place;
  let put = { top: window.scrollY, height: pageHeight() };
  const observer = new MutationObserver(settle);
  release = () => {
    observer.disconnect();
    window.removeEventListener("scroll", noticeMove);
  };
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ["class"] });
  window.addEventListener("scroll", noticeMove);
  for (const type of OWN_MOVES) {
    window.addEventListener(type, stopReturning, { once: true, passive: true });
  }
  settle();

  function settle(): void {
    if (hasMoved()) {
      stopReturning();
      return;
    }
    layOut(place);
    window.scrollTo(0, topOf(place));
    put = { top: window.scrollY, height: pageHeight() };
    if (put.height < place.height - ROUNDING_PX) return;
    awaited = null;
    setTimeout(release, HELD_MS);
  }

  function noticeMove(): void {
    if (hasMoved()) stopReturning();
  }

  /** Whether the page stands elsewhere although nothing of it has changed: somebody has moved it. */
  function hasMoved(): boolean {
    return pageHeight() === put.height && Math.abs(window.scrollY - put.top) > ROUNDING_PX;
  }
}

/** How a page stood before the app had a part in it, in pixels. */
export type LoadedPage = { top: number; height: number };

/**
 * The same after a load. The browser has put the page where it was by guessed heights, or as far down
 * as it reached; where it stood elsewhere the visitor has moved it, and there it stays.
 */
export function returnAfterLoad(place: Place, loaded: LoadedPage): void {
  layOut(place);
  const guessedWrong = Math.abs(pageHeight() - loaded.height) + ROUNDING_PX;
  const wasUntouched =
    loaded.top === 0 ||
    loaded.top + window.innerHeight > loaded.height - ROUNDING_PX ||
    Math.abs(loaded.top - topOf(place)) <= guessedWrong;
  // A page that is not at its top the browser moves by itself, with what changes above.
  const ownMovesPx = loaded.top === 0 ? ROUNDING_PX : guessedWrong;
  const isUntouched = Math.abs(window.scrollY - loaded.top) <= ownMovesPx;
  if (wasUntouched && isUntouched) restoreScroll(place);
}

/** In memory too, for browsers that keep nothing. */
function keptPlaces(): Place[] {
  known ??= readStored(PLACES);
  return known;
}

/** Everything but the scrolling of the page itself. A row that was moved meanwhile stays as it is. */
function layOut({ parts, rails }: Place): void {
  for (const [index, part] of fromEnd(DEFERRED).entries()) {
    const height = parts[index];
    if (height !== undefined) part.style.containIntrinsicSize = `auto ${height}px`;
  }
  for (const [index, rail] of fromEnd(RAIL).entries()) {
    if (rail.scrollLeft === 0) rail.scrollLeft = rails[index] ?? 0;
  }
}

function topOf({ top, within }: Place): number {
  const part = fromEnd(DEFERRED)[within];
  return top + (part ? part.getBoundingClientRect().top + window.scrollY : 0);
}

function pageHeight(): number {
  return document.documentElement.scrollHeight;
}

/** Elements from the page's end: what a page adds late it adds at its beginning. */
function fromEnd(selector: string): HTMLElement[] {
  const found: HTMLElement[] = [];
  for (const element of document.querySelectorAll<HTMLElement>(selector)) found.unshift(element);
  return found;
}
