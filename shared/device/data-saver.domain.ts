/** What a browser tells of its connection, `downlink` in Mbit/s; many tell nothing. */
export type Connection = {
  saveData?: boolean;
  effectiveType?: string;
  type?: string;
  downlink?: number;
};

/** What a device says about data. */
export type DataHabits = {
  connection: Connection | undefined;
  /** The media query `prefers-reduced-data`, which few browsers know. */
  prefersLess: boolean;
};

/** The visitor's own choice; "auto" follows the device. */
export type DataSaverChoice = "auto" | "on" | "off";

/**
 * Whether data is to be saved: the visitor's word first, then the browser's setting and the line. A
 * service can cost a day's wage.
 */
export function savesData(
  choice: DataSaverChoice,
  { connection, prefersLess }: DataHabits,
): boolean {
  if (choice !== "auto") return choice === "on";
  return (
    prefersLess ||
    connection?.saveData === true ||
    connection?.effectiveType?.endsWith("2g") === true
  );
}
