import type { Handler } from "hono";
import type { TransactionSql } from "postgres";
import type { BackendEnv } from "#backend/context.ts";
import type { AuthDeps } from "#backend/auth/auth-deps.ts";
import { authenticate } from "#backend/auth/endpoints/authenticate.ts";
import { AuthError } from "#backend/auth/protocol/auth-error.ts";
import { originOf } from "#backend/auth/protocol/request-origin.ts";
import { isUuid } from "#backend/auth/protocol/read-body.ts";
import { linkingDisabled } from "#backend/auth/providers/authorize.ts";
import { recordAudit } from "#backend/auth/store/audit-log.ts";
import {
  type IdentityRow,
  listIdentities,
  refreshProviders,
} from "#backend/auth/store/identity-store.ts";
import { isEmailTaken, lockUser } from "#backend/auth/store/user-store.ts";

/** DELETE /user/identities/{id}: removes an identity, but never the last one. */
export function unlinkIdentity(deps: AuthDeps): Handler<BackendEnv> {
  return async (c) => {
    const { user } = await authenticate(c, deps);
    if (!deps.settings.manualLinking) throw linkingDisabled();
    const id = c.req.param("identity") ?? "";
    if (!isUuid(id)) throw new AuthError(404, "validation_failed", "identity_id must be an UUID");
    const origin = originOf(c);
    await deps.sql.begin(async (tx) => {
      const now = new Date(deps.now());
      await remove(tx, { userId: user.id, id: id.toLowerCase() });
      await recordAudit(tx, { action: "identity_unlinked", userId: user.id, origin, now });
    });
    return c.json({});
  };
}

async function remove(
  tx: TransactionSql,
  { userId, id }: { readonly userId: string; readonly id: string },
): Promise<void> {
  await lockUser(tx, userId);
  const identities = await listIdentities(tx, [userId]);
  if (identities.length <= 1) {
    const message = "User must have at least 1 identity after unlinking";
    throw new AuthError(422, "single_identity_not_deletable", message);
  }
  const gone = identities.find((identity) => identity.id === id);
  if (gone === undefined) {
    throw new AuthError(422, "identity_not_found", "Identity doesn't exist");
  }
  await tx`delete from auth.identities where id = ${id}`;
  if (gone.provider === "phone") {
    await tx`update auth.users set phone = null, phone_confirmed_at = null where id = ${userId}`;
  } else {
    await updateEmail(
      tx,
      userId,
      identities.filter((identity) => identity.id !== id),
    );
  }
  await refreshProviders(tx, userId);
}

/**
 * Keeps the account's email while a remaining identity has it, else uses another identity's
 * email.
 */
async function updateEmail(
  tx: TransactionSql,
  userId: string,
  left: readonly IdentityRow[],
): Promise<void> {
  const addresses = left.flatMap(({ email }) => (email === null ? [] : [email]));
  try {
    await tx`
      update auth.users set email = ${addresses[0] ?? null}
      where id = ${userId} and email is not null and not (lower(email) = any(${addresses}))`;
  } catch (error) {
    if (!isEmailTaken(error)) throw error;
    const message = "Unable to unlink identity due to email conflict";
    throw new AuthError(422, "email_conflict_identity_not_deletable", message);
  }
}
