import { Hono } from "hono";
import * as v from "valibot";
import type { BackendEnv } from "#backend/context.ts";
import { rateLimit } from "#backend/gateway/rate-limits.ts";
import { callerAccess } from "#backend/storage/rows/access.ts";
import { requireName } from "#backend/storage/actions/accept-file.ts";
import { readLimits } from "#backend/storage/rows/bucket-rows.ts";
import { readJsonBody } from "./json-body.ts";
import {
  isValidKey,
  readObjectPath,
  requireBucketName,
  type ObjectPath,
} from "#backend/storage/rows/object-path.domain.ts";
import { findObject } from "#backend/storage/rows/object-rows.ts";
import type { StorageDeps } from "#backend/storage/storage-deps.ts";
import { findSigned } from "#backend/storage/actions/find-readable.ts";
import {
  describeTransformation,
  transformationSchema,
} from "#backend/storage/protocol/transformation.domain.ts";
import { sendObject } from "./download-routes.ts";
import { invalidSignatureError, noSuchKeyError } from "#backend/storage/protocol/storage-error.ts";
import { checkWriteAllowed } from "#backend/storage/actions/store-upload.ts";

const PATHS_MAX = 1_000;
/** Ten years; a longer lifetime is a mistake in the unit. */
const LIFE_MAX_S = 315_360_000;

const expiresIn = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(LIFE_MAX_S));
const oneSchema = v.object({
  expiresIn,
  transform: v.optional(transformationSchema),
  versionId: v.optional(v.string()),
});
const manySchema = v.object({
  expiresIn,
  paths: v.pipe(v.array(v.string()), v.minLength(1), v.maxLength(PATHS_MAX)),
});

/**
 * Routes of URLs that work without a session: signed as the caller, then verified by signature
 * alone.
 */
export function signRoutes(deps: StorageDeps): Hono<BackendEnv> {
  const { database, signer } = deps;
  const routes = new Hono<BackendEnv>();

  routes.post("/object/upload/sign/:bucket/*", async (c) => {
    const path = readObjectPath(new URL(c.req.url).pathname, "upload/sign/");
    requireName(deps.settings.bucketPolicies, path);
    await readLimits(database.storage, path.bucketId);
    const access = callerAccess(database, c);
    const isUpsert = c.req.header("x-upsert") === "true";
    await checkWriteAllowed(deps, { path, access, isUpsert });
    const token = await signer.signUpload(path, { ownerId: access.ownerId, isUpsert });
    return c.json({
      url: `/object/upload/sign/${path.bucketId}/${path.name}?token=${token}`,
      token,
    });
  });

  routes.post("/object/sign/:bucket", async (c) => {
    const bucketId = requireBucketName(c.req.param("bucket"));
    const { expiresIn: lifeS, paths } = await readJsonBody(c, manySchema);
    const names = await callerAccess(database, c).run(
      true,
      (sql) => sql<{ name: string }[]>`
        select name from storage.objects
        where bucket_id = ${bucketId} and name = any(${paths.filter(isValidKey)})`,
    );
    const visible = new Set(names.map(({ name }) => name));
    const sign = async (name: string): Promise<SignedEntry> => {
      if (!visible.has(name)) return { error: NOT_VISIBLE, path: name, signedURL: null };
      const token = await signer.signDownload({ bucketId, name }, lifeS);
      return { error: null, path: name, signedURL: signedUrl("object", { bucketId, name }, token) };
    };
    return c.json(await Promise.all(paths.map(sign)));
  });

  routes.post("/object/sign/:bucket/*", async (c) => {
    const path = readObjectPath(new URL(c.req.url).pathname, "sign/");
    const {
      expiresIn: lifeS,
      transform: wanted = {},
      versionId,
    } = await readJsonBody(c, oneSchema);
    const transform = describeTransformation(wanted) === "" ? undefined : wanted;
    const row = await callerAccess(database, c).run(true, (sql) => findObject(sql, path));
    if (row === null || row.version !== (versionId ?? row.version)) throw noSuchKeyError();
    const token = await signer.signDownload(path, lifeS, { transform, version: versionId });
    const place = transform === undefined ? "object" : "render/image";
    return c.json({ signedURL: signedUrl(place, path, token) });
  });

  routes.get("/object/sign/:bucket/*", rateLimit(), async (c) => {
    const path = readObjectPath(new URL(c.req.url).pathname, "sign/");
    const { transform, version } = await signer.verifyDownload(path, c.req.query("token"));
    // A signature for a small image does not allow the whole file.
    if (transform !== undefined) throw invalidSignatureError();
    return sendObject(deps, c, "signed", () => findSigned(deps, path, version));
  });
  return routes;
}

/** One entry of the bulk response; `signedURL` is spelled as upstream. */
type SignedEntry = {
  readonly error: string | null;
  readonly path: string;
  readonly signedURL: string | null;
};

const NOT_VISIBLE = "Either the object does not exist or you do not have access to it";

/** Relative to /storage/v1 and not encoded, because the client encodes it. */
function signedUrl(
  place: "object" | "render/image",
  { bucketId, name }: ObjectPath,
  token: string,
): string {
  return `/${place}/sign/${bucketId}/${name}?token=${token}`;
}
