import { json } from "node:stream/consumers";
import { createGunzip } from "node:zlib";
import { z } from "zod";
import type { BackupDestination } from "#server/backup/destinations/backup-destination.ts";
import { openChecked } from "#server/backup/restore/start-restored-copy.ts";
import { type BackupManifest, OBJECTS_FILE } from "#server/backup/catalog/backup-manifest.ts";
import { readPool } from "#server/backup/catalog/object-pool.ts";

const objectsSchema = z.array(
  z.object({ version: z.string(), sha256: z.string(), bytes: z.number() }),
);

/** Uploaded files of the backup that its place has no more, or not whole, as lines for people. */
export async function findMissingObjects(
  place: BackupDestination,
  record: BackupManifest,
): Promise<string[]> {
  const list = (await openChecked(place, record, OBJECTS_FILE)).pipe(createGunzip());
  const pool = await readPool(place);
  return objectsSchema.parse(await json(list)).flatMap(({ version, sha256, bytes }) => {
    const kept = pool.get(version);
    const isWhole = kept?.sha256 === sha256 && kept.bytes === bytes;
    return isWhole ? [] : [`the uploaded file ${version} is not in ${place.label}`];
  });
}
