/**
 * Characters that the database rejects: control characters except tab and line end, and
 * bidirectional marks.
 */
// oxlint-disable-next-line no-control-regex -- these characters are removed
const UNWANTED = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/g;
const SUMMARY_LENGTH = 200;

/** Removes invisible characters, which pasted text often contains. */
export function plainText(text: string): string {
  return text.replaceAll("\r\n", "\n").replaceAll("\r", "\n").replaceAll(UNWANTED, "");
}

/** Cleans all texts of a value, at any depth. */
export function plainValue(value: unknown): unknown {
  if (typeof value === "string") return plainText(value);
  if (Array.isArray(value)) return value.map(plainValue);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, held]) => [name, plainValue(held)]));
}

/** Returns a summary in one line of at most 200 characters. */
export function summaryLine(summary: string): string {
  const line = plainText(summary).replaceAll(/\s+/g, " ").trim();
  const characters = Array.from(line);
  if (characters.length <= SUMMARY_LENGTH) return line;
  return `${characters.slice(0, SUMMARY_LENGTH - 1).join("")}…`;
}
