import { timeoutManager } from "@tanstack/react-query";

/** Longest wait between two tries of a query; what lasts longer is no wait between tries. */
const LONGEST_RETRY_MS = 8_000;

/** The set-up runs for each file, while all files of a worker share the timeout manager. */
const INSTALLED = Symbol.for("tests.short-retries");

/** Lets queries try again at once: nobody waits between tries to see an error. */
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
