import { Readable } from "node:stream";
import { openS3Client, S3Refusal, type S3Settings } from "#server/kit/s3/s3-client.ts";
import type { BackupDestination } from "./backup-destination.ts";
import { putFile } from "./s3-upload.ts";

/** Parts of 8 MiB may take their time on the line of a church. */
const LIMITS = { answerMs: 60_000, retries: 3 } as const;

/**
 * Backups in S3-compatible storage.
 *
 * @param prefix of every key, "" or with `/` at its end: several servers may share a bucket.
 */
export function createS3Destination(settings: S3Settings, prefix: string): BackupDestination {
  const client = openS3Client(settings, LIMITS);
  return {
    label: `s3://${settings.bucket}/${prefix}`,
    isElsewhere: true,
    async *list(folder) {
      for await (const { key, bytes, keptAt } of client.list(prefix + folder)) {
        yield { name: key.slice(prefix.length), bytes, keptAt };
      }
    },
    put: (name, file) => putFile(client, prefix + name, file),
    async read(name) {
      const answer = await client.ask(prefix + name, { method: "GET" });
      if (answer.ok) return answer.body === null ? Readable.from([]) : Readable.from(answer.body);
      await answer.body?.cancel();
      if (answer.status === 404) return null;
      throw new S3Refusal(answer.status);
    },
    remove: (names) => client.remove(names.map((name) => prefix + name)),
    freeBytes: () => Promise.resolve(null),
  };
}
