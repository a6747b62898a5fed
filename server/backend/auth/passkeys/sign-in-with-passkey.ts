import type { Handler } from "hono";
import type { BackendEnv } from "#server/backend/context.ts";
import type { AuthDeps } from "#server/backend/auth/auth-deps.ts";
import {
  authenticationOptions,
  authenticationSchema,
  checkAuthentication,
} from "#server/backend/auth/factors/webauthn.ts";
import { AuthError, userBanned } from "#server/backend/auth/protocol/auth-error.ts";
import { originOf } from "#server/backend/auth/protocol/request-origin.ts";
import { recordAudit } from "#server/backend/auth/store/audit-log.ts";
import { findPasskeys, markPasskeyUsed } from "#server/backend/auth/store/passkey-store.ts";
import { openSession } from "#server/backend/auth/store/session-store.ts";
import { findUserById, isBanned } from "#server/backend/auth/store/user-store.ts";
import { keepChallenge, passkeyRefused, readAnswer } from "./passkey-challenge.ts";
import { toStoredKey } from "./register-passkey.ts";

/** POST /passkeys/authentication/options: any passkey of this site may answer. */
export function askForPasskey(parts: AuthDeps): Handler<BackendEnv> {
  return async (c) => {
    const options = await authenticationOptions(parts, []);
    const { challenge } = options;
    const kept = await keepChallenge(parts, { type: "authentication", userId: null, challenge });
    return c.json({ ...kept, options });
  };
}

/** POST /passkeys/authentication/verify: the passkey's answer, for a session. */
export function signInWithPasskey(parts: AuthDeps): Handler<BackendEnv> {
  return async (c) => {
    const answer = await readAnswer(c, parts, { type: "authentication", userId: null });
    const parsed = authenticationSchema.safeParse(answer.credential);
    if (!parsed.success) throw passkeyRefused("Invalid credential response");
    const [passkey] = await findPasskeys(parts.sql, { credentialId: parsed.data.id });
    if (passkey === undefined) {
      const message = "No passkey found for this credential";
      throw new AuthError(400, "webauthn_credential_not_found", message);
    }
    const used = await checkAuthentication(parts, { ...answer, key: toStoredKey(passkey) });
    if (used === null) throw passkeyRefused("Credential verification failed");
    const user = await findUserById(parts.sql, passkey.userId);
    if (user === null || user.deleted_at !== null || isBanned(user, parts.now())) {
      throw userBanned();
    }
    const origin = originOf(c);
    const session = await parts.sql.begin(async (tx) => {
      const now = new Date(parts.now());
      const { counter: signCount, isBackedUp } = used;
      await markPasskeyUsed(tx, { id: passkey.id, signCount, isBackedUp }, now);
      await recordAudit(tx, { action: "login", userId: user.id, origin, now });
      return openSession(tx, parts, { userId: user.id, method: "passkey", origin });
    });
    return c.json(session);
  };
}
