/** Bytes that the players of a device moved, by month: `{ "2026-11": 34000000 }`. */
export type DataUse = Readonly<Record<string, number>>;

/** What a visitor who wants a limit chooses. */
export const LIMIT_MB = 50;

/** The month before is kept to compare with. */
const KEPT_MONTHS = 2;

/** The month of a moment where the device is: "2026-11". */
export function monthOf(moment: Date): string {
  return `${moment.getFullYear()}-${String(moment.getMonth() + 1).padStart(2, "0")}`;
}

/** The count with more bytes in a month; months long gone are forgotten. */
export function withUse(use: DataUse, month: string, bytes: number): Record<string, number> {
  const all = { ...use, [month]: (use[month] ?? 0) + bytes };
  return Object.fromEntries(
    Object.entries(all)
      .toSorted(([one], [other]) => other.localeCompare(one))
      .slice(0, KEPT_MONTHS),
  );
}
