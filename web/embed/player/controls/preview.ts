/** A player that somebody can see at least this much of may play. */
const VISIBLE_SHARE = 0.25;

/**
 * Watches whether somebody can see the player: on the screen, in a tab in front. Frames are measured
 * against the whole page around them.
 */
export function watchVisibility(target: Element, onChange: (isVisible: boolean) => void): void {
  let isOnScreen = false;
  let wasVisible: boolean | null = null;

  function update(): void {
    const isVisible = isOnScreen && document.visibilityState === "visible";
    if (isVisible === wasVisible) return;
    wasVisible = isVisible;
    onChange(isVisible);
  }

  new IntersectionObserver(
    (entries) => {
      isOnScreen = entries.at(-1)?.isIntersecting ?? false;
      update();
    },
    { threshold: VISIBLE_SHARE },
  ).observe(target);
  document.addEventListener("visibilitychange", update);
}
