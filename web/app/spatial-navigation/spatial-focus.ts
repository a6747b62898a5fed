import { type EmbedCommand, readEmbedMessage } from "#shared/embed/embed-protocol.ts";
import { type Direction, nextBox } from "./spatial-focus.domain.ts";

const STOPS =
  "a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), summary, iframe, [tabindex='0']";
const SMALLEST_STOP_PX = 4;

/**
 * An element that focus can go to. A player's frame would capture every key, so focus goes to the
 * box around it, which sends commands to its player.
 */
type FocusTarget = {
  element: HTMLElement;
  frame: HTMLIFrameElement | null;
  /** Part of a bar that stays while the page scrolls. */
  isPinned: boolean;
};

/** Returns the open dialog, or else the page. */
function currentScope(): ParentNode {
  const dialogs = document.querySelectorAll("dialog[open]");
  return dialogs[dialogs.length - 1] ?? document;
}

/** Returns every visible, enabled focus target of a scope. */
function focusTargets(scope: ParentNode): FocusTarget[] {
  return [...scope.querySelectorAll<HTMLElement>(STOPS)].filter(isShown).map(targetOf);
}

/** Returns the focus target that contains an element. */
function targetOf(element: HTMLElement): FocusTarget {
  const isFrame = element instanceof HTMLIFrameElement;
  const box = isFrame ? (element.parentElement ?? element) : element;
  const frame = isFrame ? element : null;
  return { element: box, frame, isPinned: isPinned(box) };
}

/** Moves focus, scrolls the target into view, and labels the box of a frame. */
function focusTarget({ element, frame, isPinned: isInBar }: FocusTarget): void {
  if (frame && element.tabIndex < 0) {
    element.tabIndex = -1;
    element.setAttribute("role", "group");
    element.setAttribute("aria-label", frame.title);
  }
  element.focus({ preventScroll: true });
  if (!isInBar) element.scrollIntoView({ block: "center", inline: "nearest" });
}

/** Returns the player's frame in a focused box, or null. */
function frameIn(element: Element | null): HTMLIFrameElement | null {
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

type PlayerCommand = "play" | "pause" | "toggle";

/** Response time of a busy television; a player that stays silent is started. */
const ANSWER_TIMEOUT_MS = 2_000;
/** A loaded player acknowledges first. One that has not started then sends no state. */
const STATE_TIMEOUT_MS = 100;

/** Sends a command to the player in a frame. Returns false when there is no player. */
function sendToPlayer(frame: HTMLIFrameElement | null, action: PlayerCommand): boolean {
  const target = frame?.contentWindow;
  if (!frame || !target) return false;
  const send = (command: EmbedCommand) => target.postMessage(command, new URL(frame.src).origin);
  if (action !== "toggle") {
    send({ v: 1, c: action });
    return true;
  }
  let timer = setTimeout(() => answer("play"), ANSWER_TIMEOUT_MS);
  function answer(command: "play" | "pause"): void {
    clearTimeout(timer);
    window.removeEventListener("message", handleMessage);
    send({ v: 1, c: command });
  }
  function handleMessage({ source, data }: MessageEvent<unknown>): void {
    const message = source === target ? readEmbedMessage(data) : null;
    if (message?.t === "ready") {
      clearTimeout(timer);
      timer = setTimeout(() => answer("play"), STATE_TIMEOUT_MS);
    }
    if (message?.t !== "state") return;
    answer(message.s === "paused" || message.s === "ended" ? "play" : "pause");
  }
  window.addEventListener("message", handleMessage);
  send({ v: 1, c: "hello" });
  return true;
}

const DIRECTIONS: ReadonlyMap<string, Direction> = new Map([
  ["ArrowUp", "up"],
  ["ArrowDown", "down"],
  ["ArrowLeft", "left"],
  ["ArrowRight", "right"],
]);
/** Back by name, and the codes of webOS and Tizen, which send no name. */
const BACK_NAMES: readonly string[] = ["GoBack", "BrowserBack", "XF86Back"];
const BACK_CODES: readonly number[] = [461, 10009];
/** Media keys by name and by code. */
const MEDIA_KEYS: ReadonlyMap<string | number, PlayerCommand> = new Map<
  string | number,
  PlayerCommand
>([
  ["MediaPlay", "play"],
  [415, "play"],
  ["MediaPause", "pause"],
  [19, "pause"],
  ["MediaStop", "pause"],
  [413, "pause"],
  ["MediaPlayPause", "toggle"],
  [10252, "toggle"],
]);
/** Fields in which Left and Right move the caret or the value. */
const SIDEWAYS_FIELDS =
  "textarea, [role=slider], input:not([type=checkbox]):not([type=button]):not([type=submit])";

/**
 * Lets the arrow keys move focus over the page (see isTvBrowser for where). Runs before the
 * page's own arrow keys, such as the Bible's chapters, and after a control that handled the key
 * itself.
 */
export function moveFocusByArrows(): void {
  document.documentElement.classList.add("remote");
  document.addEventListener("keydown", handleKey);
}

function handleKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
  if (isUsed(event)) event.preventDefault();
}

