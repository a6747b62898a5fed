import { open, type FileHandle } from "node:fs/promises";
import { createHash } from "node:crypto";
import { AwsClient } from "aws4fetch";
import { XMLParser } from "fast-xml-parser";
import { z } from "zod";
import type { SourceFile } from "./backup-place.ts";

export type S3Settings = {
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
};

/** Objects of a bucket by their keys. */
export type S3Bucket = {
  put(key: string, file: SourceFile): Promise<void>;
  /** Null when there is none. */
  get(key: string): Promise<ReadableStream<Uint8Array> | null>;
  list(prefix: string): AsyncIterable<{ key: string; bytes: number; keptAt: number }>;
  remove(key: string): Promise<void>;
};

/** S3 wants 5 MiB or more of each part but the last; a file has at most 10,000: 80 GB. */
const PART_BYTES = 8 * 1024 * 1024;
/** Until the first byte of an answer. */
const ANSWER_TIMEOUT_MS = 60_000;
const RETRIES = 3;

const listSchema = z.object({
  ListBucketResult: z.object({
    IsTruncated: z.stringbool(),
    NextContinuationToken: z.string().optional(),
    Contents: z
      .array(z.object({ Key: z.string(), Size: z.coerce.number(), LastModified: z.iso.datetime() }))
      .default([]),
  }),
});
const uploadSchema = z.object({
  InitiateMultipartUploadResult: z.object({ UploadId: z.string().min(1) }),
});
const parser = new XMLParser({ parseTagValue: false, isArray: (name) => name === "Contents" });

type Call = {
  readonly method: "GET" | "PUT" | "POST" | "DELETE";
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array<ArrayBuffer> | string;
};

/** Opens a bucket of S3-compatible storage, addressed path-style and signed with version 4. */
export function openS3Bucket(settings: S3Settings): S3Bucket {
  const base = `${settings.endpoint.replace(/\/+$/, "")}/${settings.bucket}`;
  const client = new AwsClient({ ...settings, service: "s3", retries: RETRIES });
  const call = async (key: string, { method, query = {}, body }: Call): Promise<Response> => {
    const search = new URLSearchParams(query).toString();
    const abort = new AbortController();
    const timer = setTimeout(() => abort.abort(), ANSWER_TIMEOUT_MS);
    try {
      return await client.fetch(`${base}/${key}${search === "" ? "" : `?${search}`}`, {
        method,
        // The digest is part of the signature: what arrives is what was sent.
        headers: { "x-amz-content-sha256": sumOf(body ?? "") },
        ...(body === undefined ? {} : { body }),
        redirect: "error",
        signal: abort.signal,
      });
    } catch (cause) {
      throw new Error(`S3 at ${settings.endpoint} cannot be reached`, { cause });
    } finally {
      clearTimeout(timer);
    }
  };
  const ask = async (key: string, request: Call): Promise<Response> => {
    const answer = await call(key, request);
    if (answer.ok) return answer;
    await answer.body?.cancel();
    throw new Error(`S3 answered ${answer.status}`);
  };
  return {
    put: (key, file) => putFile((request) => ask(key, request), file),
    async get(key) {
      const answer = await call(key, { method: "GET" });
      if (answer.ok) return answer.body;
      await answer.body?.cancel();
      if (answer.status === 404) return null;
      throw new Error(`S3 answered ${answer.status}`);
    },
    list: (prefix) => listKeys((query) => ask("", { method: "GET", query }), prefix),
    async remove(key) {
      const answer = await call(key, { method: "DELETE" });
      await answer.body?.cancel();
      if (!answer.ok && answer.status !== 404) throw new Error(`S3 answered ${answer.status}`);
    },
  };
}

async function* listKeys(
  ask: (query: Record<string, string>) => Promise<Response>,
  prefix: string,
): AsyncGenerator<{ key: string; bytes: number; keptAt: number }> {
  let token: string | undefined;
  do {
    const query = { "list-type": "2", prefix, ...(token && { "continuation-token": token }) };
    const xml = await (await ask(query)).text();
    const { ListBucketResult: page } = listSchema.parse(parser.parse(xml));
    for (const { Key, Size, LastModified } of page.Contents) {
      yield { key: Key, bytes: Size, keptAt: Date.parse(LastModified) };
    }
    token = page.IsTruncated ? page.NextContinuationToken : undefined;
  } while (token !== undefined);
}

/** A file in one call, or in parts of which none is there until the last one is. */
async function putFile(
  ask: (request: Call) => Promise<Response>,
  { path, bytes }: SourceFile,
): Promise<void> {
  const file = await open(path, "r");
  try {
    if (bytes <= PART_BYTES) {
      await ask({ method: "PUT", body: await readPart(file, 0, bytes) });
      return;
    }
    const begun = parser.parse(
      await (await ask({ method: "POST", query: { uploads: "" } })).text(),
    );
    const { UploadId: uploadId } = uploadSchema.parse(begun).InitiateMultipartUploadResult;
    try {
      const tags = await putParts(ask, { file, bytes, uploadId });
      const parts = tags.map(
        (tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${tag}</ETag></Part>`,
      );
      const body = `<CompleteMultipartUpload>${parts.join("")}</CompleteMultipartUpload>`;
      const text = await (await ask({ method: "POST", query: { uploadId }, body })).text();
      // A failure on the way is reported inside an answer that began as a success.
      if (text.includes("<Error>")) throw new Error("S3 did not join the parts");
    } catch (error) {
      await ask({ method: "DELETE", query: { uploadId } }).catch(() => undefined);
      throw error;
    }
  } finally {
    await file.close();
  }
}

async function putParts(
  ask: (request: Call) => Promise<Response>,
  upload: { readonly file: FileHandle; readonly bytes: number; readonly uploadId: string },
): Promise<string[]> {
  const { file, bytes, uploadId } = upload;
  const tags: string[] = [];
  for (let at = 0; at < bytes; at += PART_BYTES) {
    const body = await readPart(file, at, Math.min(PART_BYTES, bytes - at));
    const query = { partNumber: String(tags.length + 1), uploadId };
    const answer = await ask({ method: "PUT", query, body });
    await answer.body?.cancel();
    tags.push(answer.headers.get("etag") ?? "");
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

function sumOf(body: Uint8Array | string): string {
  return createHash("sha256").update(body).digest("hex");
}
