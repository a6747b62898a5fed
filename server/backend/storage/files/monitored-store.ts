import type { ReportFault } from "#server/kit/fault-registry.ts";
import { errorCode } from "#server/kit/start-error.ts";
import type { ObjectStore } from "./object-store.ts";
import { S3Refusal } from "#server/kit/s3/s3-client.ts";

const COMPONENT = "object-store";

/** Wraps a store so that each use reports whether the disk or S3 works. */
export function monitorStore(store: ObjectStore, report: ReportFault): ObjectStore {
  async function reported<T>(work: Promise<T>): Promise<T> {
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
    put: (version, file) => reported(store.put(version, file)),
    copy: (from, to) => reported(store.copy(from, to)),
    open: (version, range) => reported(store.open(version, range)),
    remove: (versions) => reported(store.remove(versions)),
    list: () => store.list(),
  };
}

/** Returns a reason without paths and URLs: "ENOSPC" of a disk, "S3 answered 500" of a bucket. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  const code = errorCode(cause);
  if (typeof code === "string") return code;
  return cause instanceof S3Refusal ? cause.message : "not available";
}
