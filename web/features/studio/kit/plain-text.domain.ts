/** What the database takes in no text: control characters but tab and end of line, and marks that turn the writing direction. */
// oxlint-disable-next-line no-control-regex -- these are what must go
const UNWANTED = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/g;
const SUMMARY_LENGTH = 200;

/** A text as it may be published: pasted text often brings characters that nobody sees. */
export function plainText(text: string): string {
  return text.replaceAll("\r\n", "\n").replaceAll("\r", "\n").replaceAll(UNWANTED, "");
}

/** A value with plain texts in it, however deep. */
export function plainValue(value: unknown): unknown {
  if (typeof value === "string") return plainText(value);
  if (Array.isArray(value)) return value.map(plainValue);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, held]) => [name, plainValue(held)]));
}

/** What was done, in one line of at most 200 characters. */
export function summaryLine(summary: string): string {
  const line = plainText(summary).replaceAll(/\s+/g, " ").trim();
  const characters = Array.from(line);
  if (characters.length <= SUMMARY_LENGTH) return line;
  return `${characters.slice(0, SUMMARY_LENGTH - 1).join("")}…`;
}
