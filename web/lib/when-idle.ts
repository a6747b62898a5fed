/** A slow phone that plays a channel may never be idle. */
const AT_LATEST_MS = 5_000;

/**
 * Calls back when the page is loaded and the browser is idle, at the latest after 5 s. @returns a
 * function that cancels it.
 */
export function whenIdle(callback: () => void): () => void {
  let cancelAsked = () => undefined as void;
  const askIdle = () => {
    // Safari has no requestIdleCallback.
    if ("requestIdleCallback" in window) {
      const id = requestIdleCallback(callback, { timeout: AT_LATEST_MS });
      cancelAsked = () => cancelIdleCallback(id);
    } else {
      const id = setTimeout(callback);
      cancelAsked = () => clearTimeout(id);
    }
  };
  if (document.readyState === "complete") askIdle();
  else window.addEventListener("load", askIdle, { once: true });
  return () => {
    window.removeEventListener("load", askIdle);
    cancelAsked();
  };
}
