import type { Context } from "hono";
import type { BackendEnv } from "#server/backend/context.ts";
import { AuthError } from "#server/backend/auth/protocol/auth-error.ts";
import type { JsonObject } from "#server/backend/auth/protocol/read-body.ts";
import { originOf } from "#server/backend/auth/protocol/request-origin.ts";
import { recordAudit } from "#server/backend/auth/store/audit-log.ts";
import { assertMetadataFits } from "#server/backend/auth/store/metadata.ts";
import { openSession, type SessionJson } from "#server/backend/auth/store/session-store.ts";
import { insertUser } from "#server/backend/auth/store/user-store.ts";
import { askBeforeCreation } from "#server/backend/auth/hooks/ask-before.ts";
import type { AuthDeps } from "#server/backend/auth/auth-deps.ts";
import { takeAnonymousSignUp } from "./limits.ts";

/**
 * POST /signup with neither address nor number: an account that its session alone opens, until PUT /user
 * gives it an address or a number.
 *
 * @throws AuthError 422 anonymous_provider_disabled; 422 signup_disabled; 429.
 */
export async function signUpAnonymously(
  c: Context<BackendEnv>,
  parts: AuthDeps,
  data: JsonObject,
): Promise<SessionJson> {
  if (!parts.settings.anonymousUsers) {
    throw new AuthError(422, "anonymous_provider_disabled", "Anonymous sign-ins are disabled");
  }
  if (parts.settings.disableSignup) {
    throw new AuthError(422, "signup_disabled", "Signups not allowed for this instance");
  }
  assertMetadataFits({ userMetadata: data });
  const origin = originOf(c);
  await takeAnonymousSignUp(parts, origin);
  const newcomer = { email: null, phone: null, data, provider: null, isAnonymous: true };
  await askBeforeCreation(parts, parts.sql, origin, newcomer);
  return parts.sql.begin(async (tx) => {
    const now = new Date(parts.now());
    const account = { email: null, passwordHash: "", userMetadata: data, isConfirmed: false };
    const user = await insertUser(tx, { ...account, isAnonymous: true }, now);
    if (user === null) throw new Error("A fresh id is taken.");
    await recordAudit(tx, { action: "user_signedup", userId: user.id, origin, now });
    return openSession(tx, parts, { userId: user.id, method: "anonymous", origin });
  });
}
