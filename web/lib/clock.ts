/** Smaller differences come from the time that an answer takes. */
const TOLERANCE_MS = 5_000;

let aheadMs = Number.NaN;

/** How much the server's clock is ahead of this device's; NaN until the server has told its time. */
export const serverAheadMs = (): number => aheadMs;

/** The time now by the server's clock, as far as it is known: many phones are set by hand, in a wrong zone. */
export const serverNow = (): number => Date.now() + (aheadMs || 0);

/** Takes over what the server has just told as its time; what is no time forgets the one before. */
export function learnServerTime(now: string): void {
  const toldMs = Date.parse(now) - Date.now();
  const knownMs = aheadMs || 0;
  aheadMs = Math.abs(toldMs - knownMs) < TOLERANCE_MS ? knownMs : toldMs;
}
