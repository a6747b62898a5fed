import { openAsBlob } from "node:fs";
import type { BackendSettings } from "#server/backend/settings.ts";
import { tryLaterError } from "#server/backend/storage/protocol/storage-error.ts";
import { openS3Client, type S3Request, S3Refusal } from "#server/kit/s3/s3-client.ts";
import { isVersion, type ObjectStore } from "./object-store.ts";

type S3Settings = NonNullable<BackendSettings["s3"]>;

const KEY_PREFIX = "objects/";
const LIMITS = { answerMs: 30_000, retries: 2 } as const;
const RETRY_AFTER_S = 5;

/** Files in a bucket of S3-compatible storage. */
export function createS3Store(settings: S3Settings): ObjectStore {
  const client = openS3Client(settings, LIMITS);
  const keyOf = (version: string): string => KEY_PREFIX + version;
  const ask = (version: string, request: S3Request): Promise<Response> =>
    client.ask(keyOf(version), request).catch(refuse);

  return {
    async put(version, file) {
      const body = await openAsBlob(file.path);
      // The digest is part of the signature: what arrives is what was staged.
      const headers = { "x-amz-content-sha256": file.sha256 };
      await expectOk(await ask(version, { method: "PUT", headers, body }));
    },

    async copy(from, to) {
      if (!isVersion(from)) return false;
      const headers = { "x-amz-copy-source": `/${settings.bucket}/${keyOf(from)}` };
      const answer = await ask(to, { method: "PUT", headers });
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
      const answer = await ask(version, { method: "GET", headers });
      if (answer.ok) return answer.body ?? new Blob([]).stream();
      await answer.body?.cancel();
      if (answer.status === 404) return null;
      throw unavailable(new S3Refusal(answer.status));
    },

    remove: (versions) => client.remove(versions.filter(isVersion).map(keyOf)).catch(refuse),

    async *list() {
      try {
        for await (const { key, keptAt } of client.list(KEY_PREFIX)) {
          const version = key.slice(KEY_PREFIX.length);
          if (isVersion(version)) yield { version, storedAt: keptAt };
        }
      } catch (error) {
        refuse(error);
      }
    },
  };
}

async function expectOk(answer: Response): Promise<string> {
  const text = await answer.text();
  if (!answer.ok) throw unavailable(new S3Refusal(answer.status));
  return text;
}

function refuse(cause: unknown): never {
  throw unavailable(cause);
}

/** Whatever is wrong between this server and S3, the caller can only try again. */
function unavailable(cause: unknown): Error {
  return tryLaterError("The object store is not available", RETRY_AFTER_S, cause);
}
