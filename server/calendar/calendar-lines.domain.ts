/** RFC 5545, 3.1: lines are folded at 75 bytes. */

const MAX_LINE_BYTES = 75;

/** Joins content lines to a file: folded at 75 bytes, ended by CRLF (RFC 5545, 3.1). */
export function calendarText(lines: readonly string[]): string {
  return lines.map((line) => `${foldLine(line)}\r\n`).join("");
}

/** Escapes a text value (RFC 5545, 3.3.11). */
export function textValue(text: string): string {
  return text.replace(/[\\;,]/g, String.raw`\$&`).replace(/\r\n|\r|\n/g, String.raw`\n`);
}

/** Formats a local time without zone, "20261025T030000"; `asUtcMs` is the wall clock read as UTC. */
export function localTime(asUtcMs: number): string {
  return new Date(asUtcMs).toISOString().slice(0, 19).replace(/[-:]/g, "");
}

/** Formats an instant in UTC, "20261025T010000Z". */
export function utcTime(instantMs: number): string {
  return `${localTime(instantMs)}Z`;
}

/** Folds between characters. The leading space of a continuation counts. */
function foldLine(line: string): string {
  let folded = "";
  let bytes = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (bytes + size > MAX_LINE_BYTES) {
      folded += "\r\n ";
      bytes = 1;
    }
    folded += character;
    bytes += size;
  }
  return folded;
}
