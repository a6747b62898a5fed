import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import * as v from "valibot";
import type { ServiceBooks } from "#server/bible/texts/service/service-responses.ts";
import { bookFileText, readBookFile } from "#server/bible/texts/store/text-folder.ts";
import type { TextBook } from "#server/bible/texts/text-book.ts";
import { replaceFile } from "@reign-tv/kit/files/atomic-file.ts";
import { parseJson } from "@reign-tv/kit/parse-json.ts";
import { errorCode } from "@reign-tv/kit/start-error.ts";

/** Books of a text that is being fetched, so that a restart resumes. */
export type Staging = {
  /** Deletes staged books if the service now has another edition. */
  begin(books: ServiceBooks): Promise<void>;
  /** Returns a complete book; null if it has to be fetched. */
  read(usfm: string): Promise<TextBook | null>;
  keep(book: TextBook): Promise<void>;
  clear(): Promise<void>;
};

const stateSchema = v.object({
  done: v.number(),
  total: v.number(),
  /** Reason of the last failure; null while it is being fetched. */
  problem: v.nullable(v.string()),
  failures: v.number(),
  /** Time of the next attempt, in milliseconds since the epoch. */
  nextAtMs: v.number(),
});

/** Progress of a text. */
type FetchState = v.InferOutput<typeof stateSchema>;

const PLAN = "plan.json";
const STATE = "state.json";

/** Staging folder of a text of the service. */
function folderOf(root: string, serviceId: string): string {
  return join(root, ".fetching", serviceId);
}

export function openStaging(root: string, serviceId: string): Staging {
  const folder = folderOf(root, serviceId);
  const fileOf = (usfm: string): string => join(folder, `${usfm}.json`);
  return {
    async begin(books) {
      const plan = JSON.stringify(books);
      if ((await readOrNull(join(folder, PLAN))) === plan) return;
      const state = await readState(root, serviceId);
      await rm(folder, { recursive: true, force: true });
      if (state) await writeState(root, serviceId, state);
      await replaceFile(join(folder, PLAN), plan);
    },
    async read(usfm) {
      const text = await readOrNull(fileOf(usfm));
      if (text === null) return null;
      try {
        return readBookFile(text);
      } catch {
        return null;
      }
    },
    keep: (book) => replaceFile(fileOf(book.usfm), bookFileText(book)),
    clear: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Reads the progress of a text; null before the first attempt. */
export async function readState(root: string, serviceId: string): Promise<FetchState | null> {
  const text = await readOrNull(join(folderOf(root, serviceId), STATE));
  return text === null ? null : v.parse(v.fallback(v.nullable(stateSchema), null), parseJson(text));
}

export async function writeState(
  root: string,
  serviceId: string,
  state: FetchState,
): Promise<void> {
  await replaceFile(join(folderOf(root, serviceId), STATE), JSON.stringify(state));
}

/** Allows an attempt at once; staged books stay. */
export async function forgetState(root: string, serviceId: string): Promise<void> {
  await rm(join(folderOf(root, serviceId), STATE), { force: true });
}

async function readOrNull(path: string): Promise<string | null> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (errorCode(error) === "ENOENT") return null;
    throw error;
  }
}
