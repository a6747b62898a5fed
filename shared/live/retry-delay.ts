/** Delay after the first failed request of a stream; doubles with each further one. */
const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 8_000;

/** Returns the delay before the next request, in milliseconds. @param failures in a row, from 1 */
export function retryDelayMs(failures: number): number {
  return Math.min(FIRST_DELAY_MS * 2 ** (failures - 1), LONGEST_DELAY_MS);
}
