/** Bytes used by the players of a device, by month: `{ "2026-11": 34000000 }`. */
export type DataUse = Readonly<Record<string, number>>;

/** Default limit for a visitor who wants one. */
export const LIMIT_MB = 50;

/** The current month and the previous one, for comparison. */
const STORED_MONTHS = 2;

/** Returns the month in the device's time zone: "2026-11". */
export function monthOf(moment: Date): string {
  return `${moment.getFullYear()}-${String(moment.getMonth() + 1).padStart(2, "0")}`;
}

/** Adds bytes to a month and drops old months. */
export function withUse(use: DataUse, month: string, bytes: number): Record<string, number> {
  const all = { ...use, [month]: (use[month] ?? 0) + bytes };
  return Object.fromEntries(
    Object.entries(all)
      .toSorted(([one], [other]) => other.localeCompare(one))
      .slice(0, STORED_MONTHS),
  );
}
