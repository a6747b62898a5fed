import { useEffect } from "react";

declare global {
  interface Window {
    /** Written by the boot script: the button that was pressed last, and how to stop listening. */
    early?: { button: HTMLElement | null; stop: () => void };
  }
}

/**
 * Part of the boot script: remembers the last button that is pressed before the app answers clicks, and
 * keeps its form from being sent by the browser itself, for the app sends it later.
 */
export const EARLY_CLICK_SCRIPT =
  'var y=early={button:null},l=function(e){var b=e.target.closest("button");' +
  "b&&(y.button=b,b.form&&e.preventDefault())};" +
  'addEventListener("click",l,true);y.stop=function(){removeEventListener("click",l,true)};';

/** From now on the app hears clicks itself. */
export function stopEarlyClicks(): void {
  window.early?.stop();
}

/** Presses the button that was pressed too early once more, as soon as the app has taken over the page. */
export function EarlyClick(): null {
  useEffect(() => {
    const button = window.early?.button;
    if (!window.early || !button) return;
    window.early.button = null;
    if (button.isConnected) button.click();
  }, []);
  return null;
}
