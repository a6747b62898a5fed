import { timeoutManager } from "@tanstack/react-query";

/** Longest wait between two tries of a query; what lasts longer is no wait between tries. */
const LONGEST_RETRY_MS = 8_000;

/** Lets queries try again at once: nobody waits between tries to see an error. */
export function shortenRetries(): void {
  timeoutManager.setTimeoutProvider({
    setTimeout: (callback, delayMs) =>
      setTimeout(callback, delayMs > LONGEST_RETRY_MS ? delayMs : 0),
    clearTimeout: (id) => clearTimeout(id),
    setInterval: (callback, everyMs) => setInterval(callback, everyMs),
    clearInterval: (id) => clearInterval(id),
  });
}
