import { act, cleanup, configure } from "@testing-library/react";
import { afterEach, beforeEach, vi } from "vitest";
import { toastMessages } from "#shared/messages/toast.ts";
import { installFrames } from "./fake-frames.ts";
import { shortenRetries } from "./short-retries.ts";
import { takeComplaints, watchConsole } from "./view-console.ts";

/** A machine that does much else needs its time; whoever waits goes on as soon as it is there. */
const PATIENCE_MS = 10_000;
const ERROR_LENGTH = 2_000;

configure({
  asyncUtilTimeout: PATIENCE_MS,
  // The whole tree of a page in an error would hide the error.
  getElementError: (message) => new Error((message ?? "No such element").slice(0, ERROR_LENGTH)),
});

shortenRetries();

installFrames();

beforeEach(() => {
  vi.unstubAllGlobals();
  watchConsole();
});

afterEach(() => {
  dismissToasts();
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  localStorage.clear();
  document.documentElement.className = "";
  const complaints = takeComplaints();
  if (complaints.length > 0) throw new Error(`The console: ${complaints.join("\n")}`);
});

/** Toasts stand beside the view and would outlive it. */
function dismissToasts(): void {
  const names = Object.values(toastMessages).map(({ dismiss }) => dismiss);
  const buttons = [...document.querySelectorAll("button")].filter((button) =>
    names.includes(button.getAttribute("aria-label") ?? ""),
  );
  act(() => {
    for (const button of buttons) button.click();
  });
}
