/** What a browser tells of its connection; many tell nothing. */
export type Connection = { saveData?: boolean; effectiveType?: string };

/** The visitor's own choice; "auto" follows the connection. */
export type DataSaverChoice = "auto" | "on" | "off";

/** Whether data is to be saved: the visitor's word first, then the browser's setting and the line. */
export function savesData(choice: DataSaverChoice, connection: Connection | undefined): boolean {
  if (choice !== "auto") return choice === "on";
  return connection?.saveData === true || connection?.effectiveType?.endsWith("2g") === true;
}
