import type { BackendDeps } from "#server/backend/context.ts";
import type { WorkQueue } from "#server/kit/work-queue.ts";
import type { ObjectStore } from "./files/object-store.ts";
import type { UrlSigner } from "./files/signed-url.ts";
import type { RenderCache } from "./images/render-cache.ts";
import type { Staging } from "./uploads/staging.ts";

/** What every route of the storage part is made from. */
export type StorageDeps = BackendDeps & {
  readonly store: ObjectStore;
  readonly staging: Staging;
  readonly signer: UrlSigner;
  /** Images that were made of stored ones; they go with their source. */
  readonly renders: RenderCache;
  /** Images are verified, encoded and counted against quotas one at a time. */
  readonly imageQueue: WorkQueue;
};
