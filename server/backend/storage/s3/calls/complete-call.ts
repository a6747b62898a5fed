import { createHash } from "node:crypto";
import { z } from "zod";
import { removeFiles } from "#server/backend/storage/actions/remove-files.ts";
import { storeContent, type UploadSource } from "#server/backend/storage/actions/store-upload.ts";
import type { ObjectStore } from "#server/backend/storage/files/object-store.ts";
import { tooLargeError } from "#server/backend/storage/protocol/storage-error.ts";
import {
  forgetUpload,
  listParts,
  type MultipartPart,
  type MultipartUpload,
} from "#server/backend/storage/rows/multipart-rows.ts";
import type { ObjectPath } from "#server/backend/storage/rows/object-path.domain.ts";
import { readSmallBody } from "#server/backend/storage/s3/body/small-body.ts";
import { S3Error } from "#server/backend/storage/s3/protocol/s3-error.ts";
import { readXml } from "#server/backend/storage/s3/protocol/xml.ts";
import { xmlReply, type S3Call } from "./call.ts";
import { PART_NUMBER_MAX, requireUpload } from "./multipart-calls.ts";

/** Every part but the last, as with S3. */
const PART_MIN_BYTES = 5_242_880;

const completeSchema = z.object({
  CompleteMultipartUpload: z.object({
    Part: z
      .array(
        z.object({
          PartNumber: z
            .string()
            .regex(/^\s*\d{1,5}\s*$/)
            .transform(Number),
          ETag: z.string().max(64),
        }),
      )
      .min(1)
      .max(PART_NUMBER_MAX),
  }),
});
type WantedParts = z.infer<typeof completeSchema>["CompleteMultipartUpload"]["Part"];

/**
 * CompleteMultipartUpload: the parts become one file on the way of every upload, with its checks; then
 * they are forgotten. Whoever dies before that may call again.
 */
export async function completeUpload(call: S3Call, path: ObjectPath): Promise<Response> {
  const { parts, access, c } = call;
  const wanted = readXml(await readSmallBody(call), completeSchema).CompleteMultipartUpload.Part;
  const upload = await requireUpload(call, path);
  const rows = choose(wanted, await listParts(parts.database.storage, upload.id));
  const target = { path, isUpsert: true, access };
  const { eTag } = await storeContent(parts, target, joined(parts.store, upload, rows));
  await removeFiles(parts, await forgetUpload(parts.database.storage, upload.id));
  return xmlReply("CompleteMultipartUploadResult", {
    Location: new URL(c.req.url).href.split("?")[0],
    Bucket: path.bucketId,
    Key: path.name,
    ETag: eTag,
  });
}

/** The parts that are named, in their order. @throws S3Error InvalidPartOrder, InvalidPart, EntityTooSmall. */
function choose(wanted: WantedParts, rows: readonly MultipartPart[]): readonly MultipartPart[] {
  const byNumber = new Map(rows.map((row) => [row.partNumber, row]));
  let before = 0;
  const chosen = wanted.map(({ PartNumber, ETag }) => {
    if (PartNumber <= before) throw new S3Error("InvalidPartOrder");
    before = PartNumber;
    const row = byNumber.get(PartNumber);
    if (row === undefined || row.md5 !== ETag.trim().replace(/^"|"$/g, "")) {
      throw new S3Error("InvalidPart");
    }
    return row;
  });
  if (chosen.slice(0, -1).some(({ size }) => size < PART_MIN_BYTES)) {
    throw new S3Error("EntityTooSmall");
  }
  return chosen;
}

function joined(
  store: ObjectStore,
  { metadata, userMetadata }: MultipartUpload,
  rows: readonly MultipartPart[],
): UploadSource {
  const lengthBytes = rows.reduce((sum, { size }) => sum + size, 0);
  const details = {
    contentType: metadata.mimetype,
    cacheControl: metadata.cacheControl,
    contentEncoding: metadata.contentEncoding,
    userMetadata,
    eTag: entityTagOfParts(rows),
  };
  return {
    lengthBytes,
    check({ maxBytes }) {
      if (lengthBytes > maxBytes) throw tooLargeError();
    },
    async read(sink) {
      return { details, file: await sink(details.contentType, contentOf(store, rows)) };
    },
  };
}

async function* contentOf(
  store: ObjectStore,
  rows: readonly MultipartPart[],
): AsyncGenerator<Uint8Array> {
  for (const { version } of rows) {
    const content = await store.open(version, null);
    if (content === null) throw new S3Error("InvalidPart");
    yield* content;
  }
}

/** As S3 makes it, so that tools can tell it by the parts that they sent. */
function entityTagOfParts(rows: readonly MultipartPart[]): string {
  const hash = createHash("md5");
  for (const { md5 } of rows) hash.update(Buffer.from(md5, "hex"));
  return `"${hash.digest("hex")}-${rows.length}"`;
}
