import { open, type FileHandle } from "node:fs/promises";
import { createHash } from "node:crypto";
import { XMLParser } from "fast-xml-parser";
import * as v from "valibot";
import {
  type S3Client,
  type S3Request,
  openS3Client,
  S3Error,
  type S3Settings,
} from "@reign-tv/kit/s3/s3-client.ts";
import type { HashedFile } from "@reign-tv/kit/files/hashed-file.ts";
import { Readable } from "node:stream";
import type { BackupDestination } from "./backup-destination.ts";

/** S3 requires at least 5 MiB for each part but the last; with at most 10,000 parts a file has up to 80 GB. */
const PART_BYTES = 8 * 1024 * 1024;

const uploadSchema = v.object({
  InitiateMultipartUploadResult: v.object({ UploadId: v.pipe(v.string(), v.minLength(1)) }),
});
const parser = new XMLParser({ parseTagValue: false, htmlEntities: true });

/** Uploads a file in one request, or in parts that become visible together. */
export async function putFile(
  client: S3Client,
  key: string,
  { path, bytes }: Pick<HashedFile, "path" | "bytes">,
): Promise<void> {
  const send = (request: S3Request): Promise<Response> =>
    client.sendOrThrow(key, {
      ...request,
      headers: { "x-amz-content-sha256": sumOf(request.body) },
    });
  const file = await open(path, "r");
  try {
    if (bytes <= PART_BYTES) {
      await send({ method: "PUT", body: await readPart(file, 0, bytes) });
      return;
    }
    const begun = parser.parse(
      await (await send({ method: "POST", query: { uploads: "" } })).text(),
    );
    const { UploadId: uploadId } = v.parse(uploadSchema, begun).InitiateMultipartUploadResult;
    try {
      const tags = await putParts(send, { file, bytes, uploadId });
      const parts = tags.map(
        (tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${tag}</ETag></Part>`,
      );
      const body = `<CompleteMultipartUpload>${parts.join("")}</CompleteMultipartUpload>`;
      const text = await (await send({ method: "POST", query: { uploadId }, body })).text();
      // S3 can report an error inside a response with status 200.
      if (text.includes("<Error>")) throw new Error("S3 did not join the parts");
    } catch (error) {
      await send({ method: "DELETE", query: { uploadId } }).catch(() => undefined);
      throw error;
    }
  } finally {
    await file.close();
  }
}

async function putParts(
  send: (request: S3Request) => Promise<Response>,
  upload: { readonly file: FileHandle; readonly bytes: number; readonly uploadId: string },
): Promise<string[]> {
  const { file, bytes, uploadId } = upload;
  const tags: string[] = [];
  for (let at = 0; at < bytes; at += PART_BYTES) {
    const body = await readPart(file, at, Math.min(PART_BYTES, bytes - at));
    const query = { partNumber: String(tags.length + 1), uploadId };
    const response = await send({ method: "PUT", query, body });
    await response.body?.cancel();
    tags.push(response.headers.get("etag") ?? "");
  }
  return tags;
}

async function readPart(
  file: FileHandle,
  at: number,
  bytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const part = new Uint8Array(bytes);
  for (let done = 0; done < bytes;) {
    const { bytesRead } = await file.read(part, done, bytes - done, at + done);
    if (bytesRead === 0) throw new Error("The file became shorter while it was sent");
    done += bytesRead;
  }
  return part;
}

/** The digest is part of the signature, so S3 rejects changed bytes. */
function sumOf(body: S3Request["body"] = ""): string {
  if (body instanceof Blob) throw new Error("Parts are bytes or texts.");
  return createHash("sha256").update(body).digest("hex");
}

/** 60 s: a slow uplink needs time for parts of 8 MiB. */
const LIMITS = { responseTimeoutMs: 60_000, retries: 3 } as const;

/**
 * Backups in S3-compatible storage.
 *
 * @param prefix of every key, "" or with `/` at its end: several servers may share a bucket.
 */
export function createS3Destination(settings: S3Settings, prefix: string): BackupDestination {
  const client = openS3Client(settings, LIMITS);
  return {
    label: `s3://${settings.bucket}/${prefix}`,
    isThirdParty: true,
    async *list(folder) {
      for await (const { key, bytes, storedAt } of client.list(prefix + folder)) {
        yield { name: key.slice(prefix.length), bytes, storedAt };
      }
    },
    put: (name, file) => putFile(client, prefix + name, file),
    async read(name) {
      const response = await client.send(prefix + name, { method: "GET" });
      if (response.ok)
        return response.body === null ? Readable.from([]) : Readable.from(response.body);
      await response.body?.cancel();
      if (response.status === 404) return null;
      throw new S3Error(response.status);
    },
    remove: (names) => client.remove(names.map((name) => prefix + name)),
    dropUnfinished: (beforeMs) => client.abortUploads(prefix, beforeMs),
    freeBytes: () => Promise.resolve(null),
  };
}
