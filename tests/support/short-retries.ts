import { timeoutManager } from "@tanstack/react-query";

/** Longest delay between two attempts of a query; longer timers are no retries. */
const LONGEST_RETRY_MS = 8_000;

/** The setup runs for each file, while all files of a worker share the timeout manager. */
const INSTALLED = Symbol.for("tests.short-retries");

/** Removes the delay between query retries, so that tests see an error at once. */
export function shortenRetries(): void {
  if (Reflect.has(globalThis, INSTALLED)) return;
  Reflect.set(globalThis, INSTALLED, true);
  timeoutManager.setTimeoutProvider({
    setTimeout: (callback, delayMs) =>
      setTimeout(callback, delayMs > LONGEST_RETRY_MS ? delayMs : 0),
    clearTimeout: (id) => clearTimeout(id),
    setInterval: (callback, everyMs) => setInterval(callback, everyMs),
    clearInterval: (id) => clearInterval(id),
  });
}
