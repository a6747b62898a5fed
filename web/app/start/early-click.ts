import { useEffect } from "react";

declare global {
  interface Window {
    /** The button that was pressed last before the app was there; written by the boot script. */
    early?: HTMLElement;
  }
}

/**
 * Part of the boot script: remembers the last button that is pressed before the app answers clicks, and
 * keeps its form from being sent by the browser itself, for the app sends it later.
 */
export const EARLY_CLICK_SCRIPT =
  'onclick=e=>{let b=e.target.closest("button");b&&(early=b).form&&e.preventDefault()};';

/** From now on the app hears clicks itself. */
export function stopEarlyClicks(): void {
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the page's size counts, not only its code's
  window.onclick = null;
}

/**
 * Presses the button that was pressed too early once more, as soon as the app has taken over the page. It
 * stands in the tree of the server's rendering too: with another tree the browser would count other ids.
 */
export function EarlyClick(): null {
  useEffect(() => {
    const button = window.early;
    delete window.early;
    if (button?.isConnected) button.click();
  }, []);
  return null;
}
