import { MINUTE_S, HOUR_S, DAY_S } from "#shared/durations.ts";

/** A length of time in whole parts, each below the next larger one. */
export type CountdownParts = { days: number; hours: number; minutes: number; seconds: number };

/** Cuts a length of time into days, hours, minutes and seconds; never below zero. */
export function countdownParts(lengthMs: number): CountdownParts {
  const total = Math.max(0, Math.ceil(lengthMs / 1000));
  return {
    days: Math.floor(total / DAY_S),
    hours: Math.floor((total % DAY_S) / HOUR_S),
    minutes: Math.floor((total % HOUR_S) / MINUTE_S),
    seconds: total % 60,
  };
}
