import { createStore } from "#web/lib/store.ts";

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

export const shownToasts = createStore<readonly ShownToast[]>([]);
let nextId = 1;

export function addToast(toast: Toast): void {
  const { place } = toast;
  const others = remaining((other) => place === undefined || other.place !== place);
  shownToasts.set([...others, { ...toast, id: nextId }].slice(-MAX_TOASTS));
  nextId += 1;
}

export function removeToast(id: number): void {
  shownToasts.set(remaining((other) => other.id !== id));
}

/** Removes the toast of a `place`. */
export function removePlaced(place: string): void {
  shownToasts.set(remaining((other) => other.place !== place));
}

/**
 * Dismisses failures when the action is tried again; a toast with a `place` stays. Synchronous: the
 * next failure may come before the toasts' code is loaded.
 */
export function dismissFailures(): void {
  shownToasts.set(remaining(({ tone, place }) => tone !== "danger" || place !== undefined));
}

function remaining(stays: (toast: ShownToast) => boolean): readonly ShownToast[] {
  return shownToasts.read().filter(stays);
}
