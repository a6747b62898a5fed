import { removeFiles } from "#server/backend/storage/actions/remove-files.ts";
import type { StorageDeps } from "#server/backend/storage/storage-deps.ts";
import { DAY_MS } from "#server/kit/durations.ts";
import { deleteUploadsBefore } from "./resumable-rows.ts";

/** How long an upload may take from its beginning, as upstream. */
export const UPLOAD_LIFE_MS = DAY_MS;

/** Forgets uploads that were not finished in time, and removes what came of them. */
export async function purgeExpiredUploads(
  parts: Pick<StorageDeps, "database" | "store" | "log" | "now">,
): Promise<void> {
  const versions = await deleteUploadsBefore(parts.database.storage, parts.now() - UPLOAD_LIFE_MS);
  await removeFiles(parts, versions);
}
