/** A file that cannot be read as Scripture: where, and why ("43JHN.usfm:118: verse 17 comes after verse 18"). */
export class SourceFault extends Error {
  constructor(file: string, line: number | null, message: string) {
    super(atPlace(file, line, message));
    this.name = "SourceFault";
  }
}

/** A sentence behind its place in a file. */
export function atPlace(file: string, line: number | null, message: string): string {
  return `${file}${line === null ? "" : `:${line}`}: ${message}`;
}

/** A file of an edition. */
export type SourceFile = {
  /** As the operator knows it, without folders. */
  name: string;
  text: string;
};

/** Tells the line of a place that lies behind all those asked for before. */
export function lineCounter(text: string): (offset: number) => number {
  let line = 1;
  let at = 0;
  return (offset) => {
    for (; at < offset; at += 1) if (text[at] === "\n") line += 1;
    return line;
  };
}
