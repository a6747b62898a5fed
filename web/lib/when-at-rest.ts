/**
 * Calls back once the page has loaded and the browser has nothing else to do.
 *
 * @returns how to call it off.
 */
export function whenAtRest(callback: () => void): () => void {
  let cancelAsked = () => undefined as void;
  const askIdle = () => {
    // Safari has no requestIdleCallback.
    if ("requestIdleCallback" in window) {
      const id = requestIdleCallback(callback);
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
