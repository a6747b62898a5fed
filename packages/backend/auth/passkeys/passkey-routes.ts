import type { Handler, Hono } from "hono";
import * as v from "valibot";
import type { BackendEnv } from "#backend/context.ts";
import { findUserInPath } from "#backend/auth/admin/admin-users.ts";
import type { AuthDeps } from "#backend/auth/auth-deps.ts";
import { authenticate, requireServiceRole } from "#backend/auth/endpoints/authenticate.ts";
import { AuthError, validationFailed, userBanned } from "#backend/auth/protocol/auth-error.ts";
import { optionalText, readBody, isUuid } from "#backend/auth/protocol/read-body.ts";
import {
  findPasskeys,
  type PasskeyRow,
  toPasskeyJson,
  markPasskeyUsed,
} from "#backend/auth/store/passkey-store.ts";
import {
  requireAal2,
  toStoredKey,
  finishPasskeyRegistration,
  startPasskeyRegistration,
  saveChallenge,
  passkeyError,
  readPasskeyResponse,
} from "./register-passkey.ts";
import {
  authenticationOptions,
  authenticationSchema,
  checkAuthentication,
} from "#backend/auth/factors/webauthn.ts";
import { originOf } from "#backend/auth/protocol/request-origin.ts";
import { recordAudit } from "#backend/auth/store/audit-log.ts";
import { openSession } from "#backend/auth/store/session-store.ts";
import { findUserById, isBanned } from "#backend/auth/store/user-store.ts";

const NAME_MAX_CHARACTERS = 120;
const nameBody = v.object({ friendly_name: optionalText });

/** GET /passkeys */
function listPasskeys(deps: AuthDeps): Handler<BackendEnv> {
  return async (c) => {
    const { user } = await authenticate(c, deps);
    return c.json((await findPasskeys(deps.sql, { userId: user.id })).map(toPasskeyJson));
  };
}

/** PATCH /passkeys/{id}: renames it. */
function renamePasskey(deps: AuthDeps): Handler<BackendEnv> {
  return async (c) => {
    const { user } = await authenticate(c, deps);
    const passkey = await requirePasskey(deps, user.id, c.req.param("passkey") ?? "");
    const name = (await readBody(c, nameBody)).friendly_name.trim();
    if (name === "") throw validationFailed("friendly_name is required");
    if (name.length > NAME_MAX_CHARACTERS) {
      throw validationFailed("friendly_name must be at most 120 characters");
    }
    await deps.sql`
      update auth.webauthn_credentials set
        friendly_name = ${name}, updated_at = ${new Date(deps.now())}
      where id = ${passkey.id}`;
    return c.json(toPasskeyJson({ ...passkey, name }));
  };
}

/** DELETE /passkeys/{id} */
function deletePasskey(deps: AuthDeps): Handler<BackendEnv> {
  return async (c) => {
    const { user } = await requireAal2(deps, await authenticate(c, deps));
    const passkey = await requirePasskey(deps, user.id, c.req.param("passkey") ?? "");
    await deps.sql`delete from auth.webauthn_credentials where id = ${passkey.id}`;
    return c.body(null, 204);
  };
}

/** GET /admin/users/{id}/passkeys */
function listUsersPasskeys(deps: AuthDeps): Handler<BackendEnv> {
  return async (c) => {
    requireServiceRole(c);
    const user = await findUserInPath(c, deps);
    return c.json((await findPasskeys(deps.sql, { userId: user.id })).map(toPasskeyJson));
  };
}

/** DELETE /admin/users/{id}/passkeys/{passkey} */
function deleteUsersPasskey(deps: AuthDeps): Handler<BackendEnv> {
  return async (c) => {
    requireServiceRole(c);
    const user = await findUserInPath(c, deps);
    const passkey = await requirePasskey(deps, user.id, c.req.param("passkey") ?? "");
    await deps.sql`delete from auth.webauthn_credentials where id = ${passkey.id}`;
    return c.body(null, 204);
  };
}

async function requirePasskey({ sql }: AuthDeps, userId: string, id: string): Promise<PasskeyRow> {
  if (!isUuid(id)) throw new AuthError(404, "validation_failed", "passkey_id must be an UUID");
  const found = (await findPasskeys(sql, { userId })).find(
    (passkey) => passkey.id === id.toLowerCase(),
  );
  if (found !== undefined) return found;
  throw new AuthError(404, "webauthn_credential_not_found", "Passkey not found");
}

/** POST /passkeys/authentication/options: accepts any passkey of this site. */
function startPasskeySignIn(deps: AuthDeps): Handler<BackendEnv> {
  return async (c) => {
    const options = await authenticationOptions(deps, []);
    const { challenge } = options;
    const saved = await saveChallenge(deps, { type: "authentication", userId: null, challenge });
    return c.json({ ...saved, options });
  };
}

/** POST /passkeys/authentication/verify: opens a session. */
function signInWithPasskey(deps: AuthDeps): Handler<BackendEnv> {
  return async (c) => {
    const response = await readPasskeyResponse(c, deps, { type: "authentication", userId: null });
    const parsed = v.safeParse(authenticationSchema, response.credential);
    if (!parsed.success) throw passkeyError("Invalid credential response");
    const [passkey] = await findPasskeys(deps.sql, { credentialId: parsed.output.id });
    if (passkey === undefined) throw passkeyError("Credential verification failed");
    const used = await checkAuthentication(deps, { ...response, key: toStoredKey(passkey) });
    if (used === null) throw passkeyError("Credential verification failed");
    const user = await findUserById(deps.sql, passkey.userId);
    if (user === null || user.deleted_at !== null || isBanned(user, deps.now())) {
      throw userBanned();
    }
    const origin = originOf(c);
    const session = await deps.sql.begin(async (tx) => {
      const now = new Date(deps.now());
      const { counter: signCount, isBackedUp } = used;
      await markPasskeyUsed(tx, { id: passkey.id, signCount, isBackedUp }, now);
      await recordAudit(tx, { action: "login", userId: user.id, origin, now });
      return openSession(tx, deps, { userId: user.id, method: "passkey", origin });
    });
    return c.json(session);
  };
}

/** Adds the passkey endpoints. */
export function addPasskeyRoutes(app: Hono<BackendEnv>, deps: AuthDeps): void {
  app.post("/passkeys/registration/options", startPasskeyRegistration(deps));
  app.post("/passkeys/registration/verify", finishPasskeyRegistration(deps));
  app.post("/passkeys/authentication/options", startPasskeySignIn(deps));
  app.post("/passkeys/authentication/verify", signInWithPasskey(deps));
  app.get("/passkeys", listPasskeys(deps));
  app.patch("/passkeys/:passkey", renamePasskey(deps));
  app.delete("/passkeys/:passkey", deletePasskey(deps));
  app.get("/admin/users/:id/passkeys", listUsersPasskeys(deps));
  app.delete("/admin/users/:id/passkeys/:passkey", deleteUsersPasskey(deps));
}
