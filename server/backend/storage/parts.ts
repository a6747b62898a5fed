import type { BackendDeps } from "#server/backend/context.ts";
import type { ObjectStore } from "./object-store.ts";
import type { TaskQueue } from "./one-at-a-time.ts";
import type { UrlSigner } from "./signed-url.ts";
import type { Staging } from "./staging.ts";

/** What every route of the storage part is made from. */
export type StorageParts = BackendDeps & {
  readonly store: ObjectStore;
  readonly staging: Staging;
  readonly signer: UrlSigner;
  /** Images are verified, encoded and counted against quotas one at a time. */
  readonly imageQueue: TaskQueue;
};
