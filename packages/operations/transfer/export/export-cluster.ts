import { utimesSync } from "node:fs";
import { join } from "node:path";
import {
  connectCluster,
  type EmbeddedDatabase,
  withStartedDatabase,
} from "@reign-tv/backend/operations";
import { type ExportManifest, MANIFEST_FILE } from "#operations/transfer/export-format.ts";
import { writeExport } from "./write-export.ts";

/**
 * Exports every row of the embedded database, for a release with another major version of PostgreSQL. The
 * caller holds the lock of DATA_DIR: later writes are not in the export.
 *
 * @param database.product version of the product that makes the export.
 * @throws Error in one sentence when the folder is not empty.
 */
export async function exportCluster(
  database: EmbeddedDatabase & { readonly product: string },
  folder: string,
): Promise<ExportManifest> {
  const manifest = await withStartedDatabase(database, async () => {
    const { connect } = await connectCluster(database.dataDir);
    const sql = connect("supabase_admin", { max: 1 });
    try {
      return await writeExport(
        {
          sql,
          roleOf: () => null,
          hmacSecret: null,
          readFile: () => Promise.resolve(null),
          product: database.product,
          now: Date.now,
          isWhole: true,
        },
        folder,
      );
    } finally {
      await sql.end({ timeout: 1 });
    }
  });
  // The import compares it with the last change of the stopped cluster, which must be earlier.
  const now = new Date();
  utimesSync(join(folder, MANIFEST_FILE), now, now);
  return manifest;
}
