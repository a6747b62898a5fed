import { rmSync } from "node:fs";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { createGunzip } from "node:zlib";
import { z } from "zod";
import type { BackupPlace } from "#server/backup/places/backup-place.ts";
import { checkCopy } from "#server/backup/restore/check-copy.ts";
import { openChecked, raiseCopy } from "#server/backup/restore/raise-copy.ts";
import { type BackupRecord, OBJECTS_FILE } from "#server/backup/shelf/backup-record.ts";
import { readRecord } from "#server/backup/shelf/backup-shelf.ts";
import { readPool } from "#server/backup/shelf/object-pool.ts";
import { loadClusterSecret } from "#server/database/embedded/cluster-secret.ts";
import { reachCluster } from "#server/database/copies/reach-cluster.ts";
import type { Logger } from "#server/kit/log.ts";

const objectsSchema = z.array(
  z.object({ version: z.string(), sha256: z.string(), bytes: z.number() }),
);

/**
 * Brings a backup back into a temporary folder beside the running database, counts it, and takes it away again.
 *
 * @returns rows that were found in all tables.
 * @throws Error in one sentence when the backup could not be restored.
 */
export async function proveBackup(
  place: BackupPlace,
  backup: string,
  { dataDir, log }: { readonly dataDir: string; readonly log: Logger },
): Promise<number> {
  const { location, home } = await reachCluster(dataDir);
  const record = await readRecord(place, backup);
  const work = join(home, "proof.draft");
  const secret = await loadClusterSecret(dataDir);
  try {
    const copy = await raiseCopy({ place, record, target: "backup", location, work, secret, log });
    try {
      const sql = copy.connect("supabase_admin", { max: 1 });
      try {
        const { rows, differences } = await checkCopy(sql, record.database?.tables ?? null);
        const lost = await lostObjects(place, record);
        const [first] = [...differences, ...lost];
        if (first !== undefined) throw new Error(`The backup ${backup} is incomplete: ${first}.`);
        return Object.values(rows).reduce((sum, count) => sum + count, 0);
      } finally {
        await sql.end({ timeout: 1 });
      }
    } finally {
      await copy.stop();
    }
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** Uploaded files of the backup that its place has no more, or not whole, as lines for people. */
async function lostObjects(place: BackupPlace, record: BackupRecord): Promise<string[]> {
  const list = (await openChecked(place, record, OBJECTS_FILE)).pipe(createGunzip());
  const pool = await readPool(place);
  return objectsSchema.parse(await json(list)).flatMap(({ version, sha256, bytes }) => {
    const kept = pool.get(version);
    const isWhole = kept?.sha256 === sha256 && kept.bytes === bytes;
    return isWhole ? [] : [`the uploaded file ${version} is not in ${place.label}`];
  });
}
