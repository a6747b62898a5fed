const STOPS =
  "a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), summary, iframe, [tabindex='0']";
const SMALLEST_STOP_PX = 4;

/**
 * An element that focus can go to. A player's frame would capture every key, so focus goes to the
 * box around it, which sends commands to its player.
 */
export type FocusTarget = {
  element: HTMLElement;
  frame: HTMLIFrameElement | null;
  /** Part of a bar that stays while the page scrolls. */
  isPinned: boolean;
};

/** Returns the open dialog, or else the page. */
export function currentScope(): ParentNode {
  const dialogs = document.querySelectorAll("dialog[open]");
  return dialogs[dialogs.length - 1] ?? document;
}

/** Returns every visible, enabled focus target of a scope. */
export function focusTargets(scope: ParentNode): FocusTarget[] {
  return [...scope.querySelectorAll<HTMLElement>(STOPS)].filter(isShown).map(targetOf);
}

/** Returns the focus target that contains an element. */
export function targetOf(element: HTMLElement): FocusTarget {
  const isFrame = element instanceof HTMLIFrameElement;
  const box = isFrame ? (element.parentElement ?? element) : element;
  const frame = isFrame ? element : null;
  return { element: box, frame, isPinned: isPinned(box) };
}

/** Moves focus, scrolls the target into view, and labels the box of a frame. */
export function focusTarget({ element, frame, isPinned: isInBar }: FocusTarget): void {
  if (frame && element.tabIndex < 0) {
    element.tabIndex = -1;
    element.setAttribute("role", "group");
    element.setAttribute("aria-label", frame.title);
  }
  element.focus({ preventScroll: true });
  if (!isInBar) element.scrollIntoView({ block: "center", inline: "nearest" });
}

/** Returns the player's frame in a focused box, or null. */
export function frameIn(element: Element | null): HTMLIFrameElement | null {
  const frame = element?.querySelector<HTMLIFrameElement>(":scope > iframe") ?? null;
  return element instanceof HTMLElement && element.tabIndex === -1 ? frame : null;
}

function isShown(element: HTMLElement): boolean {
  const { width, height } = element.getBoundingClientRect();
  if (width < SMALLEST_STOP_PX || height < SMALLEST_STOP_PX) return false;
  if (element.tabIndex < 0 || element.closest("[inert]")) return false;
  const { visibility, clipPath } = getComputedStyle(element);
  // Skips elements that are visible only with focus, such as the skip link.
  return visibility === "visible" && clipPath !== "inset(50%)";
}

function isPinned(element: Element | null): boolean {
  for (let node = element; node && node !== document.body; node = node.parentElement) {
    if (node instanceof HTMLDialogElement) return false;
    if (/^(?:fixed|sticky)$/.test(getComputedStyle(node).position)) return true;
  }
  return false;
}
