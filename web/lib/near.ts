/** Distance from the viewport, in its heights, at which a part counts as near. */
const NEAR_MARGIN = "50% 0px";

/**
 * Calls back once an element is on the screen or near it; at once where the browser cannot tell.
 *
 * @returns a function that cancels it.
 */
export function onNear(element: Element, callback: () => void): () => void {
  if (!("IntersectionObserver" in window)) {
    callback();
    return () => undefined;
  }
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      callback();
    },
    { rootMargin: NEAR_MARGIN },
  );
  observer.observe(element);
  return () => observer.disconnect();
}
