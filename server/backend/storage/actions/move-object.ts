import type { Access } from "#server/backend/storage/rows/access.ts";
import type { ObjectPath } from "#server/backend/storage/rows/object-path.domain.ts";
import { findObject } from "#server/backend/storage/rows/object-rows.ts";
import type { StorageDeps } from "#server/backend/storage/storage-deps.ts";
import {
  accessDeniedError,
  noSuchKeyError,
  ROW_POLICY_MESSAGE,
} from "#server/backend/storage/protocol/storage-error.ts";
import { requireTransfer } from "./transfer-rules.ts";

export type Move = {
  readonly from: ObjectPath;
  readonly to: ObjectPath;
  /** Only this version, when one is given. */
  readonly version: string | null;
};

/**
 * Gives an object another name or bucket: one UPDATE as the caller. The file stays what and where it
 * is, so there is nothing to lose.
 *
 * @returns id of the object.
 */
export async function moveObject(
  parts: StorageDeps,
  access: Access,
  { from, to, version }: Move,
): Promise<string> {
  const row = await access.run(true, (sql) => findObject(sql, from));
  if (row === null || (version !== null && row.version !== version)) throw noSuchKeyError();
  await requireTransfer(parts, from, to, row.metadata ?? {});
  const { count } = await access.run(
    false,
    (sql) => sql`
      update storage.objects
      set bucket_id = ${to.bucketId}, name = ${to.name},
          owner_id = coalesce(${access.ownerId}, owner_id),
          owner = coalesce(${access.ownerId}, owner)
      where id = ${row.id} and version = ${row.version}`,
  );
  if (count === 0) throw accessDeniedError(ROW_POLICY_MESSAGE);
  return row.id;
}
