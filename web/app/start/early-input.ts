import { useEffect } from "react";

declare global {
  interface Window {
    /** The last button that was pressed before hydration; set by the boot script. */
    early?: HTMLElement;
    /** Set by the boot script when the visitor may have scrolled before the app could notice. */
    moved?: 1;
  }
}

/**
 * Part of the boot script: remembers the last button pressed before hydration, and prevents the
 * native submit of its form, which the app sends later. Remembers too whether the visitor may have scrolled.
 */
export const EARLY_INPUT_SCRIPT =
  'onclick=e=>{let b=e.target.closest("button");b&&(early=b).form&&e.preventDefault()};' +
  "onwheel=onpointerdown=onkeydown=()=>{moved=1};";

/** Stops recording clicks; the app handles them from now on. */
export function stopEarlyClicks(): void {
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the page's size counts, not only its code's
  window.onclick = null;
}

/** Stops recording other input. @returns true when the visitor may have scrolled */
export function stopEarlyScrolls(): boolean {
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- see above
  window.onwheel = window.onpointerdown = window.onkeydown = null;
  return Boolean(window.moved);
}

/**
 * Repeats an early click after hydration. It is in the server's tree too: another tree would give
 * other `useId` values.
 */
export function EarlyClick(): null {
  useEffect(() => {
    const button = window.early;
    delete window.early;
    if (button?.isConnected) button.click();
  }, []);
  return null;
}
