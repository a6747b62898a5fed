/**
 * A file that is not readable as Scripture, with location and reason ("43JHN.usfm:118: verse 17 comes after verse 18").
 */
export class SourceError extends Error {
  constructor(file: string, line: number | null, message: string) {
    super(atPlace(file, line, message));
    this.name = "SourceError";
  }
}

/** Prefixes a message with its location in a file. */
export function atPlace(file: string, line: number | null, message: string): string {
  return `${file}${line === null ? "" : `:${line}`}: ${message}`;
}

/** A file of an edition. */
export type SourceFile = {
  /** File name without folders. */
  name: string;
  text: string;
};

/** Returns the line of an offset. Offsets must not decrease between calls. */
export function lineCounter(text: string): (offset: number) => number {
  let line = 1;
  let at = 0;
  return (offset) => {
    for (; at < offset; at += 1) if (text[at] === "\n") line += 1;
    return line;
  };
}
