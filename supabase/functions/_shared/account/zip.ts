import { zipSync } from "fflate";

/** A file for an archive. */
export type ZipEntry = { readonly name: string; readonly bytes: Uint8Array };

/** 1 January 1980, the earliest day that the format knows: the same files make the same archive. */
const DATE = new Date(1980, 0, 1);

/** Puts files into a zip archive, stored as they are: a few short texts and a picture. */
export function makeZip(entries: readonly ZipEntry[]): Uint8Array<ArrayBuffer> {
  const files = Object.fromEntries(entries.map(({ name, bytes }) => [name, bytes]));
  return new Uint8Array(zipSync(files, { level: 0, mtime: DATE }));
}
