import { isTvBrowser } from "./is-tv-browser.domain.ts";

/** Televisions only: the arrow keys of the remote control move focus. */
export function enableSpatialNavigation(): void {
  const hasPointer = !matchMedia("(pointer: none)").matches;
  if (!isTvBrowser(navigator.userAgent, window.location.search, hasPointer)) return;
  void import("./spatial-focus.ts").then(({ moveFocusByArrows }) => moveFocusByArrows());
}
