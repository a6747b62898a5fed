/** A slow phone that plays a channel may never have nothing to do. */
const AT_LATEST_MS = 5_000;

/**
 * Calls back once the page has loaded and the browser has nothing else to do, or some seconds later.
 *
 * @returns how to call it off.
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
