import { Hono, type Context } from "hono";
import type { BackendEnv } from "#server/backend/context.ts";
import type { StorageDeps } from "#server/backend/storage/storage-deps.ts";
import { toStorageError } from "#server/backend/storage/protocol/error-reply.ts";
import {
  invalid,
  readByteCount,
  readChecksum,
  readUploadMetadata,
  TUS_CONTENT_TYPE,
  TUS_VERSION,
  TusRefusal,
  tusRefusal,
  writeUploadMetadata,
  type UploadMetadata,
} from "#server/backend/storage/protocol/tus.ts";
import {
  createResumableUploads,
  type ResumableUploads,
  type Uploader,
  type UploadState,
} from "#server/backend/storage/resumable/resumable-uploads.ts";
import {
  readUploadId,
  writeUploadId,
} from "#server/backend/storage/resumable/upload-details.domain.ts";
import { callerAccess, serviceAccess } from "#server/backend/storage/rows/access.ts";
import {
  requireBucketName,
  requireKey,
  type ObjectPath,
} from "#server/backend/storage/rows/object-path.domain.ts";
import { announcedLength } from "#server/backend/storage/uploads/upload-body.ts";

/** How a request's rights are known: by the caller, or by what `x-signature` allows. */
type Authorize = (c: Context<BackendEnv>, path: ObjectPath) => Promise<Uploader>;

const NO_STORE = { "cache-control": "no-store", "tus-resumable": TUS_VERSION };

/**
 * Resumable uploads by TUS 1.0.0: /upload/resumable in the caller's name, /upload/resumable/sign by the
 * token of a signed upload address. Answers are plain text with the status itself, as upstream's.
 */
export function resumableRoutes(parts: StorageDeps): Hono<BackendEnv> {
  const uploads = createResumableUploads(parts);
  const app = new Hono<BackendEnv>();
  app.route("/upload/resumable/sign", uploadRoutes(parts, uploads, bySignature(parts)));
  app.route("/upload/resumable", uploadRoutes(parts, uploads, byCaller(parts)));
  return app;
}

function uploadRoutes(
  parts: StorageDeps,
  uploads: ResumableUploads,
  authorize: Authorize,
): Hono<BackendEnv> {
  const routes = new Hono<BackendEnv>();
  routes.onError((error, c) => refuse(parts, error, c));
  routes.use(async (c, next) => {
    const version = c.req.header("tus-resumable");
    if (version === undefined) throw tusRefusal("versionMissing");
    if (version !== TUS_VERSION) throw invalid("tus-resumable");
    await next();
  });

  routes.post("/", (c) => create(c, uploads, authorize));

  // Hono answers HEAD with what answers GET.
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
    if (offset === null) throw tusRefusal("offsetMissing");
    const type = headers.get("content-type");
    if (type === null) throw tusRefusal("contentTypeMissing");
    if (type !== TUS_CONTENT_TYPE) throw invalid("content-type");
    const part = { offset, size: readByteCount(headers, "upload-length"), body, ...said(headers) };
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
  // A body may come along, and an empty file is complete without one.
  const brings = headers.get("content-type") === TUS_CONTENT_TYPE;
  const isWhole = brings || size === 0;
  const part = { offset: 0, size: null, body: brings ? body : null, ...said(headers) };
  const now = isWhole ? await uploads.append(id, part, uploader) : state;
  return new Response(null, {
    status: 201,
    headers: {
      ...progressHeaders(now),
      location: `${c.req.path.replace(/\/+$/, "")}/${writeUploadId(id)}`,
    },
  });
}

/** @throws TusRefusal and StorageError for what a new upload must say and does not. */
function readCreation(headers: Headers): {
  size: number | null;
  metadata: UploadMetadata;
  path: ObjectPath;
} {
  if (headers.has("upload-concat")) throw tusRefusal("concatenation");
  const size = readByteCount(headers, "upload-length");
  const isDeferred = headers.get("upload-defer-length");
  if (isDeferred !== null && isDeferred !== "1") throw invalid("upload-defer-length");
  if ((size === null) === (isDeferred === null)) throw tusRefusal("lengthMissing");
  const metadata = readUploadMetadata(headers.get("upload-metadata"));
  if (metadata === null) throw tusRefusal("metadataMissing");
  const bucketId = requireBucketName(metadata["bucketName"] ?? "");
  return { size, metadata, path: { bucketId, name: requireKey(metadata["objectName"] ?? "") } };
}

function said(headers: Headers): {
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
    if (token === undefined || token === "") throw tusRefusal("signatureMissing");
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

/** Until when the rest must have come, or that nothing is missing. */
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

function refuse({ log }: StorageDeps, error: Error, c: Context<BackendEnv>): Response {
  const headers = { ...NO_STORE, "content-type": "text/plain; charset=utf-8" };
  if (error instanceof TusRefusal) {
    return new Response(error.message, { status: error.status, headers });
  }
  const refusal = toStorageError(error);
  if (refusal.statusCode >= 500) {
    const requestId = c.get("requestId");
    log.error({ event: "storage_failed", requestId, code: refusal.code, err: error });
  }
  return new Response(refusal.message, {
    status: refusal.statusCode,
    headers: { ...headers, ...refusal.headers },
  });
}
