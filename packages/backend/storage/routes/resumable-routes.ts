import { Hono, type Context } from "hono";
import type { BackendEnv } from "#backend/context.ts";
import type { StorageDeps } from "#backend/storage/storage-deps.ts";
import { toStorageError } from "#backend/storage/protocol/error-reply.ts";
import {
  invalid,
  readByteCount,
  readChecksum,
  readUploadMetadata,
  TUS_CONTENT_TYPE,
  TUS_VERSION,
  TusError,
  tusError,
  writeUploadMetadata,
  type UploadMetadata,
} from "#backend/storage/protocol/tus.ts";
import {
  createResumableUploads,
  type ResumableUploads,
  type Uploader,
  type UploadState,
} from "#backend/storage/resumable/resumable-uploads.ts";
import { readUploadId, writeUploadId } from "#backend/storage/resumable/upload-details.domain.ts";
import { perCaller, rateLimit } from "#backend/gateway/rate-limits.ts";
import { callerAccess, serviceAccess } from "#backend/storage/rows/access.ts";
import {
  requireBucketName,
  requireKey,
  type ObjectPath,
} from "#backend/storage/rows/object-path.domain.ts";
import { announcedLength } from "#backend/storage/uploads/upload-body.ts";

/** Returns the rights of a request: the caller's, or those of `x-signature`. */
type Authorize = (c: Context<BackendEnv>, path: ObjectPath) => Promise<Uploader>;

const NO_STORE = { "cache-control": "no-store", "tus-resumable": TUS_VERSION };

/**
 * Routes of resumable uploads (TUS 1.0.0): /upload/resumable as the caller, /upload/resumable/sign
 * with the token of a signed upload URL. Responses are plain text with the HTTP status, as
 * upstream's.
 */
export function resumableRoutes(deps: StorageDeps): Hono<BackendEnv> {
  const uploads = createResumableUploads(deps);
  const app = new Hono<BackendEnv>();
  app.route("/upload/resumable/sign", uploadRoutes(deps, uploads, bySignature(deps)));
  app.route("/upload/resumable", uploadRoutes(deps, uploads, byCaller(deps)));
  return app;
}

function uploadRoutes(
  deps: StorageDeps,
  uploads: ResumableUploads,
  authorize: Authorize,
): Hono<BackendEnv> {
  const routes = new Hono<BackendEnv>();
  routes.onError((error, c) => respondToError(deps, error, c));
  routes.use(async (c, next) => {
    const version = c.req.header("tus-resumable");
    if (version === undefined) throw tusError("versionMissing");
    if (version !== TUS_VERSION) throw invalid("tus-resumable");
    await next();
  });

  // Only the creation of an upload counts as one, not its parts.
  routes.post("/", rateLimit("upload", perCaller), (c) => create(c, uploads, authorize));

  // Hono serves HEAD with the GET handlers.
  routes.get("/:id", async (c) => {
    const id = readUploadId(c.req.param("id"));
    const state = await uploads.inspect(id, await authorize(c, id.path));
    return new Response(null, {
      status: 200,
      headers: { ...NO_STORE, ...offsetHeaders(state), ...lengthHeaders(state) },
    });
  });

  routes.patch("/:id", async (c) => {
    const { headers, body } = c.req.raw;
    const id = readUploadId(c.req.param("id"));
    const offset = readByteCount(headers, "upload-offset");
    if (offset === null) throw tusError("offsetMissing");
    const type = headers.get("content-type");
    if (type === null) throw tusError("contentTypeMissing");
    if (type !== TUS_CONTENT_TYPE) throw invalid("content-type");
    const part = {
      offset,
      size: readByteCount(headers, "upload-length"),
      body,
      ...bodyHeaders(headers),
    };
    const state = await uploads.append(id, part, await authorize(c, id.path));
    return new Response(null, { status: 204, headers: progressHeaders(state) });
  });

  routes.delete("/:id", async (c) => {
    const id = readUploadId(c.req.param("id"));
    await uploads.terminate(id, await authorize(c, id.path));
    return new Response(null, { status: 204, headers: NO_STORE });
  });
  return routes;
}

