import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { KeyValueStore } from "#functions/_shared/runtime/runtime.ts";
import { errorCode } from "#server/kit/start-error.ts";
import { replaceFile } from "./atomic-file.ts";

export type { KeyValueStore };

/** A last good answer may be long; something that grows without end is a fault. */
const VALUE_LIMIT_BYTES = 4 * 1024 * 1024;

/**
 * A durable store of texts, of a function or of a room: one file per key, replaced whole, so that a
 * reader after a crash finds the old value or the new one.
 *
 * @param folder made when the first value is kept.
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
