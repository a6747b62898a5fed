const HIDE_AFTER_MS = 2_800;

/**
 * Shows the controls while somebody uses them and takes them away while the picture plays. They stay
 * while paused, while a menu is open and while the keyboard is on one of them.
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
