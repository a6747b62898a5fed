import { focusManager, onlineManager } from "@tanstack/react-query";
import { act, cleanup, configure } from "@testing-library/react";
import { learnServerTime } from "#web/lib/clock.ts";
import { afterAll, afterEach, beforeEach, vi } from "vitest";
import { clearItems, dismissToasts } from "./clear-page.ts";
import { installFrames } from "./fake-frames.ts";
import { shortenRetries } from "./short-retries.ts";
import { takeComplaints, watchConsole } from "./view-console.ts";

/** A busy machine is slow; a passing wait ends as soon as the element is there. */
const WAIT_TIMEOUT_MS = 10_000;
const ERROR_LENGTH = 2_000;

configure({
  asyncUtilTimeout: WAIT_TIMEOUT_MS,
  // The whole tree of the page would hide the error.
  getElementError: (message) => new Error((message ?? "No such element").slice(0, ERROR_LENGTH)),
});

shortenRetries();

installFrames();

beforeEach(() => {
  vi.unstubAllGlobals();
  watchConsole();
});

afterEach(() => {
  act(dismissToasts);
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  onlineManager.setOnline(true);
  focusManager.setFocused(undefined);
  learnServerTime("");
  cleanDocument();
  const complaints = takeComplaints();
  if (complaints.length > 0) throw new Error(`The console: ${complaints.join("\n")}`);
});

afterAll(async () => {
  await clearItems();
  cleanDocument();
});

/** All files of a worker share one document. */
function cleanDocument(): void {
  localStorage.clear();
  sessionStorage.clear();
  getSelection()?.removeAllRanges();
  window.history.replaceState(null, "", "/");
  document.head.replaceChildren();
  document.body.replaceChildren();
  for (const element of [document.documentElement, document.body]) {
    for (const name of element.getAttributeNames()) element.removeAttribute(name);
  }
}
