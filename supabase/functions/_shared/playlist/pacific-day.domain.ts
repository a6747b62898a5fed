/** The video platform counts its quota per day in Pacific time. */

const PACIFIC = "America/Los_Angeles";

const dayFormat = new Intl.DateTimeFormat("en-CA", {
  timeZone: PACIFIC,
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
});

const hourFormat = new Intl.DateTimeFormat("en-GB", {
  timeZone: PACIFIC,
  hour: "2-digit",
  hourCycle: "h23",
});

/** Returns the Pacific calendar day of an instant, "2026-11-21". */
export function pacificDay(atMs: number): string {
  return dayFormat.format(atMs);
}

/** Returns the instant at which the next Pacific day starts (UTC-7 in summer, UTC-8 in winter). */
export function nextPacificMidnightMs(atMs: number): number {
  const [year = 1970, month = 1, day = 1] = pacificDay(atMs).split("-").map(Number);
  const summerMidnightMs = Date.UTC(year, month - 1, day + 1, 7);
  const isSummer = hourFormat.format(summerMidnightMs) === "00";
  return isSummer ? summerMidnightMs : Date.UTC(year, month - 1, day + 1, 8);
}
