import { utimesSync } from "node:fs";
import { join, resolve } from "node:path";
import { withStartedDatabase } from "#server/backup/with-running-database.ts";
import { connectCluster } from "#server/database/base-backup/connect-cluster.ts";
import type { Config } from "#server/settings/config.ts";
import { type ExportManifest, MANIFEST_FILE } from "#server/transfer/export-format.ts";
import { writeExport } from "./write-export.ts";

/**
 * Exports every row of the embedded database, for a release with another major version of PostgreSQL. The
 * caller holds the lock of DATA_DIR: later writes are not in the export.
 *
 * @throws Error in one sentence when the folder is not empty.
 */
export async function exportCluster(config: Config, folder: string): Promise<ExportManifest> {
  const manifest = await withStartedDatabase(config, async () => {
    const { connect } = await connectCluster(resolve(config.DATA_DIR));
    const sql = connect("supabase_admin", { max: 1 });
    try {
      return await writeExport(
        {
          sql,
          roleOf: () => null,
          hmacSecret: null,
          readFile: () => Promise.resolve(null),
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
