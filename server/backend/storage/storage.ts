import { join } from "node:path";
import { Hono } from "hono";
import type { BackendDeps, BackendEnv } from "#server/backend/context.ts";
import { bucketRoutes } from "./routes/bucket-routes.ts";
import type { BackendSettings } from "#server/backend/settings.ts";
import { createDiskStore } from "./files/disk-store.ts";
import { downloadRoutes } from "./routes/download-routes.ts";
import { replyToStorageError } from "./protocol/error-reply.ts";
import { listRoutes, moveCopyRoutes, removeRoutes } from "./routes/object-routes.ts";
import type { StorageDeps } from "./storage-deps.ts";
import { renderRoutes } from "./routes/render-routes.ts";
import { resumableRoutes } from "./routes/resumable-routes.ts";
import { createRenderCache, droppingRenders } from "./images/render-cache.ts";
import type { ObjectStore } from "./files/object-store.ts";
import { reportingStore } from "./files/monitored-store.ts";
import { createS3Store } from "./files/s3-store.ts";
import { signRoutes } from "./routes/sign-routes.ts";
import { createUrlSigner } from "./files/signed-url.ts";
import { startOrphanCleanup, type Sweeping } from "./actions/cleanup-orphans.ts";
import { createImageQueue } from "./uploads/image-queue.ts";
import { createStaging } from "./uploads/staging.ts";
import { noSuchRouteError } from "./protocol/storage-error.ts";
import { uploadRoutes } from "./routes/upload-routes.ts";

/** On disk; what is not kept is made again. */
const RENDERS_MAX_BYTES = 268_435_456;

/**
 * The storage part, with paths relative to /storage/v1. Threats it must hold off: files of strangers
 * served from the product's origin (object-headers.ts, image-encode.ts), names that become paths
 * (object-store.ts), ways around row level security (access.ts), full disks and full memory
 * (staging.ts, image-queue.ts), forged addresses (signed-url.ts).
 */
export function createStorage(deps: BackendDeps): Hono<BackendEnv> {
  return createRoutes(createParts(deps));
}

/**
 * Removes files that a killed server left without a row, now and once a day, until it is stopped.
 * Stop it before the database is closed.
 */
export function startStorageSweeps(deps: BackendDeps): Sweeping {
  return startOrphanCleanup(createParts(deps));
}

/** What the routes are made from; files lie in DATA_DIR/storage or in S3. */
export function createParts(deps: BackendDeps): StorageDeps {
  const directory = storageDirectory(deps.settings);
  const store = openObjectStore(deps.settings);
  const renders = createRenderCache(join(directory, "renders"), RENDERS_MAX_BYTES);
  const reporting = deps.report === undefined ? store : reportingStore(store, deps.report);
  return {
    ...deps,
    store: droppingRenders(reporting, renders),
    renders,
    staging: createStaging(join(directory, "staging")),
    signer: createUrlSigner(deps),
    imageQueue: createImageQueue(),
  };
}

/** The bytes of all objects, also for whoever works beside the server. */
export function openObjectStore(settings: Pick<BackendSettings, "dataDir" | "s3">): ObjectStore {
  const { s3 } = settings;
  return s3 === null
    ? createDiskStore(join(storageDirectory(settings), "objects"))
    : createS3Store(s3);
}

function storageDirectory({ dataDir }: Pick<BackendSettings, "dataDir">): string {
  return join(dataDir, "storage");
}

/** The routes; those with a fixed second segment come before those with a bucket there. */
export function createRoutes(parts: StorageDeps): Hono<BackendEnv> {
  const app = new Hono<BackendEnv>();
  app.onError(replyToStorageError);
  app.route("/", bucketRoutes(parts));
  app.route("/", listRoutes(parts));
  app.route("/", moveCopyRoutes(parts));
  app.route("/", signRoutes(parts));
  app.route("/", uploadRoutes(parts));
  app.route("/", downloadRoutes(parts));
  app.route("/", removeRoutes(parts));
  app.route("/", renderRoutes(parts));
  app.route("/", resumableRoutes(parts));
  app.all("*", (c) => {
    throw noSuchRouteError(c.req.method, c.req.path);
  });
  return app;
}