async function create(
  c: Context<BackendEnv>,
  uploads: ResumableUploads,
  authorize: Authorize,
): Promise<Response> {
  const { headers, body } = c.req.raw;
  const { size, metadata, path } = readCreation(headers);
  const uploader = await authorize(c, path);
  const { id, state } = await uploads.create(path, { size, metadata }, uploader);
  // The request may carry a body; an empty file is complete without one.
  const hasBody = headers.get("content-type") === TUS_CONTENT_TYPE;
  const isWhole = hasBody || size === 0;
  const part = { offset: 0, size: null, body: hasBody ? body : null, ...bodyHeaders(headers) };
  const now = isWhole ? await uploads.append(id, part, uploader) : state;
  return new Response(null, {
    status: 201,
    headers: {
      ...progressHeaders(now),
      location: `${c.req.path.replace(/\/+$/, "")}/${writeUploadId(id)}`,
    },
  });
}

/** @throws TusError and StorageError for missing or invalid details of a new upload. */
function readCreation(headers: Headers): {
  size: number | null;
  metadata: UploadMetadata;
  path: ObjectPath;
} {
  if (headers.has("upload-concat")) throw tusError("concatenation");
  const size = readByteCount(headers, "upload-length");
  const isDeferred = headers.get("upload-defer-length");
  if (isDeferred !== null && isDeferred !== "1") throw invalid("upload-defer-length");
  if ((size === null) === (isDeferred === null)) throw tusError("lengthMissing");
  const metadata = readUploadMetadata(headers.get("upload-metadata"));
  if (metadata === null) throw tusError("metadataMissing");
  const bucketId = requireBucketName(metadata["bucketName"] ?? "");
  return { size, metadata, path: { bucketId, name: requireKey(metadata["objectName"] ?? "") } };
}

function bodyHeaders(headers: Headers): {
  announcedBytes: number | null;
  checksum: ReturnType<typeof readChecksum>;
} {
  return {
    announcedBytes: announcedLength(headers),
    checksum: readChecksum(headers.get("upload-checksum")),
  };
}

function byCaller({ database }: StorageDeps): Authorize {
  return (c) =>
    Promise.resolve({
      access: callerAccess(database, c),
      isUpsert: c.req.header("x-upsert") === "true",
    });
}

function bySignature({ database, signer }: StorageDeps): Authorize {
  return async (c, path) => {
    const token = c.req.header("x-signature");
    if (token === undefined || token === "") throw tusError("signatureMissing");
    const { ownerId, isUpsert } = await signer.verifyUpload(path, token);
    return { access: serviceAccess(database, ownerId), isUpsert };
  };
}

function offsetHeaders({ offset }: UploadState): Record<string, string> {
  return { "upload-offset": String(offset) };
}

function lengthHeaders({ size, metadata }: UploadState): Record<string, string> {
  return {
    ...(size === null ? { "upload-defer-length": "1" } : { "upload-length": String(size) }),
    "upload-metadata": writeUploadMetadata(metadata),
  };
}

/** Returns the expiry of an incomplete upload. */
function progressHeaders(state: UploadState): Record<string, string> {
  const isComplete = state.offset === state.size;
  return {
    ...NO_STORE,
    ...offsetHeaders(state),
    ...(isComplete
      ? { "tus-complete": "1" }
      : { "upload-expires": new Date(state.expiresAt).toUTCString() }),
  };
}

function respondToError({ log }: StorageDeps, error: Error, c: Context<BackendEnv>): Response {
  const headers = { ...NO_STORE, "content-type": "text/plain; charset=utf-8" };
  if (error instanceof TusError) {
    return new Response(error.message, { status: error.status, headers });
  }
  const storageError = toStorageError(error);
  if (storageError.statusCode >= 500) {
    const requestId = c.get("requestId");
    log.error({ event: "storage_failed", requestId, code: storageError.code, err: error });
  }
  return new Response(storageError.message, {
    status: storageError.statusCode,
    headers: { ...headers, ...storageError.headers },
  });
}
