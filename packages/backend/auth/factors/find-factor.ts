import type { Context } from "hono";
import type { BackendEnv } from "#backend/context.ts";
import type { AuthDeps } from "#backend/auth/auth-deps.ts";
import { authenticate, type SignedIn } from "#backend/auth/endpoints/authenticate.ts";
import { AuthError } from "#backend/auth/protocol/auth-error.ts";
import { isUuid } from "#backend/auth/protocol/read-body.ts";
import { type FactorRow, findFactor } from "#backend/auth/store/factor-store.ts";

/**
 * Returns the signed-in user unless the account is anonymous.
 *
 * @throws AuthError as `authenticate`; 403 no_authorization for an anonymous account.
 */
export async function authenticateNamed(c: Context<BackendEnv>, deps: AuthDeps): Promise<SignedIn> {
  const signedIn = await authenticate(c, deps);
  if (signedIn.user.is_anonymous) {
    const message = "Anonymous user not allowed to perform these actions";
    throw new AuthError(403, "no_authorization", message);
  }
  return signedIn;
}

/**
 * Returns the current user's factor in the path.
 *
 * @throws AuthError as `authenticateNamed` and `findUsersFactor`.
 */
export async function findFactorInPath(
  c: Context<BackendEnv>,
  deps: AuthDeps,
): Promise<SignedIn & { readonly factor: FactorRow }> {
  const signedIn = await authenticateNamed(c, deps);
  const factor = await findUsersFactor(c, deps, signedIn.user.id);
  return { ...signedIn, factor };
}

/** @throws AuthError 404 validation_failed "factor_id must be an UUID"; 404 mfa_factor_not_found. */
export async function findUsersFactor(
  c: Context<BackendEnv>,
  { sql }: AuthDeps,
  userId: string,
): Promise<FactorRow> {
  const id = c.req.param("factor") ?? "";
  if (!isUuid(id)) throw new AuthError(404, "validation_failed", "factor_id must be an UUID");
  const factor = await findFactor(sql, { id, userId });
  if (factor === null) throw new AuthError(404, "mfa_factor_not_found", "Factor not found");
  return factor;
}
