const HIDE_AFTER_MS = 2_800;

/**
 * Shows the controls during use and hides them during playback. They stay while paused, while a
 * menu is open and while one of them has keyboard focus.
 */
export function hideControlsWhenIdle(
  root: HTMLElement,
  video: HTMLVideoElement,
): { wake(): void; toggle(): void } {
  let timer = 0;

  function isNeeded(): boolean {
    return (
      video.paused ||
      root.querySelector(".rp-menu:not([hidden])") !== null ||
      root.querySelector(".rp-bar :focus-visible") !== null
    );
  }

  function sleep(): void {
    if (isNeeded()) wake();
    else root.classList.remove("is-awake");
  }

  function wake(): void {
    root.classList.add("is-awake");
    clearTimeout(timer);
    timer = window.setTimeout(sleep, HIDE_AFTER_MS);
  }

  root.addEventListener("pointermove", (event) => {
    if (event.pointerType !== "touch") wake();
  });
  root.addEventListener("pointerleave", (event) => {
    if (event.pointerType !== "touch" && !isNeeded()) root.classList.remove("is-awake");
  });
  for (const name of ["focusin", "keydown", "input"]) root.addEventListener(name, wake);
  for (const name of ["pause", "play", "ended"]) video.addEventListener(name, wake);
  wake();
  return {
    wake,
    toggle: () =>
      root.classList.contains("is-awake") && !video.paused
        ? root.classList.remove("is-awake")
        : wake(),
  };
}

type PointerActions = {
  /** A touch on the video. */
  onTap: () => void;
  /** A mouse click on the video. */
  onClick: () => void;
  onDoubleClick: () => void;
};

/** Separates touch from mouse on the video: a tap shows the controls, a click plays or pauses. */
export function handlePointer(picture: HTMLElement, actions: PointerActions): void {
  let isTouch = false;
  picture.addEventListener("pointerdown", (event) => {
    isTouch = event.pointerType === "touch";
  });
  picture.addEventListener("click", () => (isTouch ? actions.onTap() : actions.onClick()));
  picture.addEventListener("dblclick", () => {
    if (!isTouch) actions.onDoubleClick();
  });
}

/** A player with at least this share in view may play. */
const VISIBLE_SHARE = 0.25;

/**
 * Watches whether the player is visible: on the screen, in a foreground tab. Frames are measured
 * against the whole top page.
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
