import * as v from "valibot";
import { HOUR_S } from "@reign-tv/kit/durations.ts";
import type { Result } from "#shared/errors.ts";
import { parseJson } from "@reign-tv/kit/parse-json.ts";
import type { AccountSession } from "#web/lib/session/account-session.ts";
import type { Site } from "#web/lib/site.ts";
import { type Failure, NETWORK_FAILURE } from "./result.ts";
import { updateAvatarUrl } from "./profile.data.ts";

/** Limits of the bucket, which the backend enforces too. */
const AVATAR_MAX_BYTES = 5_242_880;
const AVATAR_CACHE_SECONDS = HOUR_S;
const AVATAR_BUCKET = "avatars";
/** File extension by allowed image type of the bucket. */
export const AVATAR_EXTENSIONS: Readonly<Record<string, string>> = {
  "image/png": "png",
  "image/jpeg": "jpg",
  "image/gif": "gif",
  "image/webp": "webp",
};

/** Errors of a selected avatar image. */
type AvatarProblem = "avatarMissing" | "avatarType" | "avatarSize";

/** Checks an avatar image before its upload (S5.10 to S5.12). Returns null when it is valid. */
export function avatarProblem(
  file: { type: string; size: number } | undefined,
): AvatarProblem | null {
  if (!file) return "avatarMissing";
  if (!(file.type in AVATAR_EXTENSIONS)) return "avatarType";
  return file.size < AVATAR_MAX_BYTES ? null : "avatarSize";
}

/** A file to upload. */
type FileUpload = {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: FormData;
  /** 0 to 1, as bytes are sent. */
  onProgress: (share: number) => void;
  signal: AbortSignal;
};

/** The server's response; `status` 0 when there is none. */
type UploadAnswer = { status: number; text: string };

/** Sends a file and reports its progress, which fetch cannot. */
function uploadFile(upload: FileUpload): Promise<UploadAnswer> {
  const { url, headers, body, onProgress, signal } = upload;
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open("POST", url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener("progress", ({ loaded, total }) => {
      if (total > 0) onProgress(loaded / total);
    });
    request.addEventListener("loadend", () =>
      resolve({ status: request.status, text: request.responseText }),
    );
    signal.addEventListener("abort", () => request.abort());
    request.send(body);
  });
}

type AvatarUpload = {
  session: AccountSession;
  userId: string;
  file: File;
  /** URL of the image that is replaced, or null. */
  previousUrl: string | null;
  onProgress: (share: number) => void;
  signal: AbortSignal;
};

/** Step at which an upload failed. */
export type AvatarFailure =
  | { step: "bucket-failed" | "cancelled" }
  | { step: "upload-failed" | "profile-failed"; failure: Failure };

/**
 * Uploads a new profile image (S7.11 to S7.13) as `{userId}-{timestamp}.{ext}`. Creates the bucket
 * where it is missing, updates the profile and removes the previous file. Each step returns null
 * when the next may follow.
 */
export async function uploadAvatar(upload: AvatarUpload): Promise<Result<null, AvatarFailure>> {
  const { userId, file } = upload;
  const name = `${userId}-${Date.now()}.${AVATAR_EXTENSIONS[file.type] ?? "png"}`;
  const failure =
    (await openBucket(upload)) ?? (await storeFile(upload, name)) ?? (await showFile(upload, name));
  return failure ? { ok: false, failure } : { ok: true, value: null };
}

async function openBucket({ session, signal }: AvatarUpload): Promise<AvatarFailure | null> {
  const isOpen = await hasBucket(session);
  return isOpen ? null : { step: signal.aborted ? "cancelled" : "bucket-failed" };
}

async function storeFile(upload: AvatarUpload, name: string): Promise<AvatarFailure | null> {
  const failure = await sendFile(upload, name);
  if (upload.signal.aborted) return { step: "cancelled" };
  return failure && { step: "upload-failed", failure };
}

/** Sets the profile's image and removes the file that is no longer used. */
async function showFile(upload: AvatarUpload, name: string): Promise<AvatarFailure | null> {
  const { session, userId, previousUrl } = upload;
  const bucket = session.client.storage.from(AVATAR_BUCKET);
  const { publicUrl } = bucket.getPublicUrl(name).data;
  const updated = await updateAvatarUrl(session, userId, publicUrl);
  const surplus = updated.ok ? fileName(previousUrl) : name;
  // The nightly cleanup of the server removes the file when this fails (F2).
  if (surplus !== null) await bucket.remove([surplus]);
  return updated.ok ? null : { step: "profile-failed", failure: updated.failure };
}

/** URL of the image on the backend that this page uses. */
export function avatarSource({ backendUrl }: Site, avatarUrl: string | null): string | null {
  const name = fileName(avatarUrl);
  return name && `${backendUrl}/storage/v1/object/public/${AVATAR_BUCKET}/${name}`;
}

function fileName(url: string | null): string | null {
  return url?.split("/").at(-1) ?? null;
}

async function hasBucket({ client }: AccountSession): Promise<boolean> {
  const { data } = await client.storage.listBuckets();
  if (data?.some(({ id }) => id === AVATAR_BUCKET)) return true;
  const { error } = await client.storage.createBucket(AVATAR_BUCKET, {
    public: true,
    allowedMimeTypes: Object.keys(AVATAR_EXTENSIONS),
    fileSizeLimit: AVATAR_MAX_BYTES,
  });
  return error === null;
}

const errorSchema = v.object({ message: v.string() });

/** Uploads like the client, but with progress events. Returns null on success. */
async function sendFile(upload: AvatarUpload, name: string): Promise<Failure | null> {
  const { session, file, onProgress, signal } = upload;
  const { data } = await session.client.auth.getSession();
  if (!data.session || signal.aborted) return NETWORK_FAILURE;
  const body = new FormData();
  body.append("cacheControl", String(AVATAR_CACHE_SECONDS));
  body.append("", file);
  const { status, text } = await uploadFile({
    url: `${session.backendUrl}/storage/v1/object/${AVATAR_BUCKET}/${name}`,
    headers: {
      authorization: `Bearer ${data.session.access_token}`,
      apikey: session.publishableKey,
      "x-upsert": "false",
    },
    body,
    onProgress,
    signal,
  });
  return status >= 200 && status < 300 ? null : readFailure(status, text);
}

function readFailure(status: number, text: string): Failure {
  if (status === 0) return NETWORK_FAILURE;
  const body = v.safeParse(errorSchema, parseJson(text));
  const message = body.success ? body.output.message : `HTTP ${status}`;
  return { code: String(status), message };
}
