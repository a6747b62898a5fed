import { Readable } from "node:stream";
import type { BackupPlace } from "./backup-place.ts";
import { openS3Bucket, type S3Settings } from "./s3-bucket.ts";

const REMOVALS_AT_ONCE = 8;

/**
 * Backups in S3-compatible storage.
 *
 * @param prefix of every key, "" or with `/` at its end: several servers may share a bucket.
 */
export function createS3Place(settings: S3Settings, prefix: string): BackupPlace {
  const bucket = openS3Bucket(settings);
  return {
    label: `s3://${settings.bucket}/${prefix}`,
    isElsewhere: true,
    async *list(folder) {
      for await (const { key, bytes, keptAt } of bucket.list(prefix + folder)) {
        yield { name: key.slice(prefix.length), bytes, keptAt };
      }
    },
    put: (name, file) => bucket.put(prefix + name, file),
    async read(name) {
      const content = await bucket.get(prefix + name);
      return content === null ? null : Readable.from(content);
    },
    async remove(names) {
      for (let at = 0; at < names.length; at += REMOVALS_AT_ONCE) {
        const some = names.slice(at, at + REMOVALS_AT_ONCE);
        await Promise.all(some.map((name) => bucket.remove(prefix + name)));
      }
    },
    freeBytes: () => Promise.resolve(null),
  };
}
