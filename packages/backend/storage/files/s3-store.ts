import { openAsBlob } from "node:fs";
import type { BackendSettings } from "#backend/settings.ts";
import { tryLaterError } from "#backend/storage/protocol/storage-error.ts";
import { openS3Client, type S3Request, S3Error } from "@reign-tv/kit/s3/s3-client.ts";
import { isVersion, type ObjectStore } from "./object-store.ts";

type S3Settings = NonNullable<BackendSettings["s3"]>;

const KEY_PREFIX = "objects/";
const LIMITS = { responseTimeoutMs: 30_000, retries: 2 } as const;
const RETRY_AFTER_S = 5;

export function createS3Store(settings: S3Settings): ObjectStore {
  const client = openS3Client(settings, LIMITS);
  const keyOf = (version: string): string => KEY_PREFIX + version;
  const send = (version: string, request: S3Request): Promise<Response> =>
    client.send(keyOf(version), request).catch(throwUnavailable);

  return {
    async put(version, file) {
      const body = await openAsBlob(file.path);
      // The digest is part of the signature, so S3 checks that it received the staged bytes.
      const headers = { "x-amz-content-sha256": file.sha256 };
      await expectOk(await send(version, { method: "PUT", headers, body }));
    },

    async copy(from, to) {
      if (!isVersion(from)) return false;
      const headers = { "x-amz-copy-source": `/${settings.bucket}/${keyOf(from)}` };
      const response = await send(to, { method: "PUT", headers });
      if (response.status === 404) return false;
      const text = await expectOk(response);
      // S3 reports a failure during the copy in a response that began as a success.
      if (text.includes("<Error>")) throw unavailable(new Error("The copy failed"));
      return true;
    },

    async open(version, range) {
      if (!isVersion(version)) return null;
      const headers: Record<string, string> =
        range === null ? {} : { range: `bytes=${range.first}-${range.last}` };
      const response = await send(version, { method: "GET", headers });
      if (response.ok) return response.body ?? new Blob([]).stream();
      await response.body?.cancel();
      if (response.status === 404) return null;
      throw unavailable(new S3Error(response.status));
    },

    remove: (versions) =>
      client.remove(versions.filter(isVersion).map(keyOf)).catch(throwUnavailable),

    async *list() {
      try {
        for await (const { key, storedAt } of client.list(KEY_PREFIX)) {
          const version = key.slice(KEY_PREFIX.length);
          if (isVersion(version)) yield { version, storedAt };
        }
      } catch (error) {
        throwUnavailable(error);
      }
    },
  };
}

async function expectOk(response: Response): Promise<string> {
  const text = await response.text();
  if (!response.ok) throw unavailable(new S3Error(response.status));
  return text;
}

function throwUnavailable(cause: unknown): never {
  throw unavailable(cause);
}

/** Every failure between this server and S3 becomes a retryable error. */
function unavailable(cause: unknown): Error {
  return tryLaterError("The object store is not available", RETRY_AFTER_S, cause);
}
