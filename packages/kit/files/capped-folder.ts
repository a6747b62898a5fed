import { randomBytes } from "node:crypto";
import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { extname, join } from "node:path";

/**
 * Adds a file to a folder for the operator alone (0700, 0600) that keeps only the newest files of one suffix.
 * Names begin with the date.
 *
 * @returns the path of the file.
 */
export async function addToCappedFolder(file: {
  /** Absolute path; created when it is missing. */
  readonly folder: string;
  readonly date: Date;
  /** Suffix of the name, after a random part: its kind and its extension. */
  readonly kind: string;
  readonly ending: `.${string}`;
  readonly text: string;
  /** Number of files to keep; the oldest are deleted first. */
  readonly kept: number;
}): Promise<string> {
  const { folder, kind, ending } = file;
  const stamp = file.date.toISOString().replaceAll(/[:.]/g, "-");
  const path = join(folder, `${stamp}-${kind}-${randomBytes(4).toString("hex")}${ending}`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(path, file.text, { flag: "wx", mode: 0o600 });
  const names = (await readdir(folder)).filter((name) => extname(name) === ending).toSorted();
  const surplus = names.slice(0, Math.max(0, names.length - file.kept));
  await Promise.all(surplus.map((name) => rm(join(folder, name), { force: true })));
  return path;
}
