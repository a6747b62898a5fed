/** A length of time in whole parts, each below the next larger one. */
export type CountdownParts = { days: number; hours: number; minutes: number; seconds: number };

/** Cuts a length of time into days, hours, minutes and seconds; never below zero. */
export function countdownParts(lengthMs: number): CountdownParts {
  const total = Math.max(0, Math.ceil(lengthMs / 1000));
  return {
    days: Math.floor(total / 86_400),
    hours: Math.floor((total % 86_400) / 3_600),
    minutes: Math.floor((total % 3_600) / 60),
    seconds: total % 60,
  };
}
