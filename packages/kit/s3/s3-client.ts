import { AwsClient } from "aws4fetch";
import { XMLParser } from "fast-xml-parser";
import * as v from "valibot";

export type S3Settings = {
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
};

export type S3Request = {
  readonly method: "GET" | "PUT" | "POST" | "DELETE";
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Blob | Uint8Array<ArrayBuffer> | string;
  /** Ends the request, and the body of its response. */
  readonly signal?: AbortSignal;
};

/** An object of a listing. */
export type S3Object = { readonly key: string; readonly bytes: number; readonly storedAt: number };

/** A bucket of S3-compatible storage, addressed path-style and signed with version 4. */
export type S3Client = {
  /**
   * Sends a request and returns any response, errors too. Returns a redirection instead of following it.
   *
   * @throws Error when S3 cannot be reached or does not respond in time.
   */
  send(key: string, request: S3Request): Promise<Response>;
  /**
   * Sends a request and returns a successful response.
   *
   * @throws S3Error for any other.
   */
  sendOrThrow(key: string, request: S3Request): Promise<Response>;
  /** Objects whose keys begin with the prefix. */
  list(prefix: string): AsyncGenerator<S3Object>;
  /** Ignores keys that are already gone. */
  remove(keys: readonly string[]): Promise<void>;
  /**
   * Ends uploads in parts that were never completed, whose keys begin with the prefix: providers bill their parts.
   * Those that the store does not list or end stay.
   *
   * @param beforeMs milliseconds since the epoch; later ones go on.
   */
  abortUploads(prefix: string, beforeMs: number): Promise<void>;
};

/** An unexpected S3 response; its message names no URL and may be shown. */
export class S3Error extends Error {
  constructor(status: number) {
    super(`S3 answered ${status}`);
    this.name = "S3Error";
  }
}

const REMOVALS_AT_ONCE = 8;

const listSchema = v.object({
  ListBucketResult: v.object({
    IsTruncated: v.pipe(v.string(), v.parseBoolean()),
    NextContinuationToken: v.optional(v.string()),
    Contents: v.optional(
      v.array(
        v.object({
          Key: v.string(),
          Size: v.pipe(v.unknown(), v.toNumber()),
          LastModified: v.pipe(v.string(), v.isoTimestamp()),
        }),
      ),
      [],
    ),
  }),
});
const uploadsSchema = v.object({
  ListMultipartUploadsResult: v.object({
    IsTruncated: v.pipe(v.string(), v.parseBoolean()),
    NextKeyMarker: v.optional(v.string(), ""),
    NextUploadIdMarker: v.optional(v.string(), ""),
    Upload: v.optional(
      v.array(
        v.object({
          Key: v.string(),
          UploadId: v.string(),
          Initiated: v.pipe(v.string(), v.isoTimestamp()),
        }),
      ),
      [],
    ),
  }),
});
/** Some stores list no uploads, and others not to every access key: no reason for a job to fail. */
const UNLISTED = [400, 403, 404, 405, 501];
// Stores also write characters of a key as numbers (&#39;), which the parser decodes with those of HTML.
const parser = new XMLParser({
  parseTagValue: false,
  htmlEntities: true,
  isArray: (name) => name === "Contents" || name === "Upload",
});

/**
 * Opens a bucket.
 *
 * @param limits.responseTimeoutMs until the first byte of a response; its body may take longer.
 * @param limits.retries after failures that may pass (5xx, 429).
 */
export function openS3Client(
  settings: S3Settings,
  limits: { readonly responseTimeoutMs: number; readonly retries: number },
): S3Client {
  const base = `${settings.endpoint.replace(/\/+$/, "")}/${settings.bucket}`;
  const { accessKeyId, secretAccessKey, region } = settings;
  const { retries } = limits;
  const signer = new AwsClient({ accessKeyId, secretAccessKey, region, service: "s3", retries });

  async function send(key: string, { query = {}, ...request }: S3Request): Promise<Response> {
    const search = new URLSearchParams(query).toString();
    const abort = new AbortController();
    const timer = setTimeout(() => abort.abort(), limits.responseTimeoutMs);
    try {
      const address = `${base}/${key}${search === "" ? "" : `?${search}`}`;
      const signals = [abort.signal, ...(request.signal ? [request.signal] : [])];
      const signal = AbortSignal.any(signals);
      return await signer.fetch(address, { ...request, redirect: "manual", signal });
    } catch (cause) {
      throw new Error(`S3 at ${settings.endpoint} cannot be reached`, { cause });
    } finally {
      clearTimeout(timer);
    }
  }
  async function sendOrThrow(key: string, request: S3Request): Promise<Response> {
    const response = await send(key, request);
    if (response.ok) return response;
    await response.body?.cancel();
    throw new S3Error(response.status);
  }
  async function removeOne(key: string): Promise<void> {
    const response = await send(key, { method: "DELETE" });
    await response.body?.cancel();
    if (!response.ok && response.status !== 404) throw new S3Error(response.status);
  }
  return {
    send,
    sendOrThrow,
    list: (prefix) => listKeys((query) => sendOrThrow("", { method: "GET", query }), prefix),
    async remove(keys) {
      for (let at = 0; at < keys.length; at += REMOVALS_AT_ONCE) {
        await Promise.all(keys.slice(at, at + REMOVALS_AT_ONCE).map(removeOne));
      }
    },
    async abortUploads(prefix, beforeMs) {
      for (const { Key, UploadId: uploadId, Initiated } of await listUploads(send, prefix)) {
        if (Date.parse(Initiated) >= beforeMs) continue;
        const response = await send(Key, { method: "DELETE", query: { uploadId } });
        await response.body?.cancel();
      }
    },
  };
}

/** A sign-in page or a website at the endpoint answers 200 as well. */
function readList(xml: string): v.InferOutput<typeof listSchema> {
  const list = v.safeParse(listSchema, parser.parse(xml));
  if (!list.success) throw new Error("S3 answered something else than a list of its objects");
  return list.output;
}

async function listUploads(send: S3Client["send"], prefix: string) {
  const found = [];
  let markers: Record<string, string> | null = {};
  while (markers !== null) {
    const query = { uploads: "", prefix, ...markers };
    const response = await send("", { method: "GET", query });
    const xml = await response.text();
    if (UNLISTED.includes(response.status)) return [];
    if (!response.ok) throw new S3Error(response.status);
    const page = v.safeParse(uploadsSchema, parser.parse(xml));
    if (!page.success) throw new Error("S3 answered something else than a list of uploads");
    const { Upload, IsTruncated, NextKeyMarker, NextUploadIdMarker } =
      page.output.ListMultipartUploadsResult;
    found.push(...Upload);
    markers = IsTruncated
      ? { "key-marker": NextKeyMarker, "upload-id-marker": NextUploadIdMarker }
      : null;
  }
  return found;
}

async function* listKeys(
  sendOrThrow: (query: Record<string, string>) => Promise<Response>,
  prefix: string,
): AsyncGenerator<S3Object> {
  let token: string | undefined;
  do {
    const query = { "list-type": "2", prefix, ...(token && { "continuation-token": token }) };
    const { ListBucketResult: page } = readList(await (await sendOrThrow(query)).text());
    for (const { Key, Size, LastModified } of page.Contents) {
      yield { key: Key, bytes: Size, storedAt: Date.parse(LastModified) };
    }
    token = page.IsTruncated ? page.NextContinuationToken : undefined;
  } while (token !== undefined);
}
