import { join } from "node:path";
import { Hono } from "hono";
import type { BackendDeps, BackendEnv } from "#backend/context.ts";
import { bucketRoutes } from "./routes/bucket-routes.ts";
import type { BackendSettings } from "#backend/settings.ts";
import { createDiskStore } from "./files/disk-store.ts";
import { downloadRoutes } from "./routes/download-routes.ts";
import { replyToStorageError } from "./protocol/error-reply.ts";
import { listRoutes, moveCopyRoutes, removeRoutes, uploadRoutes } from "./routes/object-routes.ts";
import type { StorageDeps } from "./storage-deps.ts";
import { renderRoutes } from "./routes/render-routes.ts";
import { resumableRoutes } from "./routes/resumable-routes.ts";
import { createRenderCache, withRenderCleanup } from "./images/render-cache.ts";
import { type ObjectStore, monitorStore } from "./files/object-store.ts";
import { createS3Store } from "./files/s3-store.ts";
import { signRoutes } from "./routes/sign-routes.ts";
import { createUrlSigner } from "./files/signed-url.ts";
import { startOrphanCleanup, type OrphanCleanup } from "./actions/cleanup-orphans.ts";
import { createImageQueue } from "./uploads/image-encode.ts";
import { createStaging } from "./uploads/staging.ts";
import { noSuchRouteError } from "./protocol/storage-error.ts";

/** Evicted renderings are made again. */
const RENDERS_MAX_BYTES = 268_435_456;

/**
 * Creates the storage service, with paths relative to /storage/v1. Its defences:
 * - files of strangers on the product's origin: download-routes.ts, image-encode.ts
 * - names that become paths: object-store.ts
 * - bypasses of row level security: access.ts
 * - full disks and memory: staging.ts, image-encode.ts
 * - forged URLs: signed-url.ts
 */
export function createStorage(deps: BackendDeps): Hono<BackendEnv> {
  return createRoutes(createStorageDeps(deps));
}

/**
 * Removes files without a row, now and once a day, until it is stopped. Stop it before the database
 * is closed.
 */
export function startStorageCleanup(deps: BackendDeps): OrphanCleanup {
  return startOrphanCleanup(createStorageDeps(deps));
}

/** Opens the dependencies of the routes; files lie in DATA_DIR/storage or in S3. */
export function createStorageDeps(deps: BackendDeps): StorageDeps {
  const directory = storageDirectory(deps.settings);
  const store = openObjectStore(deps.settings);
  const renders = createRenderCache(join(directory, "renders"), RENDERS_MAX_BYTES);
  const reporting = deps.report === undefined ? store : monitorStore(store, deps.report);
  return {
    ...deps,
    store: withRenderCleanup(reporting, renders),
    renders,
    staging: createStaging(join(directory, "staging")),
    signer: createUrlSigner(deps),
    imageQueue: createImageQueue(),
  };
}

/** Opens the bytes of all objects, also for commands that run next to the server. */
export function openObjectStore(settings: Pick<BackendSettings, "dataDir" | "s3">): ObjectStore {
  const { s3 } = settings;
  return s3 === null
    ? createDiskStore(join(storageDirectory(settings), "objects"))
    : createS3Store(s3);
}

function storageDirectory({ dataDir }: Pick<BackendSettings, "dataDir">): string {
  return join(dataDir, "storage");
}

/** Routes with a fixed second segment must precede those with a bucket there. */
export function createRoutes(deps: StorageDeps): Hono<BackendEnv> {
  const app = new Hono<BackendEnv>();
  app.onError(replyToStorageError);
  app.route("/", bucketRoutes(deps));
  app.route("/", listRoutes(deps));
  app.route("/", moveCopyRoutes(deps));
  app.route("/", signRoutes(deps));
  app.route("/", uploadRoutes(deps));
  app.route("/", downloadRoutes(deps));
  app.route("/", removeRoutes(deps));
  app.route("/", renderRoutes(deps));
  app.route("/", resumableRoutes(deps));
  app.all("*", (c) => {
    throw noSuchRouteError(c.req.method, c.req.path);
  });
  return app;
}
