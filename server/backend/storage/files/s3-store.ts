import { openAsBlob } from "node:fs";
import { AwsClient } from "aws4fetch";
import { XMLParser } from "fast-xml-parser";
import { z } from "zod";
import type { BackendSettings } from "#server/backend/settings.ts";
import { isVersion, type ObjectStore, type StoredFile } from "./object-store.ts";
import { tryLaterError } from "#server/backend/storage/protocol/storage-error.ts";

type S3Settings = NonNullable<BackendSettings["s3"]>;
type S3Request = {
  readonly method: "GET" | "PUT" | "DELETE";
  readonly headers?: Record<string, string>;
  readonly body?: Blob;
};

const KEY_PREFIX = "objects/";
/** Until the first byte of the answer. */
const ANSWER_TIMEOUT_MS = 30_000;
const RETRIES = 2;
const RETRY_AFTER_S = 5;
const REMOVALS_AT_ONCE = 8;

const listSchema = z.object({
  ListBucketResult: z.object({
    IsTruncated: z.stringbool(),
    NextContinuationToken: z.string().optional(),
    Contents: z.array(z.object({ Key: z.string(), LastModified: z.iso.datetime() })).default([]),
  }),
});

/** An answer of S3 that is none of those asked for; its message names no address and may be shown. */
export class S3Refusal extends Error {
  constructor(status: number) {
    super(`S3 answered ${status}`);
    this.name = "S3Refusal";
  }
}

/** Files in a bucket of S3-compatible storage, addressed path-style and signed with version 4. */
export function createS3Store(settings: S3Settings): ObjectStore {
  const base = `${settings.endpoint.replace(/\/+$/, "")}/${settings.bucket}`;
  const client = new AwsClient({
    accessKeyId: settings.accessKeyId,
    secretAccessKey: settings.secretAccessKey,
    region: settings.region,
    service: "s3",
    retries: RETRIES,
  });
  const call = (path: string, request: S3Request): Promise<Response> =>
    send(client, `${base}/${path}`, request);
  const keyOf = (version: string): string => KEY_PREFIX + version;

  return {
    async put(version, file) {
      const body = await openAsBlob(file.path);
      // The digest is part of the signature: what arrives is what was staged.
      const headers = { "x-amz-content-sha256": file.sha256 };
      await expectOk(await call(keyOf(version), { method: "PUT", headers, body }));
    },

    async copy(from, to) {
      if (!isVersion(from)) return false;
      const headers = { "x-amz-copy-source": `/${settings.bucket}/${keyOf(from)}` };
      const answer = await call(keyOf(to), { method: "PUT", headers });
      if (answer.status === 404) return false;
      const text = await expectOk(answer);
      // A copy that fails on the way is reported inside an answer that began as a success.
      if (text.includes("<Error>")) throw unavailable(new Error("The copy failed"));
      return true;
    },

    async open(version, range) {
      if (!isVersion(version)) return null;
      const headers: Record<string, string> =
        range === null ? {} : { range: `bytes=${range.first}-${range.last}` };
      const answer = await call(keyOf(version), { method: "GET", headers });
      if (answer.ok) return answer.body ?? new Blob([]).stream();
      await answer.body?.cancel();
      if (answer.status === 404) return null;
      throw unavailable(new S3Refusal(answer.status));
    },

    async remove(versions) {
      const keys = versions.filter(isVersion).map(keyOf);
      for (let at = 0; at < keys.length; at += REMOVALS_AT_ONCE) {
        const removals = keys.slice(at, at + REMOVALS_AT_ONCE).map(async (key) => {
          const answer = await call(key, { method: "DELETE" });
          if (answer.status !== 404) await expectOk(answer);
        });
        await Promise.all(removals);
      }
    },

    list: () => listFiles(call),
  };
}

async function* listFiles(
  call: (path: string, request: S3Request) => Promise<Response>,
): AsyncGenerator<StoredFile> {
  const parser = new XMLParser({
    parseTagValue: false,
    isArray: (name) => name === "Contents",
  });
  let token: string | undefined;
  do {
    const query = new URLSearchParams({ "list-type": "2", prefix: KEY_PREFIX });
    if (token !== undefined) query.set("continuation-token", token);
    const xml = await expectOk(await call(`?${query.toString()}`, { method: "GET" }));
    const { ListBucketResult: page } = listSchema.parse(parser.parse(xml));
    for (const { Key, LastModified } of page.Contents) {
      const version = Key.slice(KEY_PREFIX.length);
      if (isVersion(version)) yield { version, storedAt: Date.parse(LastModified) };
    }
    token = page.IsTruncated ? page.NextContinuationToken : undefined;
  } while (token !== undefined);
}

/** Times out while nothing comes back; a body may then take as long as its reader. */
async function send(client: AwsClient, url: string, request: S3Request): Promise<Response> {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), ANSWER_TIMEOUT_MS);
  try {
    return await client.fetch(url, { ...request, redirect: "error", signal: abort.signal });
  } catch (error) {
    throw unavailable(error);
  } finally {
    clearTimeout(timer);
  }
}

async function expectOk(answer: Response): Promise<string> {
  const text = await answer.text();
  if (!answer.ok) throw unavailable(new S3Refusal(answer.status));
  return text;
}

/** Whatever is wrong between this server and S3, the caller can only try again. */
function unavailable(cause: unknown): Error {
  return tryLaterError("The object store is not available", RETRY_AFTER_S, cause);
}
