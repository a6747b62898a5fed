import type { Handler } from "hono";
import { z } from "zod";
import type { BackendEnv } from "#server/backend/context.ts";
import { findAddressed } from "#server/backend/auth/admin/admin-users.ts";
import type { AuthDeps } from "#server/backend/auth/auth-deps.ts";
import { authenticate, requireServiceRole } from "#server/backend/auth/endpoints/authenticate.ts";
import { AuthError, validationFailed } from "#server/backend/auth/protocol/auth-error.ts";
import { optionalText, readBody } from "#server/backend/auth/protocol/read-body.ts";
import { isUuid } from "#server/backend/auth/protocol/uuid.ts";
import {
  findPasskeys,
  type PasskeyRow,
  toPasskeyJson,
} from "#server/backend/auth/store/passkey-store.ts";
import { authenticateRaised } from "./register-passkey.ts";

const NAME_MAX_CHARACTERS = 120;
const nameBody = z.object({ friendly_name: optionalText });

/** GET /passkeys */
export function listPasskeys(parts: AuthDeps): Handler<BackendEnv> {
  return async (c) => {
    const { user } = await authenticate(c, parts);
    return c.json((await findPasskeys(parts.sql, { userId: user.id })).map(toPasskeyJson));
  };
}

/** PATCH /passkeys/{id}: another name. */
export function renamePasskey(parts: AuthDeps): Handler<BackendEnv> {
  return async (c) => {
    const { user } = await authenticate(c, parts);
    const passkey = await requirePasskey(parts, user.id, c.req.param("passkey") ?? "");
    const name = (await readBody(c, nameBody)).friendly_name.trim();
    if (name === "") throw validationFailed("friendly_name is required");
    if (name.length > NAME_MAX_CHARACTERS) {
      throw validationFailed("friendly_name must be at most 120 characters");
    }
    await parts.sql`
      update auth.webauthn_credentials set
        friendly_name = ${name}, updated_at = ${new Date(parts.now())}
      where id = ${passkey.id}`;
    return c.json(toPasskeyJson({ ...passkey, name }));
  };
}

/** DELETE /passkeys/{id} */
export function deletePasskey(parts: AuthDeps): Handler<BackendEnv> {
  return async (c) => {
    const { user } = await authenticateRaised(parts, await authenticate(c, parts));
    const passkey = await requirePasskey(parts, user.id, c.req.param("passkey") ?? "");
    await parts.sql`delete from auth.webauthn_credentials where id = ${passkey.id}`;
    return c.body(null, 204);
  };
}

/** GET /admin/users/{id}/passkeys */
export function listUsersPasskeys(parts: AuthDeps): Handler<BackendEnv> {
  return async (c) => {
    requireServiceRole(c);
    const user = await findAddressed(c, parts);
    return c.json((await findPasskeys(parts.sql, { userId: user.id })).map(toPasskeyJson));
  };
}

/** DELETE /admin/users/{id}/passkeys/{passkey} */
export function deleteUsersPasskey(parts: AuthDeps): Handler<BackendEnv> {
  return async (c) => {
    requireServiceRole(c);
    const user = await findAddressed(c, parts);
    const passkey = await requirePasskey(parts, user.id, c.req.param("passkey") ?? "");
    await parts.sql`delete from auth.webauthn_credentials where id = ${passkey.id}`;
    return c.body(null, 204);
  };
}

async function requirePasskey(parts: AuthDeps, userId: string, id: string): Promise<PasskeyRow> {
  if (!isUuid(id)) throw new AuthError(404, "validation_failed", "passkey_id must be an UUID");
  const found = (await findPasskeys(parts.sql, { userId })).find(
    (passkey) => passkey.id === id.toLowerCase(),
  );
  if (found !== undefined) return found;
  throw new AuthError(404, "webauthn_credential_not_found", "Passkey not found");
}
