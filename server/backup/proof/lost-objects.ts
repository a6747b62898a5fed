import { json } from "node:stream/consumers";
import { createGunzip } from "node:zlib";
import { z } from "zod";
import type { BackupPlace } from "#server/backup/places/backup-place.ts";
import { openChecked } from "#server/backup/restore/raise-copy.ts";
import { type BackupRecord, OBJECTS_FILE } from "#server/backup/shelf/backup-record.ts";
import { readPool } from "#server/backup/shelf/object-pool.ts";

const objectsSchema = z.array(
  z.object({ version: z.string(), sha256: z.string(), bytes: z.number() }),
);

/** Uploaded files of the backup that its place has no more, or not whole, as lines for people. */
export async function lostObjects(place: BackupPlace, record: BackupRecord): Promise<string[]> {
  const list = (await openChecked(place, record, OBJECTS_FILE)).pipe(createGunzip());
  const pool = await readPool(place);
  return objectsSchema.parse(await json(list)).flatMap(({ version, sha256, bytes }) => {
    const kept = pool.get(version);
    const isWhole = kept?.sha256 === sha256 && kept.bytes === bytes;
    return isWhole ? [] : [`the uploaded file ${version} is not in ${place.label}`];
  });
}
