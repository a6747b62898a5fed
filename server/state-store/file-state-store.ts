import { mkdir, open, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { createFileStore } from "#server/kit/files/file-store.ts";
import { createFile } from "#server/kit/files/atomic-file.ts";
import type { AppendOnlyStore, PeriodCounters, StateStore } from "./state-store.ts";

const ENDING = ".json";
const COUNT_ENDING = ".count";

/** Records as files: a folder of DATA_DIR for each area. */
export function fileRecords(dataDir: string): StateStore {
  return {
    storeOf: (area) => createFileStore(join(dataDir, area)),
    bookOf: (area) => fileBook(join(dataDir, area)),
    countsOf: (area) => fileCounts(join(dataDir, area)),
    close: () => Promise.resolve(),
  };
}

/** A book of files `{name}.json`, each written whole by exactly one of the processes that share the folder. */
export function fileBook(folder: string): AppendOnlyStore {
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

/** Counts as lengths of files: what processes append at the same moment, the system puts one after the other. */
function fileCounts(folder: string): PeriodCounters {
  /** The stretch of each key whose file this process has seen. */
  const current = new Map<string, number>();
  return {
    async add(key, stretch) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const name = `${key}.${stretch}${COUNT_ENDING}`;
      const file = await open(join(folder, name), "a", 0o600);
      try {
        await file.write("1");
        const { size } = await file.stat();
        if (current.get(key) !== stretch) await forgetOthers(folder, key, name);
        current.set(key, stretch);
        return size;
      } finally {
        await file.close();
      }
    },
  };
}

async function forgetOthers(folder: string, key: string, kept: string): Promise<void> {
  const names = await readdir(folder);
  const over = names.filter(
    (name) => name.startsWith(`${key}.`) && name.endsWith(COUNT_ENDING) && name !== kept,
  );
  await Promise.all(over.map((name) => rm(join(folder, name), { force: true })));
}
