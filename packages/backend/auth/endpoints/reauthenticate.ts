import type { Context, Handler } from "hono";
import type { BackendEnv } from "#backend/context.ts";
import { recordAudit } from "#backend/auth/store/audit-log.ts";
import { AuthError, validationFailed } from "#backend/auth/protocol/auth-error.ts";
import type { AuthDeps } from "#backend/auth/auth-deps.ts";
import { authenticate, type SignedIn } from "./authenticate.ts";
import {
  consumeMailLimit,
  consumeSmsLimit,
  consumeCodeAttempt,
  consumePasswordChange,
  consumePhoneCodeAttempt,
} from "./limits.ts";
import { textPhoneCode } from "#backend/auth/phone.ts";
import { type UserRow, hasPassword } from "#backend/auth/store/user-store.ts";
import { isRecent } from "#backend/auth/store/is-recent.ts";
import { issueToken, consumeToken } from "#backend/auth/store/one-time-tokens.ts";
import { originOf } from "#backend/auth/protocol/request-origin.ts";
import { sendNotice } from "#backend/auth/mail/send-mail.ts";
import { RECOVERY_TAG } from "#backend/auth/store/session-store.ts";
import { MINUTE_MS } from "@reign-tv/kit/durations.ts";

/** GET /reauthenticate: sends a nonce that replaces the current password in PUT /user. */
export function reauthenticate(deps: AuthDeps): Handler<BackendEnv> {
  return async (c) => {
    const { user } = await authenticate(c, deps);
    const [address, phone] = [user.email ?? "", user.phone ?? ""];
    if (address === "" && phone === "") {
      throw validationFailed(
        "Reauthentication requires the user to have an email or a phone number",
      );
    }
    if (address === "") {
      await reauthenticateByPhone(c, deps, user, phone);
      return c.json({});
    }
    if (user.email_confirmed_at === null) {
      throw new AuthError(422, "email_not_confirmed", "Please verify your email first.");
    }
    await consumeMailLimit(deps, address);
    const { code } = await deps.sql.begin(async (tx) => {
      const now = new Date(deps.now());
      const userId = user.id;
      const action = "user_reauthenticate_requested";
      await recordAudit(tx, { action, userId, origin: originOf(c), now });
      const tokenType = "reauthentication_token";
      return issueToken(tx, deps, { userId, tokenType, address, isPkce: false });
    });
    const acceptLanguage = c.req.header("accept-language");
    const recipient = { address, userMetadata: user.raw_user_meta_data, acceptLanguage };
    sendNotice(deps, recipient, "reauthentication", { code });
    return c.json({});
  };
}

async function reauthenticateByPhone(
  c: Context<BackendEnv>,
  deps: AuthDeps,
  user: UserRow,
  phone: string,
): Promise<void> {
  if (user.phone_confirmed_at === null) {
    throw new AuthError(422, "phone_not_confirmed", "Please verify your phone first.");
  }
  const tokenType = "reauthentication_token";
  await consumeSmsLimit(deps, originOf(c), { phone, tokenType });
  await textPhoneCode(c, deps, { phone, channel: "sms", user, tokenType });
}

/** a session this young needs no reauthentication. */
const FRESH_SESSION_MS = 15 * MINUTE_MS;
const CURRENT_PASSWORD_MESSAGE = "Current password required when setting new password.";

const SUBJECTS = { password: "Password", email: "Email", phone: "Phone" } as const;

/** `isPasswordKnown` is true when the user entered the current password. */
export type Reauthentication = { readonly isPasswordKnown: boolean };

/**
 * Requires that the account's owner confirms a change of password, email or phone: by a
 * session of at most 15 minutes, a session from a recovery mail, the current password, or a nonce
 * from GET /reauthenticate.
 *
 * @throws AuthError 400 current_password_required, current_password_invalid,
 * reauthentication_needed (the account has no password); 422 reauthentication_not_valid; 429.
 */
export async function requireReauthentication(
  deps: AuthDeps,
  signedIn: SignedIn,
  given: {
    readonly currentPassword: string;
    readonly nonce: string;
    readonly purpose: "password" | "email" | "phone";
  },
): Promise<Reauthentication> {
  const { user, session } = signedIn;
  // An anonymous account has no credential besides its session.
  if (user.is_anonymous) return { isPasswordKnown: false };
  await consumePasswordChange(deps, user.id);
  if (given.currentPassword !== "" && hasPassword(user)) {
    const isRight = await deps.hasher.verify(given.currentPassword, user.encrypted_password);
    if (!isRight) throw new AuthError(400, "current_password_invalid", CURRENT_PASSWORD_MESSAGE);
    return { isPasswordKnown: true };
  }
  if (given.nonce !== "") {
    await consumeNonce(deps, signedIn, given.nonce);
    return { isPasswordKnown: false };
  }
  const isFresh = isRecent(FRESH_SESSION_MS, session.created_at, deps.now());
  const isRecovery = session.tag === RECOVERY_TAG && given.purpose === "password";
  if (isFresh || isRecovery) return { isPasswordKnown: false };
  if (hasPassword(user) && given.purpose === "password") {
    throw new AuthError(400, "current_password_required", CURRENT_PASSWORD_MESSAGE);
  }
  const subject = SUBJECTS[given.purpose];
  const message = `${subject} update requires reauthentication`;
  throw new AuthError(400, "reauthentication_needed", message);
}

async function consumeNonce(deps: AuthDeps, { user }: SignedIn, nonce: string): Promise<void> {
  const email = user.email ?? "";
  const address = email === "" ? (user.phone ?? "") : email;
  if (email !== "") await consumeCodeAttempt(deps, address);
  else await consumePhoneCodeAttempt(deps, { phone: address, tokenType: "reauthentication_token" });
  const hashes = deps.codes.storedHashesOfCode(address, nonce.replaceAll(/[\s-]/g, ""));
  const consumed = await deps.sql.begin((tx) =>
    consumeToken(tx, deps, { hashes, tokenTypes: ["reauthentication_token"] }),
  );
  if (consumed === null || consumed.userId !== user.id) {
    throw new AuthError(422, "reauthentication_not_valid", "Nonce has expired or is invalid");
  }
}
