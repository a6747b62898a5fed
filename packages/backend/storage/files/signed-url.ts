import { hkdfSync } from "node:crypto";
import { errors, jwtVerify, SignJWT } from "jose";
import * as v from "valibot";
import type { BackendDeps } from "#backend/context.ts";
import {
  transformationSchema,
  type Transformation,
} from "#backend/storage/protocol/transformation.domain.ts";
import type { ObjectPath } from "#backend/storage/rows/object-path.domain.ts";
import { invalidJwtError, invalidSignatureError } from "#backend/storage/protocol/storage-error.ts";

/** Rights of a signed upload URL. */
export type UploadGrant = { readonly ownerId: string | null; readonly isUpsert: boolean };

/** Rights of a signed download URL: the object, or an image rendered from it. */
export type DownloadGrant = {
  readonly transform?: Transformation | undefined;
  /** Limits the grant to this version of the object. */
  readonly version?: string | undefined;
};

/** Signs and verifies URLs that work without a session. */
export type UrlSigner = {
  signDownload(path: ObjectPath, expiresInS: number, grant?: DownloadGrant): Promise<string>;
  signUpload(path: ObjectPath, grant: UploadGrant): Promise<string>;
  verifyDownload(path: ObjectPath, token: string | undefined): Promise<DownloadGrant>;
  verifyUpload(path: ObjectPath, token: string | undefined): Promise<UploadGrant>;
};

/** Same as upstream. */
const UPLOAD_URL_LIFE_S = 7_200;
const KEY_BYTES = 32;

const downloadClaims = v.object({
  url: v.string(),
  exp: v.number(),
  transform: v.optional(transformationSchema),
  version: v.optional(v.string()),
});
const uploadClaims = v.object({
  url: v.string(),
  exp: v.number(),
  owner: v.nullable(v.string()),
  upsert: v.boolean(),
});

/**
 * Creates a signer of JWTs (HS256) that are bound to one path. Each purpose has its own key: a
 * download URL cannot write, and none is a session.
 *
 * @throws (verify…) StorageError InvalidJWT for a forged or expired token, InvalidSignature for one
 * of another object.
 */
export function createUrlSigner({ keys, now }: Pick<BackendDeps, "keys" | "now">): UrlSigner {
  const downloadKey = purposeKey(keys.hmacSecret, "storage signed download");
  const uploadKey = purposeKey(keys.hmacSecret, "storage signed upload");

  const sign = (
    key: Uint8Array,
    claims: Record<string, unknown>,
    lifeS: number,
  ): Promise<string> => {
    const issuedAt = Math.floor(now() / 1_000);
    return new SignJWT(claims)
      .setProtectedHeader({ alg: "HS256", typ: "JWT" })
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + lifeS)
      .sign(key);
  };
  const verify = async <T extends { url: string }>(
    key: Uint8Array,
    schema: v.GenericSchema<unknown, T>,
    path: ObjectPath,
    token: string | undefined,
  ): Promise<T> => {
    const claims = v.safeParse(schema, await verifiedPayload(key, token ?? "", now()));
    if (!claims.success || claims.output.url !== urlOf(path)) throw invalidSignatureError();
    return claims.output;
  };

  return {
    signDownload: (path, expiresInS, grant) =>
      sign(downloadKey, { url: urlOf(path), ...grant }, expiresInS),
    signUpload: (path, { ownerId, isUpsert }) =>
      sign(uploadKey, { url: urlOf(path), owner: ownerId, upsert: isUpsert }, UPLOAD_URL_LIFE_S),
    verifyDownload: async (path, token) => {
      const { transform, version } = await verify(downloadKey, downloadClaims, path, token);
      return { transform, version };
    },
    verifyUpload: async (path, token) => {
      const { owner, upsert } = await verify(uploadKey, uploadClaims, path, token);
      return { ownerId: owner, isUpsert: upsert };
    },
  };
}

function urlOf({ bucketId, name }: ObjectPath): string {
  return `${bucketId}/${name}`;
}

function purposeKey(secret: Uint8Array, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync("sha256", secret, "", purpose, KEY_BYTES));
}

async function verifiedPayload(key: Uint8Array, token: string, now: number): Promise<unknown> {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: ["HS256"],
      currentDate: new Date(now),
      requiredClaims: ["exp"],
    });
    return payload;
  } catch (error) {
    if (!(error instanceof errors.JOSEError)) throw error;
    throw invalidJwtError(error.message);
  }
}
