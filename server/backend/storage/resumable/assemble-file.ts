import type { StorageDeps } from "#server/backend/storage/storage-deps.ts";
import { noSuchKeyError } from "#server/backend/storage/protocol/storage-error.ts";
import type { Scratch, StagedFile } from "#server/backend/storage/uploads/staging.ts";
import { openAsBlob } from "node:fs";
import { listParts, type ResumableUpload } from "./resumable-rows.ts";

/**
 * Joins the parts of a file into a staged file.
 *
 * @param last the staged last part; null when all parts are stored.
 */
export async function assembleFile(
  deps: StorageDeps,
  upload: ResumableUpload,
  last: StagedFile | null,
  { scratch, maxBytes }: { readonly scratch: Scratch; readonly maxBytes: number },
): Promise<StagedFile> {
  if (last !== null && upload.offset === 0 && upload.size === last.size) return last;
  const versions = await listParts(deps.database.storage, upload.id);
  if (versions.length === 0 && last !== null) return last;
  return scratch.write(contentOf(deps, versions, last), maxBytes);
}

async function* contentOf(
  { store }: StorageDeps,
  versions: readonly string[],
  last: StagedFile | null,
): AsyncGenerator<Uint8Array> {
  for (const version of versions) {
    const file = await store.open(version, null);
    if (file === null) throw noSuchKeyError();
    yield* file;
  }
  if (last !== null) yield* (await openAsBlob(last.path)).stream();
}
