import { onNear } from "./near.ts";
import { whenIdle } from "./when-idle.ts";

/** Holds back the hydration of one part of the page until it is near, or all are opened. */
export type HydrationGate = {
  /** Ref callback of the element around the part. */
  watch: (element: Element | null) => (() => void) | undefined;
  opening: Promise<void>;
  /**
   * Returns true for a part that waits, or has waited, for `opening`. A part that renders without
   * hydration never waits.
   */
  hasWaited: (isHydrated: boolean) => boolean;
};

/** True on the server, and until the app starts on a page that the server rendered. */
let areOpen = true;
const waiting = new Set<() => void>();

/** Creates the gate of one part. */
export function createHydrationGate(): HydrationGate {
  let isOpen = false;
  let hasWaited = false;
  let resolve = (): void => undefined;
  const opening = new Promise<void>((settle) => {
    resolve = settle;
  });
  function open(): void {
    isOpen = true;
    waiting.delete(open);
    // React reads the status, so that it does not wait for the promise itself.
    void Object.assign(opening, { status: "fulfilled", value: undefined });
    resolve();
  }
  return {
    watch: (element) => (element ? onNear(element, open) : undefined),
    opening,
    hasWaited(isHydrated) {
      if (isHydrated) open();
      if (!isOpen && !areOpen) {
        waiting.add(open);
        hasWaited = true;
      }
      return hasWaited;
    },
  };
}

/**
 * Hydrates everything that still waits. Needed before a change above a waiting part, because React
 * would render that part again instead of hydrating it.
 */
export function openHydrationGates(): void {
  areOpen = true;
  for (const open of waiting) open();
}

/**
 * Hydrates the parts that wait one by one while the browser is idle, so that a later tap finds no
 * work left. Together they would be one long task.
 */
export function openHydrationGatesWhenIdle(): void {
  whenIdle(() => {
    const [open = openHydrationGates] = waiting;
    open();
    if (!areOpen) openHydrationGatesWhenIdle();
  });
}

/**
 * Closes the gates until the first use of the page, or `openHydrationGates`. The listeners run before
 * React's own, so that a click on a waiting part hydrates it and counts.
 */
export function closeHydrationGates(): void {
  areOpen = false;
  for (const type of ["click", "keydown", "popstate"]) {
    window.addEventListener(type, openHydrationGates, { capture: true, once: true });
  }
}
