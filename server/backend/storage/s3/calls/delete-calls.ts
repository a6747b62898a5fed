import { z } from "zod";
import { removeObjects } from "#server/backend/storage/actions/remove-objects.ts";
import { readLimits } from "#server/backend/storage/rows/bucket-rows.ts";
import { isValidKey, type ObjectPath } from "#server/backend/storage/rows/object-path.domain.ts";
import { readSmallBody } from "#server/backend/storage/s3/body/small-body.ts";
import { S3Error } from "#server/backend/storage/s3/protocol/s3-error.ts";
import { readXml } from "#server/backend/storage/s3/protocol/xml.ts";
import { xmlReply, type S3Call } from "./call.ts";

const KEYS_MAX = 1_000;

const deleteSchema = z.object({
  Delete: z.object({
    Object: z
      .array(z.object({ Key: z.string().max(1_024) }))
      .min(1)
      .max(KEYS_MAX),
    Quiet: z.enum(["true", "false"]).default("false"),
  }),
});

/** DeleteObject: what is not there is deleted already. */
export async function deleteObject(
  call: S3Call,
  { bucketId, name }: ObjectPath,
): Promise<Response> {
  await readLimits(call.parts.database.storage, bucketId);
  const kept = await removeKeys(call, bucketId, [name]);
  if (kept.has(name)) throw new S3Error("AccessDenied");
  return new Response(null, { status: 204 });
}

/** DeleteObjects: the answer tells of each key. */
export async function deleteObjects(call: S3Call, bucketId: string): Promise<Response> {
  const { Delete } = readXml(await readSmallBody(call), deleteSchema);
  await readLimits(call.parts.database.storage, bucketId);
  const keys = Delete.Object.map(({ Key }) => Key);
  const kept = await removeKeys(call, bucketId, keys);
  return xmlReply("DeleteResult", {
    Deleted:
      Delete.Quiet === "true"
        ? []
        : keys.filter((key) => !kept.has(key)).map((key) => ({ Key: key })),
    Error: keys
      .filter((key) => kept.has(key))
      .map((key) => ({ Key: key, Code: "AccessDenied", Message: "Access Denied" })),
  });
}

/** @returns the keys that the caller sees and may not delete. */
async function removeKeys(
  { parts, access }: S3Call,
  bucketId: string,
  keys: readonly string[],
): Promise<ReadonlySet<string>> {
  const valid = keys.filter(isValidKey);
  await removeObjects(
    parts,
    access,
    bucketId,
    valid.map((path) => ({ path, versionId: null })),
  );
  const rows = await access.run(
    true,
    (sql) => sql<{ name: string }[]>`
      select name from storage.objects where bucket_id = ${bucketId} and name = any(${valid})`,
  );
  return new Set(rows.map(({ name }) => name));
}
