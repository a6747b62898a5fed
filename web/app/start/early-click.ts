import { useEffect } from "react";

declare global {
  interface Window {
    /** The last button that was pressed before hydration; set by the boot script. */
    early?: HTMLElement;
  }
}

/**
 * Part of the boot script: remembers the last button pressed before hydration, and prevents the
 * native submit of its form, which the app sends later.
 */
export const EARLY_CLICK_SCRIPT =
  'onclick=e=>{let b=e.target.closest("button");b&&(early=b).form&&e.preventDefault()};';

/** Stops recording; the app handles clicks from now on. */
export function stopEarlyClicks(): void {
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the page's size counts, not only its code's
  window.onclick = null;
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
