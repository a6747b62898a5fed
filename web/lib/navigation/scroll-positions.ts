import * as v from "valibot";
import { readStored, writeStored } from "#web/lib/storage/storage.ts";
import type { StoredEntry } from "#web/lib/storage/storage-keys.ts";

/** Limit on visits with a stored position. */
const MAX_POSITIONS = 50;
/** A restored page is held in position this long while its last parts load. */
const HOLD_MS = 1_000;
/** Rounding of positions between browsers, layouts and zoom steps. */
const ROUNDING_PX = 2;

/** Parts with an estimated height until they come near, and rows that scroll sideways. */
const DEFERRED = ".defer-paint";
const RAIL = ".card-rail";
/** Input events that cancel scroll restoration. */
const CANCEL_EVENTS = ["wheel", "touchstart", "pointerdown", "keydown"];

const positionSchema = v.object({
  /** Key of the history entry. */
  visit: v.string(),
  /** Pixels scrolled out of view: of a deferred part, or of the page. */
  top: v.number(),
  /** Index of that part from the page's end; -1 for the page. */
  within: v.number(),
  /** Height of the page, in pixels. */
  height: v.number(),
  /** Heights of the deferred parts from the page's end, in pixels; 0 below the window. */
  parts: v.array(v.number()),
  /** Horizontal scroll of the rows from the page's end, in pixels. */
  rails: v.array(v.number()),
  /** URL of the link that was followed; "" for any other navigation. */
  link: v.string(),
});

/** Scroll state of a page that was left. */
export type ScrollPosition = v.InferOutput<typeof positionSchema>;

const PLACES: StoredEntry<ScrollPosition[]> = {
  key: "places",
  schema: v.array(positionSchema),
  fallback: [],
  isForTab: true,
};

/** Horizontal scroll of rows, in pixels. Reading it while a page is left would render those below the window. */
const scrolledRails = new WeakMap<Element, number>();

let known: ScrollPosition[] | null = null;
/** Position that is being restored. */
let awaited: ScrollPosition | null = null;
let release: () => void = () => undefined;

/** Returns the stored position of a visit in this tab; undefined when it has none. */
export function scrollPositionOf(visit: string): ScrollPosition | undefined {
  return storedPositions().find((place) => place.visit === visit);
}

/** Records the horizontal scroll of a row; a listener of scroll events. */
export function recordRailScroll({ target }: Event): void {
  if (target instanceof Element && target.matches(RAIL)) {
    scrolledRails.set(target, target.scrollLeft);
  }
}

/** Stores the position of a visit that is left or hidden. */
export function saveScrollPosition(visit: string): void {
  // The page was left before its restoration ended: keep the earlier position.
  if (awaited?.visit === visit) return;
  const place: ScrollPosition = {
    visit,
    ...readPosition(),
    height: pageHeight(),
    rails: fromEnd(RAIL).map((rail) => scrolledRails.get(rail) ?? 0),
    link: document.activeElement?.closest("main a")?.getAttribute("href") ?? "",
  };
  known = [...storedPositions().filter((stored) => stored.visit !== visit), place].slice(
    -MAX_POSITIONS,
  );
  writeStored(PLACES, known);
}

/** Parts below the window are not read: that would render them. */
function readPosition(): Pick<ScrollPosition, "top" | "within" | "parts"> {
  const deferred = fromEnd(DEFERRED);
  const parts = deferred.map(() => 0);
  let top = window.scrollY;
  let within = -1;
  for (let index = deferred.length - 1; index >= 0; index -= 1) {
    const box = deferred[index]?.getBoundingClientRect();
    if (!box || box.top > window.innerHeight) break;
    parts[index] = box.height;
    if (box.top > 0) continue;
    top = -box.top;
    within = index;
  }
  return { top, within, parts };
}

/** Stops scroll restoration: the visitor has moved the page, or another page has opened. */
export function cancelScrollRestoration(): void {
  release();
  awaited = null;
}

/** Scrolls to a stored position, and again while parts load, until the visitor moves the page. */
export function restoreScroll(place: ScrollPosition): void {
  cancelScrollRestoration();
  restoreLayout(place);
  window.scrollTo(0, topOf(place));
  // The top of a page needs no correction for parts below.
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
  for (const type of CANCEL_EVENTS) {
    window.addEventListener(type, cancelScrollRestoration, { once: true, passive: true });
  }
  settle();

  function settle(): void {
    if (hasMoved()) {
      cancelScrollRestoration();
      return;
    }
    restoreLayout(place);
    window.scrollTo(0, topOf(place));
    put = { top: window.scrollY, height: pageHeight() };
    if (put.height < place.height - ROUNDING_PX) return;
    awaited = null;
    setTimeout(release, HOLD_MS);
  }

  function noticeMove(): void {
    if (hasMoved()) cancelScrollRestoration();
  }

  /** Returns true when the page scrolled without a layout change: the visitor has moved it. */
  function hasMoved(): boolean {
    return pageHeight() === put.height && Math.abs(window.scrollY - put.top) > ROUNDING_PX;
  }
}

/** In memory too, for browsers that block storage. */
function storedPositions(): ScrollPosition[] {
  known ??= readStored(PLACES);
  return known;
}

/**
 * Restores everything but the page's own scroll. A row that has scrolled in the meantime stays as
 * it is.
 */
function restoreLayout(position: ScrollPosition): void {
  for (const [index, part] of fromEnd(DEFERRED).entries()) {
    const height = position.parts[index];
    if (height) part.style.containIntrinsicSize = `auto ${height}px`;
  }
  for (const [index, rail] of fromEnd(RAIL).entries()) {
    const left = position.rails[index];
    if (left && rail.scrollLeft === 0) rail.scrollLeft = left;
  }
}

function topOf({ top, within }: ScrollPosition): number {
  const part = fromEnd(DEFERRED)[within];
  return top + (part ? part.getBoundingClientRect().top + window.scrollY : 0);
}

function pageHeight(): number {
  return document.documentElement.scrollHeight;
}

/** Returns elements from the page's end: late parts are inserted at its beginning. */
function fromEnd(selector: string): HTMLElement[] {
  const found: HTMLElement[] = [];
  for (const element of document.querySelectorAll<HTMLElement>(selector)) found.unshift(element);
  return found;
}
