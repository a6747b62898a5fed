import { randomUUID } from "node:crypto";
import { removeFiles } from "#server/backend/storage/actions/remove-files.ts";
import { readLimits } from "#server/backend/storage/rows/bucket-rows.ts";
import { putPart, type MultipartUpload } from "#server/backend/storage/rows/multipart-rows.ts";
import type { ObjectPath } from "#server/backend/storage/rows/object-path.domain.ts";
import type { StagedFile } from "#server/backend/storage/uploads/staging.ts";
import { openSignedBody } from "#server/backend/storage/s3/body/signed-body.ts";
import { S3Error } from "#server/backend/storage/s3/protocol/s3-error.ts";
import { readByteRange } from "#server/kit/http/byte-range.domain.ts";
import { readNumber, xmlReply, type S3Call } from "./call.ts";
import { PART_NUMBER_MAX, requireUpload } from "./multipart-calls.ts";
import { findVisible, requireSource } from "./read-calls.ts";
import { readCopySource } from "./write-calls.ts";

/** UploadPart: a part that came before under the same number is replaced. */
export async function uploadPart(call: S3Call, path: ObjectPath): Promise<Response> {
  const { c, signer } = call;
  const body = openSignedBody(c.req.raw, signer);
  let proof: Readonly<Record<string, string>> = {};
  const file = await keepPart(call, path, {
    lengthBytes: body.lengthBytes,
    open: () => Promise.resolve(body.content),
    prove: (staged) => {
      proof = body.prove(staged);
    },
  });
  return new Response(null, { headers: { ...proof, etag: `"${file.md5}"` } });
}

/** UploadPartCopy: a part, or a range of it, from an object that the caller may see. */
export async function uploadPartCopy(call: S3Call, path: ObjectPath): Promise<Response> {
  const { c, parts } = call;
  const { headers } = c.req.raw;
  const source = await findVisible(call, readCopySource(headers));
  requireSource(source, headers);
  const size = source.metadata?.size ?? 0;
  const range = readSourceRange(headers.get("x-amz-copy-source-range"), size);
  const file = await keepPart(call, path, {
    lengthBytes: range === null ? size : range.last - range.first + 1,
    open: async () => {
      const content = await parts.store.open(source.version, range);
      if (content === null) throw new S3Error("NoSuchKey");
      return content;
    },
    prove: () => {},
  });
  return xmlReply("CopyPartResult", {
    LastModified: new Date(parts.now()).toISOString(),
    ETag: `"${file.md5}"`,
  });
}

type PartSource = {
  readonly lengthBytes: number | null;
  open(): Promise<AsyncIterable<Uint8Array>>;
  prove(file: StagedFile): void;
};

/**
 * The order is that of every upload (store-upload.ts): a synced file, then the store, then the row. What
 * dies in between leaves a file without a row, which the sweep removes.
 */
async function keepPart(call: S3Call, path: ObjectPath, source: PartSource): Promise<StagedFile> {
  const { parts, query } = call;
  const partNumber = readNumber(query, "partNumber", {
    standard: 0,
    min: 1,
    max: PART_NUMBER_MAX,
  });
  const upload = await requireUpload(call, path);
  const { maxBytes } = await readLimits(parts.database.storage, path.bucketId);
  if ((source.lengthBytes ?? 0) > maxBytes) throw new S3Error("EntityTooLarge");
  await using scratch = await parts.staging.open(source.lengthBytes ?? maxBytes);
  const file = await scratch.write(await source.open(), maxBytes);
  source.prove(file);
  const version = randomUUID();
  await parts.store.put(version, file);
  await commitPart(call, upload, { partNumber, md5: file.md5, size: file.size, version }, maxBytes);
  return file;
}

async function commitPart(
  { parts }: S3Call,
  upload: MultipartUpload,
  part: Parameters<typeof putPart>[2],
  maxBytes: number,
): Promise<void> {
  const result = await putPart(parts.database.storage, upload, part, maxBytes);
  if (typeof result !== "string") {
    await removeFiles(parts, result.replaced === null ? [] : [result.replaced]);
    return;
  }
  await removeFiles(parts, [part.version]);
  throw new S3Error(result === "no_upload" ? "NoSuchUpload" : "EntityTooLarge");
}

/** @throws S3Error InvalidArgument for another form, InvalidRange for what lies behind the end. */
function readSourceRange(
  header: string | null,
  size: number,
): { first: number; last: number } | null {
  if (header === null) return null;
  const [, last] = /^bytes=\d{1,15}-(\d{1,15})$/.exec(header) ?? [];
  const range = readByteRange(header, size);
  if (last === undefined || range === "whole") {
    const message = "The x-amz-copy-source-range value must be of the form bytes=first-last";
    throw new S3Error("InvalidArgument", { message });
  }
  if (range === "unsatisfiable" || Number(last) >= size) throw new S3Error("InvalidRange");
  return range;
}
