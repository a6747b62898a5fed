import { randomUUID } from "node:crypto";
import type { ISql } from "postgres";
import { AuthError } from "#server/backend/auth/protocol/auth-error.ts";
import type { JsonObject } from "#server/backend/auth/protocol/read-body.ts";
import type { RequestOrigin } from "#server/backend/auth/protocol/request-origin.ts";
import type { StoreDeps } from "#server/backend/auth/store/store-deps.ts";
import { endSessions } from "#server/backend/auth/store/session-store.ts";
import type { HookName } from "#server/backend/sign-in-settings.ts";

/** What is known of an account that does not exist yet. */
export type Newcomer = {
  readonly email: string | null;
  readonly phone: string | null;
  readonly data: JsonObject;
  readonly provider: string | null;
  readonly isAnonymous?: boolean;
};

/** Lets the operator's hook refuse a new account. @throws AuthError what the hook refuses with. */
export async function askBeforeCreation(
  parts: StoreDeps,
  sql: ISql,
  origin: RequestOrigin,
  newcomer: Newcomer,
): Promise<void> {
  if (!parts.hooks.has("before_user_created")) return;
  const { email, phone, data, provider, isAnonymous = false } = newcomer;
  const now = new Date(parts.now()).toISOString();
  const providers = provider === null ? {} : { provider, providers: [provider] };
  const payload = {
    metadata: {
      uuid: randomUUID(),
      time: now,
      name: "before-user-created",
      ip_address: origin.address ?? "",
    },
    user: {
      id: "00000000-0000-0000-0000-000000000000",
      aud: "authenticated",
      role: "",
      email: email ?? "",
      phone: phone ?? "",
      app_metadata: providers,
      user_metadata: data,
      identities: [],
      created_at: now,
      updated_at: now,
      is_anonymous: isAnonymous,
    },
  };
  await parts.hooks.call("before_user_created", payload, sql);
}

/**
 * Tells the operator's hook how a try went, and lets it refuse even a right one.
 *
 * @throws AuthError 400 invalid_credentials for passwords, 403 mfa_verification_rejected for factors.
 */
export async function askAfterTry(
  parts: StoreDeps,
  name: Extract<HookName, "password_verification_attempt" | "mfa_verification_attempt">,
  attempt: JsonObject & { readonly user_id: string; readonly valid: boolean },
): Promise<void> {
  const answer = await parts.hooks.call(name, attempt, parts.sql);
  if (answer === null || answer["decision"] !== "reject") return;
  const isFactor = name === "mfa_verification_attempt";
  if (isFactor || answer["should_logout_user"] === true) {
    await parts.sql.begin((tx) => endSessions(tx, attempt.user_id));
  }
  const what = isFactor ? "MFA" : "password";
  const said = answer["message"];
  const message =
    typeof said === "string" && said !== ""
      ? said
      : `Further ${what} verification attempts will be rejected.`;
  throw isFactor
    ? new AuthError(403, "mfa_verification_rejected", message)
    : new AuthError(400, "invalid_credentials", message);
}
