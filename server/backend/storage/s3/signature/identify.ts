import { timingSafeEqual, createHash } from "node:crypto";
import type { BackendDeps } from "#server/backend/context.ts";
import type { CallerResolver } from "#server/backend/gateway/caller.ts";
import type { Caller } from "#server/database/caller.ts";
import { S3Error } from "#server/backend/storage/s3/protocol/s3-error.ts";
import { canonicalRequests } from "./canonical-request.domain.ts";
import { readSignature, type SignedRequest } from "./signed-request.domain.ts";
import { deriveSigningKey, isSameSignature, sha256Hex, type SigningKey } from "./signing-key.ts";

/** Who signed a request, and what the chunks of its body are signed with. */
export type Signer = {
  readonly caller: Caller;
  readonly signed: SignedRequest;
  readonly key: SigningKey;
};

export type IdentifyDeps = Pick<BackendDeps, "keys" | "settings" | "now"> & {
  readonly callers: CallerResolver;
};

/** Clocks may differ by this much, as with S3. */
const SKEW_MAX_MS = 900_000;
const MILLISECONDS = 1_000;
/** Which key a client gives says nothing here: what it says must not be told from its time either. */
const NOBODYS_SECRET = "no such key";

/**
 * Checks the signature of a request and tells in whose name it speaks: with the static key the
 * service's, whom no policy holds; with a session's token its owner's, so that row level security
 * decides. The signature of a session is made with the publishable key, which everybody knows: what
 * counts is the token, checked like everywhere else.
 *
 * @throws S3Error.
 */
export async function identify(deps: IdentifyDeps, request: Request): Promise<Signer> {
  const url = new URL(request.url);
  const header = (name: string): string | undefined => request.headers.get(name) ?? undefined;
  const signed = readSignature({ query: url.searchParams, header });
  requireTime(signed, deps.now());
  requireSignedHeaders(signed, request.headers);

  const secret = secretOf(deps, signed);
  const key = deriveSigningKey(secret ?? NOBODYS_SECRET, signed.scope);
  const isRight = signaturesOf(deps, request, signed, key).some((signature) =>
    isSameSignature(signature, signed.signature),
  );
  if (secret === null) throw new S3Error("InvalidAccessKeyId");
  if (!isRight) throw new S3Error("SignatureDoesNotMatch");
  return { caller: await callerOf(deps, signed, request.headers), signed, key };
}

function requireTime({ signedAtMs, lifeS }: SignedRequest, nowMs: number): void {
  if (lifeS === null) {
    if (Math.abs(nowMs - signedAtMs) > SKEW_MAX_MS) throw new S3Error("RequestTimeTooSkewed");
    return;
  }
  if (signedAtMs - nowMs > SKEW_MAX_MS) {
    throw new S3Error("AccessDenied", { message: "Request is not yet valid" });
  }
  if (nowMs > signedAtMs + lifeS * MILLISECONDS) {
    throw new S3Error("AccessDenied", { message: "Request has expired" });
  }
}

/** Else somebody on the way could have added what S3 acts on. */
function requireSignedHeaders({ signedHeaders }: SignedRequest, headers: Headers): void {
  const signed = new Set(signedHeaders);
  const isComplete =
    signed.has("host") &&
    [...headers.keys()].every((name) => !name.startsWith("x-amz-") || signed.has(name));
  if (isComplete) return;
  const message = "There were headers present in the request which were not signed";
  throw new S3Error("AccessDenied", { message });
}

/** Null for a key that nobody has. */
function secretOf(
  { settings, keys }: IdentifyDeps,
  { accessKeyId, sessionToken }: SignedRequest,
): string | null {
  // One server is one project: the access key of a session, the project's name, tells nothing.
  if (sessionToken !== null) return keys.publishableKey;
  const own = settings.s3Protocol;
  if (own === null) return null;
  const isOurs = timingSafeEqual(digest(accessKeyId), digest(own.accessKeyId));
  return isOurs ? own.secretAccessKey : null;
}

/** A proxy in front may pass on another host than the one that was signed: the public one is ours too. */
function signaturesOf(
  { settings }: IdentifyDeps,
  request: Request,
  signed: SignedRequest,
  key: SigningKey,
): readonly string[] {
  const { pathname, search } = new URL(request.url);
  const hosts = new Set([request.headers.get("host") ?? "", new URL(settings.siteUrl).host]);
  return [...hosts].flatMap((host) => {
    const forms = canonicalRequests({
      method: request.method,
      pathname,
      search,
      header: (name) => (name === "host" ? host : (request.headers.get(name) ?? undefined)),
      signedHeaders: signed.signedHeaders,
      payload: signed.payload,
    });
    return forms.map((form) =>
      key.sign(["AWS4-HMAC-SHA256", signed.timestamp, signed.scope, sha256Hex(form)].join("\n")),
    );
  });
}

async function callerOf(
  { callers, keys }: IdentifyDeps,
  { sessionToken }: SignedRequest,
  headers: Headers,
): Promise<Caller> {
  const isBrowser = headers.has("origin") || headers.has("sec-fetch-site");
  // The static key: as strong as the secret API key, and as little a browser's.
  const bearer = sessionToken ?? keys.secretKey;
  const result = await callers.fromKeyAndToken({
    apikey: keys.publishableKey,
    authorization: `Bearer ${bearer}`,
    isBrowser: isBrowser && sessionToken !== null,
  });
  if (result.ok) return result.caller;
  const { status, message, retryAfterS = 1 } = result.refusal;
  if (status === 503) {
    throw new S3Error("ServiceUnavailable", { headers: { "retry-after": String(retryAfterS) } });
  }
  throw new S3Error(message === "JWT expired" ? "ExpiredToken" : "InvalidToken", { message });
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
