import { isRemoteDriven } from "./is-tv-browser.domain.ts";

/** Televisions only: the arrow keys of the remote control move focus. */
export function enableSpatialNavigation(): void {
  const hasPointer = !matchMedia("(pointer: none)").matches;
  if (!isRemoteDriven(navigator.userAgent, window.location.search, hasPointer)) return;
  void import("./spatial-focus.ts").then(({ moveFocusByArrows }) => moveFocusByArrows());
}
