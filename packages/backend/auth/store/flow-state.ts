import { createHash, randomBytes, randomUUID, timingSafeEqual } from "node:crypto";
import type { TransactionSql } from "postgres";
import * as v from "valibot";
import { AuthError, validationFailed } from "#backend/auth/protocol/auth-error.ts";
import { deriveKey } from "#backend/auth/protocol/derive-key.ts";
import { unseal, seal } from "@reign-tv/kit/seal.ts";
import { type ExternalIdentity, externalIdentitySchema } from "./identity-store.ts";
import { isRecent } from "./is-recent.ts";
import type { StoreDeps } from "#backend/auth/auth-deps.ts";
import { optionalText } from "#backend/auth/protocol/read-body.ts";
import type { AuthMethod } from "./session-store.ts";

const CODE_LIFETIME_MS = 300_000;
const CODE_BYTES = 32;
const CHALLENGE_MIN_CHARACTERS = 43;
const CHALLENGE_MAX_CHARACTERS = 128;

/** PKCE fields of a body (RFC 7636). */
export const challengeFields = {
  code_challenge: optionalText,
  code_challenge_method: optionalText,
};
const challengeBody = v.object(challengeFields);

export type Challenge = { readonly challenge: string; readonly method: "s256" | "plain" };

/**
 * Parses the PKCE fields; null when both are missing.
 *
 * @throws AuthError 400 validation_failed when one is missing or the challenge is malformed.
 */
export function parseChallenge(body: v.InferOutput<typeof challengeBody>): Challenge | null {
  const { code_challenge: challenge, code_challenge_method: methodText } = body;
  if (challenge === "" && methodText === "") return null;
  if (challenge === "" || methodText === "") {
    throw validationFailed("PKCE flow requires code_challenge_method and code_challenge");
  }
  if (challenge.length < CHALLENGE_MIN_CHARACTERS || challenge.length > CHALLENGE_MAX_CHARACTERS) {
    throw validationFailed("code challenge has to be between 43 and 128 characters");
  }
  if (!/^[\w.~-]+$/.test(challenge)) {
    throw validationFailed(
      "code challenge can only contain alphanumeric characters, hyphens, periods, underscores and tildes",
    );
  }
  const method = methodText.toLowerCase();
  if (method !== "s256" && method !== "plain") {
    throw validationFailed(`unsupported code_challenge method ${JSON.stringify(methodText)}`);
  }
  return { challenge, method };
}

/**
 * Stores a client's challenge until the link is followed. Stores nothing for an unknown user id.
 */
export async function openFlow(
  tx: TransactionSql,
  flow: {
    readonly userId: string;
    readonly challenge: Challenge;
    readonly method: AuthMethod;
    readonly now: Date;
  },
): Promise<void> {
  const { userId, challenge, method, now } = flow;
  await tx`
    delete from auth.flow_state where user_id = ${userId} and authentication_method = ${method}`;
  await tx`
    insert into auth.flow_state (
      id, user_id, code_challenge_method, code_challenge, provider_type,
      authentication_method, created_at, updated_at
    )
    select ${randomUUID()}::uuid, id, ${challenge.method}::auth.code_challenge_method,
           ${challenge.challenge}, 'email', ${method}, ${now}::timestamptz, ${now}::timestamptz
    from auth.users where id = ${userId}`;
}

/** Issues the code of a followed link; null when no flow waits for it. */
export async function issueFlowCode(
  tx: TransactionSql,
  flow: { readonly userId: string; readonly method: AuthMethod; readonly now: Date },
): Promise<string | null> {
  const code = randomBytes(CODE_BYTES).toString("base64url");
  const rows = await tx`
    update auth.flow_state
    set auth_code = ${hashCode(code)}, auth_code_issued_at = ${flow.now}, updated_at = ${flow.now}
    where user_id = ${flow.userId} and authentication_method = ${flow.method}
    returning 1`;
  return rows.length > 0 ? code : null;
}

/** Encrypted result of a provider's flow; stored until its code is exchanged. */
const providerResultSchema = v.object({
  accessToken: v.string(),
  /** Identity to link at the exchange; null when there is none. */
  person: v.nullable(externalIdentitySchema),
});

/**
 * Issues the code of a finished provider flow. Encrypts the tokens with the code, so that the
 * table alone reveals nothing.
 */
