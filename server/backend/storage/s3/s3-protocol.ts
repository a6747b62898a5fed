import { Hono, type Context } from "hono";
import type { BackendEnv } from "#server/backend/context.ts";
import { anonymousCaller, type CallerResolver } from "#server/backend/gateway/caller.ts";
import type { RateLimits } from "#server/backend/gateway/rate-limits.ts";
import type { StorageDeps } from "#server/backend/storage/storage-deps.ts";
import { callerAccess } from "#server/backend/storage/rows/access.ts";
import type { Caller } from "#server/database/caller.ts";
import { readPlace, S3_MOUNT } from "./calls/call.ts";
import { countedAs, findOperation, type Asked } from "./operations.ts";
import { S3Error, toS3Error } from "./protocol/s3-error.ts";
import { writeErrorXml } from "./protocol/xml.ts";
import { identify, type Signer } from "./signature/identify.ts";

/** How the protocol, which knows no API keys, tells callers and counts them. */
export type S3Gate = { readonly callers: CallerResolver; readonly limits: RateLimits };

/**
 * Buckets and objects by the protocol of S3, for the tools that speak it. Threats: forged and repeated
 * requests (identify.ts), bodies other than what was signed (signed-body.ts), documents that explode
 * (xml.ts), ways around row level security and the limits of an upload: every call goes through the
 * actions of the storage service, as its caller.
 */
export function s3Protocol(parts: StorageDeps, gate: S3Gate): Hono<BackendEnv> {
  const app = new Hono<BackendEnv>();
  const handle = async (c: Context<BackendEnv>): Promise<Response> => {
    try {
      const answer = await work(parts, gate, c);
      if (!answer.headers.has("cache-control")) answer.headers.set("cache-control", "no-store");
      answer.headers.set("x-amz-request-id", c.get("requestId"));
      return answer;
    } catch (error) {
      return refuse(parts, c, error);
    }
  };
  app.all(S3_MOUNT, handle);
  app.all(`${S3_MOUNT}/*`, handle);
  return app;
}

async function work(parts: StorageDeps, gate: S3Gate, c: Context<BackendEnv>): Promise<Response> {
  const url = new URL(c.req.url);
  const asked: Asked = {
    method: c.req.method,
    place: readPlace(url.pathname),
    query: url.searchParams,
    isCopy: c.req.header("x-amz-copy-source") !== undefined,
  };
  const signer = await admit(parts, gate, c, asked);
  c.set("caller", signer.caller);
  const access = callerAccess(parts.database, c);
  return findOperation(asked)({ c, parts, access, signer, query: url.searchParams });
}

/** Whoever cannot sign is counted by the address, so that secrets are not guessed. */
async function admit(
  parts: StorageDeps,
  { callers, limits }: S3Gate,
  c: Context<BackendEnv>,
  asked: Asked,
): Promise<Signer> {
  const count = async (caller: Caller, as: { method: string; path: string }): Promise<void> => {
    const clientAddress = c.get("clientAddress");
    const counted = { part: "storage", grantType: null, caller, clientAddress, ...as } as const;
    const refusal = await limits.check(counted);
    if (refusal === null) return;
    const retryAfter = String(refusal.retryAfterS ?? 1);
    throw new S3Error("SlowDown", { headers: { "retry-after": retryAfter } });
  };
  let signer: Signer;
  try {
    signer = await identify({ ...parts, callers }, c.req.raw);
  } catch (error) {
    await count(anonymousCaller(), { method: asked.method, path: S3_MOUNT });
    throw error;
  }
  await count(signer.caller, countedAs(asked));
  return signer;
}

function refuse(parts: StorageDeps, c: Context<BackendEnv>, error: unknown): Response {
  const refusal = toS3Error(error);
  const requestId = c.get("requestId");
  if (refusal.status >= 500) {
    const { code, cause } = refusal;
    parts.log.error({ event: "storage_failed", requestId, code, err: cause ?? error });
  }
  const headers = {
    "cache-control": "no-store",
    "content-type": "application/xml",
    "x-amz-request-id": requestId,
    ...refusal.headers,
  };
  const body = writeErrorXml({
    Code: refusal.code,
    Message: refusal.message,
    Resource: new URL(c.req.url).pathname,
    RequestId: requestId,
  });
  return new Response(c.req.method === "HEAD" ? null : body, { status: refusal.status, headers });
}
