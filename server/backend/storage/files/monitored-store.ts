import type { ReportFault } from "#server/kit/fault-registry.ts";
import { errorCode } from "#server/kit/start-error.ts";
import type { ObjectStore } from "./object-store.ts";
import { S3Refusal } from "#server/kit/s3/s3-client.ts";

const COMPONENT = "object-store";

/** A store that says of each use whether the disk or S3 behind it did its part. */
export function reportingStore(store: ObjectStore, report: ReportFault): ObjectStore {
  async function told<T>(work: Promise<T>): Promise<T> {
    try {
      const result = await work;
      report(COMPONENT, null);
      return result;
    } catch (error) {
      report(COMPONENT, reasonOf(error));
      throw error;
    }
  }
  return {
    put: (version, file) => told(store.put(version, file)),
    copy: (from, to) => told(store.copy(from, to)),
    open: (version, range) => told(store.open(version, range)),
    remove: (versions) => told(store.remove(versions)),
    list: () => store.list(),
  };
}

/** "ENOSPC" of a disk, "S3 answered 500" of a bucket; never a path or an address. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  const code = errorCode(cause);
  if (typeof code === "string") return code;
  return cause instanceof S3Refusal ? cause.message : "not available";
}
