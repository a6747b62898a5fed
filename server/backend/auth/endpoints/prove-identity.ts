import { AuthError } from "#server/backend/auth/protocol/auth-error.ts";
import type { AuthDeps } from "#server/backend/auth/auth-deps.ts";
import type { SignedIn } from "./authenticate.ts";
import { takeCodeTry, takePasswordChange, takePhoneCodeTry } from "./limits.ts";
import { spendToken } from "#server/backend/auth/store/one-time-tokens.ts";
import { RECOVERY_TAG } from "#server/backend/auth/store/session-store.ts";
import { hasPassword } from "#server/backend/auth/store/user-store.ts";
import { MINUTE_MS } from "#server/kit/durations.ts";

/** A session this young was just opened by the person: no second proof is asked. */
const FRESH_SESSION_MS = 15 * MINUTE_MS;
const CURRENT_PASSWORD_MESSAGE = "Current password required when setting new password.";

const SUBJECTS = { password: "Password", email: "Email", phone: "Phone" } as const;

/** What the person showed; `isPasswordKnown` when it was the current password. */
export type Proof = { readonly isPasswordKnown: boolean };

/**
 * Makes sure that the person before the screen owns the account before its password or address
 * changes: a session of at most 15 minutes or one that began with a recovery mail, else the
 * current password or a nonce from GET /reauthenticate.
 *
 * @throws AuthError 400 current_password_required, current_password_invalid,
 *   reauthentication_needed (no password to ask for); 422 reauthentication_not_valid; 429.
 */
export async function requireReauthentication(
  parts: AuthDeps,
  signedIn: SignedIn,
  shown: {
    readonly currentPassword: string;
    readonly nonce: string;
    readonly purpose: "password" | "email" | "phone";
  },
): Promise<Proof> {
  const { user, session } = signedIn;
  // Its session is all there is of such an account: nobody else could prove more.
  if (user.is_anonymous) return { isPasswordKnown: false };
  await takePasswordChange(parts, user.id);
  if (shown.currentPassword !== "" && hasPassword(user)) {
    const isRight = await parts.hasher.verify(shown.currentPassword, user.encrypted_password);
    if (!isRight) throw new AuthError(400, "current_password_invalid", CURRENT_PASSWORD_MESSAGE);
    return { isPasswordKnown: true };
  }
  if (shown.nonce !== "") {
    await spendNonce(parts, signedIn, shown.nonce);
    return { isPasswordKnown: false };
  }
  const isFresh = parts.now() - session.created_at.getTime() <= FRESH_SESSION_MS;
  const isRecovery = session.tag === RECOVERY_TAG && shown.purpose === "password";
  if (isFresh || isRecovery) return { isPasswordKnown: false };
  if (hasPassword(user) && shown.purpose === "password") {
    throw new AuthError(400, "current_password_required", CURRENT_PASSWORD_MESSAGE);
  }
  const subject = SUBJECTS[shown.purpose];
  const message = `${subject} update requires reauthentication`;
  throw new AuthError(400, "reauthentication_needed", message);
}

async function spendNonce(parts: AuthDeps, { user }: SignedIn, nonce: string): Promise<void> {
  const address = user.email ?? user.phone ?? "";
  if (user.email !== null) await takeCodeTry(parts, address);
  else await takePhoneCodeTry(parts, { phone: address, tokenType: "reauthentication_token" });
  const hashes = parts.codes.storedHashesOfCode(address, nonce.replaceAll(/[\s-]/g, ""));
  const spent = await parts.sql.begin((tx) =>
    spendToken(tx, parts, { hashes, tokenTypes: ["reauthentication_token"] }),
  );
  if (spent === null || spent.userId !== user.id) {
    throw new AuthError(422, "reauthentication_not_valid", "Nonce has expired or is invalid");
  }
}
