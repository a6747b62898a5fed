import { mkdir, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { createFileStore } from "#server/kit/files/file-store.ts";
import { createFile } from "#server/kit/files/whole-file.ts";
import type { RecordBook, Records } from "./records.ts";

const ENDING = ".json";

/** Records as files: a folder of DATA_DIR for each area. */
export function fileRecords(dataDir: string): Records {
  return {
    storeOf: (area) => createFileStore(join(dataDir, area)),
    bookOf: (area) => fileBook(join(dataDir, area)),
    close: () => Promise.resolve(),
  };
}

/** A book of files `{name}.json`, each written whole by exactly one of the processes that share the folder. */
export function fileBook(folder: string): RecordBook {
  const fileOf = (name: string): string => join(folder, `${name}${ENDING}`);
  return {
    async names() {
      await mkdir(folder, { recursive: true });
      const files = await readdir(folder);
      return files
        .filter((file) => file.endsWith(ENDING) && !file.startsWith("."))
        .map((file) => file.slice(0, -ENDING.length))
        .toSorted();
    },
    read: (name) => readFile(fileOf(name), "utf8"),
    create: (name, text) => createFile(fileOf(name), text),
  };
}
