/** A message that appears and disappears by itself. */
export type Toast = {
  title: string;
  text?: string;
  /** "danger" is announced at once, "done" politely. */
  tone: "done" | "danger";
  /** A toast with an action stays until it is used or dismissed, unless `shownMs` is set. */
  action?: { label: string; onAct: () => void };
  /** Display time in milliseconds. */
  shownMs?: number;
  /** Replaces an earlier toast with the same value. */
  place?: string;
  /** Accessible name of the close button. */
  dismissLabel: string;
};

export type ShownToast = Toast & { id: number };

const MAX_TOASTS = 3;

let toasts: readonly ShownToast[] = [];
let nextId = 1;
const listeners = new Set<() => void>();

export function readToasts(): readonly ShownToast[] {
  return toasts;
}

export function subscribeToasts(onChange: () => void): () => void {
  listeners.add(onChange);
  return () => listeners.delete(onChange);
}

export function addToast(toast: Toast): void {
  const others = toasts.filter((other) => toast.place === undefined || other.place !== toast.place);
  set([...others, { ...toast, id: nextId }].slice(-MAX_TOASTS));
  nextId += 1;
}

export function removeToast(id: number): void {
  set(toasts.filter((other) => other.id !== id));
}

/** Removes the toast of a `place`. */
export function removePlaced(place: string): void {
  set(toasts.filter((other) => other.place !== place));
}

/**
 * Dismisses failures when the action is tried again; a toast with a `place` stays. Synchronous: the
 * next failure may come before the toasts' code is loaded.
 */
export function dismissFailures(): void {
  set(toasts.filter(({ tone, place }) => tone !== "danger" || place !== undefined));
}

function set(next: readonly ShownToast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}
