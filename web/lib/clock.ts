/** Smaller differences come from the response time. */
const TOLERANCE_MS = 5_000;

let aheadMs = Number.NaN;
const listeners = new Set<() => void>();

/**
 * Returns the lead of the server's clock over this device's in ms; NaN until the server's time is
 * known.
 */
export const serverAheadMs = (): number => aheadMs;

/**
 * Returns the time by the server's clock, as far as it is known: many phones are set by hand, in a
 * wrong zone.
 */
export const serverNow = (): number => Date.now() + (aheadMs || 0);

/** Stores the server's time from a response; an invalid time resets it. */
export function learnServerTime(now: string): void {
  const toldMs = Date.parse(now) - Date.now();
  const knownMs = aheadMs || 0;
  aheadMs = Math.abs(toldMs - knownMs) < TOLERANCE_MS ? knownMs : toldMs;
  for (const listener of listeners) listener();
}

/** Calls back after each response with the server's time; returns a function that stops it. */
export function subscribeToServerTime(onChange: () => void): () => void {
  listeners.add(onChange);
  return () => listeners.delete(onChange);
}
