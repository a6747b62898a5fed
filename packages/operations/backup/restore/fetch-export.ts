import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import {
  keysOf,
  decompressedName,
  decompressBackupFile,
} from "#operations/backup/compressed-files.ts";
import type { BackupDestination } from "#operations/backup/destinations/backup-destination.ts";
import type { BackupManifest } from "#operations/backup/catalog/backup-manifest.ts";
import { MANIFEST_FILE, OBJECTS_FILE, TABLES_FOLDER } from "#operations/transfer/export-format.ts";
import { type OpenExport, openExport } from "#operations/transfer/import/read-export.ts";
import { messageOf } from "@reign-tv/kit/start-error.ts";
import { openChecked } from "./start-restored-copy.ts";

/**
 * Unpacks the rows of a backup as an export (docs/export-format.md) without uploaded files, and verifies
 * every line.
 *
 * @param to.folder created here.
 * @throws Error in one sentence when a file is damaged or missing.
 */
export async function fetchExport(
  destination: BackupDestination,
  record: BackupManifest,
  to: { readonly folder: string; readonly passphrase: string | null },
): Promise<OpenExport> {
  const { folder, passphrase } = to;
  await mkdir(join(folder, TABLES_FOLDER), { recursive: true, mode: 0o700 });
  const keyOf = keysOf(passphrase ?? "");
  for (const { name } of record.files) {
    const path = pathOf(decompressedName(name));
    if (path === null) continue;
    const content = await openChecked(destination, record, name);
    await decompressBackupFile({ name, content }, join(folder, path), keyOf).catch(
      (cause: unknown) => {
        const message = messageOf(cause);
        if (message.startsWith("The backup")) throw cause;
        throw new Error(`The backup ${record.name} in ${destination.label} is damaged: ${name}.`, {
          cause,
        });
      },
    );
  }
  return openExport(folder, false);
}

/** Path of a file in an export; null when it is not part of one. */
function pathOf(name: string | null): string | null {
  if (name === null) return null;
  if (name === MANIFEST_FILE || name === OBJECTS_FILE) return name;
  return name.endsWith(".jsonl") ? join(TABLES_FOLDER, name) : null;
}
