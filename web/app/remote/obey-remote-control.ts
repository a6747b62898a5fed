import { isRemoteDriven } from "./remote-driven.domain.ts";

/** Televisions only: the arrow keys of the remote control move focus. */
export function obeyRemoteControl(): void {
  const hasPointer = !matchMedia("(pointer: none)").matches;
  if (!isRemoteDriven(navigator.userAgent, window.location.search, hasPointer)) return;
  void import("./spatial-focus.ts").then(({ moveFocusByArrows }) => moveFocusByArrows());
}