export async function issueProviderCode(
  tx: TransactionSql,
  deps: StoreDeps,
  flow: {
    readonly id: string;
    readonly userId: string;
    readonly accessToken: string;
    readonly refreshToken: string | null;
    readonly identity: ExternalIdentity | null;
  },
): Promise<string> {
  const code = randomBytes(CODE_BYTES).toString("base64url");
  const key = sealingKey(code);
  const { id, userId, accessToken, refreshToken, identity } = flow;
  const providerResult: v.InferOutput<typeof providerResultSchema> = {
    accessToken,
    person: identity,
  };
  const now = new Date(deps.now());
  await tx`
    update auth.flow_state set
      user_id = ${userId}, auth_code = ${hashCode(code)}, auth_code_issued_at = ${now},
      provider_access_token = ${seal(JSON.stringify(providerResult), key)},
      provider_refresh_token = ${refreshToken === null ? null : seal(refreshToken, key)},
      updated_at = ${now}
    where id = ${id}`;
  return code;
}

export type FinishedFlow = {
  readonly userId: string;
  readonly method: AuthMethod;
  /** Provider of the identity that signed in. */
  readonly provider: string;
  /** The provider's token; null for other flows. */
  readonly accessToken: string | null;
  readonly refreshToken: string | null;
  /** Identity to link; null for none. */
  readonly identity: ExternalIdentity | null;
};

const flowRow = v.object({
  id: v.string(),
  userId: v.string(),
  challenge: v.string(),
  challengeMethod: v.picklist(["s256", "plain"]),
  method: v.picklist(["recovery", "magiclink", "invite", "email/signup", "email_change", "oauth"]),
  provider: v.string(),
  accessToken: v.nullable(v.string()),
  refreshToken: v.nullable(v.string()),
  issuedAt: v.date(),
});

/**
 * Exchanges a code for its account. A code works once: the flow is deleted, even after a wrong
 * verifier.
 *
 * @returns the flow, or the error to throw after the deletion is committed.
 */
export async function finishFlow(
  tx: TransactionSql,
  exchange: { readonly code: string; readonly verifier: string; readonly nowMs: number },
): Promise<FinishedFlow | AuthError> {
  const rows = await tx`
    delete from auth.flow_state where auth_code = ${hashCode(exchange.code)}
    returning id, user_id as "userId", code_challenge as challenge,
      code_challenge_method as "challengeMethod", authentication_method as method,
      auth_code_issued_at as "issuedAt", provider_type as provider,
      provider_access_token as "accessToken", provider_refresh_token as "refreshToken"`;
  const parsed = v.safeParse(flowRow, rows[0]);
  if (!parsed.success) {
    const message = "invalid flow state, no valid flow state found";
    return new AuthError(404, "flow_state_not_found", message);
  }
  const flow = parsed.output;
  if (!isRecent(CODE_LIFETIME_MS, flow.issuedAt, exchange.nowMs)) {
    const message = "invalid flow state, flow state has expired";
    return new AuthError(422, "flow_state_expired", message);
  }
  if (!matchesChallenge(exchange.verifier, flow.challenge, flow.challengeMethod)) {
    const message = "code challenge does not match previously saved code verifier";
    return new AuthError(400, "bad_code_verifier", message);
  }
  const key = sealingKey(exchange.code);
  const open = (sealed: string | null): string | null =>
    sealed === null ? null : unseal(sealed, key);
  const decrypted = open(flow.accessToken);
  const providerResult =
    decrypted === null ? null : v.parse(providerResultSchema, JSON.parse(decrypted));
  const { userId, method, provider } = flow;
  return {
    userId,
    method,
    provider,
    accessToken: providerResult?.accessToken ?? null,
    refreshToken: open(flow.refreshToken),
    identity: providerResult?.person ?? null,
  };
}

/** Returns true when the verifier matches the challenge (RFC 7636). */
function matchesChallenge(verifier: string, challenge: string, method: "s256" | "plain"): boolean {
  const hashed =
    method === "plain" ? verifier : createHash("sha256").update(verifier).digest("base64url");
  const [one, other] = [Buffer.from(hashed), Buffer.from(challenge)];
  return one.length === other.length && timingSafeEqual(one, other);
}

function sealingKey(code: string): Buffer {
  return deriveKey(Buffer.from(code), "provider-token");
}

/** Returns the stored hash of a code. */
function hashCode(code: string): string {
  return createHash("sha256").update(code).digest("hex");
}
