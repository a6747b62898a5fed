import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { ServiceBooks } from "#server/bible/texts/service/service-answers.ts";
import { bookFileText, readBookFile } from "#server/bible/texts/store/text-folder.ts";
import type { TextBook } from "#server/bible/texts/text-book.ts";
import { replaceFile } from "#server/kit/files/atomic-file.ts";
import { parseJson } from "#server/kit/parse-json.ts";
import { errorCode } from "#server/kit/start-error.ts";

/** Where the books of a text wait that is on its way, so that a restart goes on where it was. */
export type Staging = {
  /** Books of another edition than the service has now are thrown away. */
  begin(books: ServiceBooks): Promise<void>;
  /** A book that is whole here; null when it has to be fetched. */
  read(usfm: string): Promise<TextBook | null>;
  keep(book: TextBook): Promise<void>;
  clear(): Promise<void>;
};

const stateSchema = z.object({
  done: z.number(),
  total: z.number(),
  /** Why it did not come at the last try; null: it is coming. */
  problem: z.string().nullable(),
  failures: z.number(),
  /** When it is tried again, in milliseconds since the epoch. */
  nextAtMs: z.number(),
});

/** How far a text is. */
export type FetchState = z.infer<typeof stateSchema>;

const PLAN = "plan.json";
const STATE = "state.json";

/** Folder of a text of the service that is on its way. */
function folderOf(root: string, serviceId: string): string {
  return join(root, ".fetching", serviceId);
}

/** Opens the place of a text. */
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

/** How far a text is; null when nobody has begun with it. */
export async function readState(root: string, serviceId: string): Promise<FetchState | null> {
  const text = await readOrNull(join(folderOf(root, serviceId), STATE));
  return text === null ? null : (stateSchema.safeParse(parseJson(text)).data ?? null);
}

export async function writeState(
  root: string,
  serviceId: string,
  state: FetchState,
): Promise<void> {
  await replaceFile(join(folderOf(root, serviceId), STATE), JSON.stringify(state));
}

/** Lets a text be tried at once; its books stay. */
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
