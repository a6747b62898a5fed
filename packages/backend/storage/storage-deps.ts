import type { BackendDeps } from "#backend/context.ts";
import type { WorkQueue } from "@reign-tv/kit/work-queue.ts";
import type { ObjectStore } from "./files/object-store.ts";
import type { UrlSigner } from "./files/signed-url.ts";
import type { RenderCache } from "./images/render-cache.ts";
import type { Staging } from "./uploads/staging.ts";

/** Dependencies of the storage routes. */
export type StorageDeps = BackendDeps & {
  readonly store: ObjectStore;
  readonly staging: Staging;
  readonly signer: UrlSigner;
  /** Cached renderings, removed with their source. */
  readonly renders: RenderCache;
  /** Images are verified, encoded and counted against quotas one at a time. */
  readonly imageQueue: WorkQueue;
};
