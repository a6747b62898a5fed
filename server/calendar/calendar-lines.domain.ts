/** How RFC 5545 writes lines, texts and times. */

const MAX_LINE_BYTES = 75;

/** Content lines as a file: each folded at 75 bytes and ended by CRLF (RFC 5545, 3.1). */
export function calendarText(lines: readonly string[]): string {
  return lines.map((line) => `${foldLine(line)}\r\n`).join("");
}

/** A text value: what has a meaning in a content line loses it (RFC 5545, 3.3.11). */
export function textValue(text: string): string {
  return text.replace(/[\\;,]/g, String.raw`\$&`).replace(/\r\n|\r|\n/g, String.raw`\n`);
}

/** A wall clock without zone, "20261025T030000", from what a UTC clock would show at `asUtcMs`. */
export function localTime(asUtcMs: number): string {
  return new Date(asUtcMs).toISOString().slice(0, 19).replace(/[-:]/g, "");
}

/** An instant in UTC, "20261025T010000Z". */
export function utcTime(instantMs: number): string {
  return `${localTime(instantMs)}Z`;
}

/** Cuts between characters, never inside one. A continuation begins with a blank, which counts. */
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
