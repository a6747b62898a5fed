import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { KeyValueStore } from "#kit/function-contract.ts";
import { errorCode } from "#kit/start-error.ts";
import { replaceFile } from "./atomic-file.ts";

/** A cached response may be long; a value that grows without end is an error. */
const VALUE_LIMIT_BYTES = 4 * 1024 * 1024;

/**
 * Durable store of texts, for a function or an area of the server. Keeps one file per key and replaces it
 * atomically, so a reader after a crash finds the old or the new value.
 *
 * @param folder created when the first value is saved.
 */
export function createFileStore(folder: string): KeyValueStore {
  const fileOf = (key: string): string =>
    join(folder, `${createHash("sha256").update(key).digest("hex")}.json`);
  return {
    async get(key) {
      try {
        return await readFile(fileOf(key), "utf8");
      } catch (error) {
        if (errorCode(error) === "ENOENT") return null;
        throw error;
      }
    },
    async set(key, value) {
      if (Buffer.byteLength(value) > VALUE_LIMIT_BYTES) {
        throw new RangeError(`A value may have ${VALUE_LIMIT_BYTES} bytes.`);
      }
      await replaceFile(fileOf(key), value);
    },
  };
}
