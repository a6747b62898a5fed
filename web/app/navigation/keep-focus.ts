/** Controls of a row. No fields: a focused one opens the keyboard of a screen. */
const STOPS = "a[href], button, summary";
/** A page that moves the focus itself has done so within this time. */
const OWN_MOVE_MS = 100;
/** Number of remembered elements. */
const MAX_TRAIL = 10;

/**
 * Moves the focus on when the focused element disappears, as a deleted row or a closed message does: to the same
 * control of the next row, else to what took its place, else to the last focused element that is left, else to the
 * page's heading. A button that was disabled while it worked gets the focus back. Leaves those alone who point or
 * touch. @returns a function that stops it.
 */
export function keepFocus(): () => void {
  const stop = new AbortController();
  const options = { capture: true, signal: stop.signal };
  const observer = new MutationObserver(handleChanges);
  /** Focused elements, the last one first. */
  let trail: readonly HTMLElement[] = [];
  /** The change by which the last one disappeared. */
  let removal: MutationRecord | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isPointing = false;
  let wasDisabled = false;

  function handleChanges(records: readonly MutationRecord[]): void {
    const [last] = trail;
    if (last?.isConnected && last.matches(":disabled")) wasDisabled = true;
    else if (last && (wasDisabled || !last.isConnected)) {
      wasDisabled = false;
      removal ??= records.find(({ removedNodes }) => partWith(last, removedNodes));
      timer ??= setTimeout(moveOn, OWN_MOVE_MS);
    }
  }
  function moveOn(): void {
    timer = undefined;
    const { activeElement } = document;
    const [last] = trail;
    if (!last || (activeElement && activeElement !== document.body)) return;
    const isHeading = last.matches("h1");
    const near = removal && !isHeading ? nearby(last, removal) : [];
    if (near.some((each) => isFocused(each, false))) return;
    const rest = isHeading ? [] : trail.filter(({ isConnected }) => isConnected);
    const dialog = [...document.querySelectorAll("dialog[open]:not([data-mini-player])")].at(-1);
    const fallback = dialog?.querySelector(STOPS) ?? document.querySelector("main h1");
    // Each is tried: the page behind a dialog takes no focus.
    [...rest, fallback].some((each) => each instanceof HTMLElement && isFocused(each, true));
  }

  document.addEventListener(
    "pointerdown",
    () => {
      isPointing = true;
      trail = [];
      clearTimeout(timer);
      timer = undefined;
      observer.disconnect();
    },
    options,
  );
  document.addEventListener("keydown", () => (isPointing = false), options);
  document.addEventListener(
    "focusin",
    ({ target }) => {
      if (isPointing || !(target instanceof HTMLElement)) return;
      trail = [target, ...trail.filter((each) => each !== target)].slice(0, MAX_TRAIL);
      removal = undefined;
      wasDisabled = false;
      observer.observe(document.body, {
        subtree: true,
        childList: true,
        attributeFilter: ["disabled"],
      });
    },
    options,
  );
  return () => {
    clearTimeout(timer);
    stop.abort();
    observer.disconnect();
  };
}

/** Tries to focus an element. A television's keys would not come out of a frame, so there nothing has the focus. */
function isFocused(element: HTMLElement, preventScroll: boolean): boolean {
  const isRemote = document.documentElement.classList.contains("remote");
  if (isRemote && element instanceof HTMLIFrameElement) return true;
  element.focus({ preventScroll });
  return document.activeElement === element;
}

function partWith(last: Element, removed: NodeList): Node | undefined {
  return [...removed].find((node) => node.contains(last));
}

/** Returns the same control of the rows next to a removed one, and the first one in the place of a removed part. */
function nearby(last: Element, removal: MutationRecord): readonly HTMLElement[] {
  const { target, removedNodes, nextSibling, previousSibling } = removal;
  const row = partWith(last, removedNodes);
  const index = row instanceof HTMLLIElement ? [...row.querySelectorAll(STOPS)].indexOf(last) : 0;
  const others = row instanceof HTMLLIElement ? [nextSibling, previousSibling] : [];
  const inRows = others.flatMap((other) => {
    if (!(other instanceof HTMLLIElement)) return [];
    const stops = other.querySelectorAll<HTMLElement>(STOPS);
    return stops[index] ?? stops[0] ?? [];
  });
  // The page as a whole has a heading.
  if (!(target instanceof HTMLElement) || target.querySelector("h1")) return inRows;
  const inPlace = target.querySelector<HTMLElement>(`iframe, ${STOPS}`);
  return inPlace ? [...inRows, inPlace] : inRows;
}
