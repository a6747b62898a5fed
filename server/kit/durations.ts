/** The functions use the same durations, and may import nothing of the server. */
export { DAY_MS, HOUR_MS, isWithin, MINUTE_MS } from "#functions/_shared/runtime/durations.ts";

export const MINUTE_S = 60;
export const HOUR_S = 60 * MINUTE_S;
export const DAY_S = 24 * HOUR_S;
