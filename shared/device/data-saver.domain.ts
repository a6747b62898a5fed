/** NetworkInformation, `downlink` in Mbit/s; many browsers provide none of it. */
export type Connection = {
  saveData?: boolean;
  effectiveType?: string;
  type?: string;
  downlink?: number;
};

/** Data preferences of a device. */
export type DataHabits = {
  connection: Connection | undefined;
  /** Media query `prefers-reduced-data`; few browsers support it. */
  prefersLess: boolean;
};

/** The visitor's choice; "auto" follows the device. */
export type DataSaverChoice = "auto" | "on" | "off";

/**
 * Returns whether to save data: the visitor's choice first, then the browser's setting and the
 * connection. Data for one service can cost a day's wage.
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
