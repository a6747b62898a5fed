import { zipSync } from "fflate";

export type ZipEntry = { readonly name: string; readonly bytes: Uint8Array };

/** 1 January 1980, the earliest date of the format: keeps archives deterministic. */
const DATE = new Date(1980, 0, 1);

/** Creates an uncompressed zip archive; the contents are a few short texts and an image. */
export function makeZip(entries: readonly ZipEntry[]): Uint8Array<ArrayBuffer> {
  const files = Object.fromEntries(entries.map(({ name, bytes }) => [name, bytes]));
  return new Uint8Array(zipSync(files, { level: 0, mtime: DATE }));
}
