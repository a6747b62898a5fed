import { AuthError } from "#server/backend/auth/protocol/auth-error.ts";
import type { AuthDeps } from "#server/backend/auth/auth-deps.ts";
import { assertPasswordMayBe } from "#server/backend/auth/passwords/assert-password.ts";
import type { JsonObject } from "#server/backend/auth/protocol/read-body.ts";
import { hasPassword, type UserRow } from "#server/backend/auth/store/user-store.ts";

/** @throws AuthError 422 weak_password; 400 validation_failed beyond 72 bytes. */
export function assertNewPasswordIsStrong(
  parts: AuthDeps,
  user: UserRow,
  wish: { readonly password: string; readonly data: JsonObject | null },
): Promise<void> {
  return assertPasswordMayBe(parts, wish.password, {
    email: user.email ?? "",
    data: { ...user.raw_user_meta_data, ...wish.data },
    appMetadata: user.raw_app_meta_data,
  });
}

/**
 * Hashes a new password.
 *
 * @throws AuthError 422 same_password.
 */
export async function hashNewPassword(
  parts: AuthDeps,
  user: UserRow,
  wish: {
    readonly password: string;
    /** The current password where the person typed it just now and it was right. */
    readonly currentPassword: string | null;
  },
): Promise<string> {
  const { password, currentPassword } = wish;
  const isSame =
    currentPassword === null
      ? hasPassword(user) && (await parts.hasher.verify(password, user.encrypted_password))
      : currentPassword === password;
  if (isSame) {
    const message = "New password should be different from the old password.";
    throw new AuthError(422, "same_password", message);
  }
  return parts.hasher.hash(password);
}