/** Handles a key. Returns true when the key was used. */
function isUsed({ key, keyCode, shiftKey }: KeyboardEvent): boolean {
  const direction = shiftKey ? undefined : DIRECTIONS.get(key);
  if (direction) return move(direction);
  if (key === "Enter") return press();
  if (BACK_NAMES.includes(key) || BACK_CODES.includes(keyCode)) return closeDialog();
  const media = MEDIA_KEYS.get(key) ?? MEDIA_KEYS.get(keyCode);
  return media ? sendToPlayer(currentFrame(), media) : false;
}

function move(direction: Direction): boolean {
  const focused = document.activeElement;
  const isSideways = direction === "left" || direction === "right";
  if (isSideways && focused?.matches(SIDEWAYS_FIELDS)) return false;
  const scope = currentScope();
  const stops = focusTargets(scope);
  const isInScope = focused instanceof HTMLElement && focused !== document.body;
  const next =
    isInScope && scope.contains(focused) && hasPlace(focused)
      ? neighbour(currentStop(focused), stops, direction)
      : firstSeen(stops);
  if (next) focusTarget(next);
  // At an edge too: the page must not scroll away from the focused element.
  return true;
}

function currentStop(focused: HTMLElement): FocusTarget {
  const frame = frameIn(focused);
  return frame ? targetOf(frame) : targetOf(focused);
}

/** The main part and its title, focused after a navigation, are no starting points. */
function hasPlace(focused: HTMLElement): boolean {
  return !focused.matches("main, h1, dialog");
}

/** Returns the first channel on the screen, or else the first visible target. */
function firstSeen(stops: readonly FocusTarget[]): FocusTarget | null {
  const seen = stops.filter(
    ({ element, isPinned }) => !isPinned && element.getBoundingClientRect().bottom > 0,
  );
  const channel = seen.find(
    ({ element, frame }) =>
      (frame !== null || element.closest("[data-channel]")) &&
      !element.closest("dialog") &&
      element.getBoundingClientRect().top < window.innerHeight,
  );
  return channel ?? seen[0] ?? stops[0] ?? null;
}

/** A bar is reached from the page only where no other target lies that way. */
function neighbour(
  from: FocusTarget,
  stops: readonly FocusTarget[],
  direction: Direction,
): FocusTarget | null {
  const others = stops.filter(({ element }) => element !== from.element);
  const near = others.filter(({ isPinned }) => isPinned === from.isPinned);
  const far = others.filter(({ isPinned }) => isPinned !== from.isPinned);
  return nearest(from, near, direction) ?? nearest(from, far, direction);
}

function nearest(
  from: FocusTarget,
  stops: readonly FocusTarget[],
  direction: Direction,
): FocusTarget | null {
  const boxes = stops.map(({ element }) => element.getBoundingClientRect());
  return stops[nextBox(from.element.getBoundingClientRect(), boxes, direction)] ?? null;
}

/** OK: starts or pauses a player, or opens a select; the browser handles links and buttons. */
function press(): boolean {
  const focused = document.activeElement;
  const frame = frameIn(focused);
  if (frame) return sendToPlayer(frame, "toggle");
  if (!(focused instanceof HTMLSelectElement) || !("showPicker" in focused)) return false;
  focused.showPicker();
  return true;
}

/** Same event as Escape: the dialog decides. */
function closeDialog(): boolean {
  const scope = currentScope();
  if (!(scope instanceof HTMLDialogElement)) return false;
  scope.dispatchEvent(new Event("cancel", { cancelable: true }));
  return true;
}

function currentFrame(): HTMLIFrameElement | null {
  return frameIn(document.activeElement) ?? currentScope().querySelector("iframe");
}
