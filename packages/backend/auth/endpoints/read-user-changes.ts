import {
  AuthError,
  emailExists,
  notAdmin,
  phoneDisabled,
  phoneExists,
} from "#backend/auth/protocol/auth-error.ts";
import type { AuthDeps } from "#backend/auth/auth-deps.ts";
import { assertPasswordAllowed } from "#backend/auth/passwords/password-rules.ts";
import { optionalObject, optionalText, readBody } from "#backend/auth/protocol/read-body.ts";
import {
  hasPassword,
  type UserRow,
  findUserByEmail,
  findUserByPhone,
} from "#backend/auth/store/user-store.ts";
import type { Context } from "hono";
import * as v from "valibot";
import type { BackendEnv } from "#backend/context.ts";
import type { SignedIn } from "./authenticate.ts";
import { parseEmailAddress, parsePhoneNumber } from "#backend/auth/protocol/email-and-phone.ts";
import { type Challenge, challengeFields, parseChallenge } from "#backend/auth/store/flow-state.ts";
import { hasVerifiedFactor } from "#backend/auth/store/factor-store.ts";
import { consumeMailLimit, consumeSmsLimit } from "./limits.ts";
import { parseChannel } from "#backend/auth/phone.ts";
import { originOf } from "#backend/auth/protocol/request-origin.ts";
import type { SmsChannel } from "#backend/auth/sms.ts";
import { assertMetadataFits, mergeMetadata } from "#backend/auth/store/metadata.ts";
import { requireReauthentication } from "./reauthenticate.ts";
import type { JsonObject } from "@reign-tv/kit/json-object.ts";

/**
 * Hashes a new password.
 *
 * @throws AuthError 422 same_password.
 */
async function hashNewPassword(
  { hasher }: AuthDeps,
  user: UserRow,
  request: {
    readonly password: string;
    /** The current password when the user has just entered it correctly. */
    readonly currentPassword: string | null;
  },
): Promise<string> {
  const { password, currentPassword } = request;
  const isSame =
    currentPassword === null
      ? hasPassword(user) && (await hasher.verify(password, user.encrypted_password))
      : currentPassword === password;
  if (isSame) {
    const message = "New password should be different from the old password.";
    throw new AuthError(422, "same_password", message);
  }
  return hasher.hash(password);
}

const updateBody = v.object({
  email: optionalText,
  phone: optionalText,
  channel: optionalText,
  password: optionalText,
  current_password: optionalText,
  nonce: optionalText,
  data: optionalObject,
  app_metadata: v.optional(v.unknown()),
  ...challengeFields,
});
type UpdateBody = v.InferOutput<typeof updateBody>;

/** Digits without "+", and the channel that delivers the code. */
export type NewPhone = { readonly phone: string; readonly channel: SmsChannel };

/** Checked changes of PUT /user. */
export type UserChanges = {
  /** PHC string; null when the password stays. */
  readonly passwordHash: string | null;
  readonly newEmail: string | null;
  readonly newPhone: NewPhone | null;
  readonly data: JsonObject | null;
  readonly challenge: Challenge | null;
};

/**
 * Parses and checks the body of PUT /user.
 *
 * @throws AuthError for a change that is not allowed.
 */
export async function readUserChanges(
  c: Context<BackendEnv>,
  deps: AuthDeps,
  signedIn: SignedIn,
): Promise<UserChanges> {
  const body = await readBody(c, updateBody);
  const { user } = signedIn;
  assertEditable(body, user);
  const challenge = parseChallenge(body);
  const { data } = body;
  if (data !== null) {
    assertMetadataFits({ userMetadata: mergeMetadata(user.raw_user_meta_data, data) });
  }
  const newEmail = await readNewEmail(deps, body, user);
  const newPhone = await readNewPhone(deps, body, user);
  if (body.password !== "" || newEmail !== null || newPhone !== null) {
    await assertAal2(deps, signedIn);
  }
  const passwordHash = await readNewPassword(deps, signedIn, { body, newEmail, newPhone });
  if (newPhone !== null && deps.settings.phone.mustConfirm) {
    await consumeSmsLimit(deps, originOf(c), {
      phone: newPhone.phone,
      tokenType: "phone_change_token",
    });
  }
  if (newEmail !== null && isMailed(deps, user)) {
    await consumeMailLimit(deps, `user ${user.id}`);
    await consumeMailLimit(deps, newEmail);
  }
  return { passwordHash, newEmail, newPhone, data, challenge };
}

/** A user with a second factor must have verified it before a sign-in method changes. */
async function assertAal2({ sql }: AuthDeps, { user, session }: SignedIn): Promise<void> {
  if (session.aal === "aal2" || !(await hasVerifiedFactor(sql, user.id))) return;
  const message = "AAL2 session is required to update email or password when MFA is enabled.";
  throw new AuthError(401, "insufficient_aal", message);
}

/**
 * An email change is confirmed by both mailboxes. An anonymous account's first email may apply at
 * once.
 */
export function isMailed({ settings }: AuthDeps, user: UserRow): boolean {
  return settings.confirmEmail || !user.is_anonymous;
}

function assertEditable(body: UpdateBody, user: UserRow): void {
  if (body.app_metadata !== undefined && body.app_metadata !== null) {
    throw notAdmin("Updating app_metadata requires admin privileges");
  }
  const hasLogin = body.email !== "" || body.phone !== "";
  if (user.is_anonymous && body.password !== "" && !hasLogin) {
    const message =
      "Updating password of an anonymous user without an email or phone is not allowed";
    throw new AuthError(422, "validation_failed", message);
  }
}

async function readNewPhone(
  deps: AuthDeps,
  body: UpdateBody,
  user: UserRow,
): Promise<NewPhone | null> {
  if (body.phone === "") return null;
  const phone = parsePhoneNumber(body.phone);
  const channel = parseChannel(deps, body.channel);
  if (phone === user.phone) return null;
  if (!deps.settings.phone.isOn) throw phoneDisabled(400, "Phone signups are disabled");
  if ((await findUserByPhone(deps.sql, phone)) !== null) throw phoneExists();
  return { phone, channel };
}

async function readNewEmail(
  { sql }: AuthDeps,
  body: UpdateBody,
  user: UserRow,
): Promise<string | null> {
  if (body.email === "") return null;
  const email = parseEmailAddress(body.email);
  if (email === user.email?.toLowerCase()) return null;
  if ((await findUserByEmail(sql, email)) !== null) throw emailExists();
  return email;
}

/**
 * Requires reauthentication before a password, email or phone changes, then hashes the
 * password.
 */
async function readNewPassword(
  deps: AuthDeps,
  signedIn: SignedIn,
  wanted: {
    readonly body: UpdateBody;
    readonly newEmail: string | null;
    readonly newPhone: NewPhone | null;
  },
): Promise<string | null> {
  const { user } = signedIn;
  const { body, newEmail, newPhone } = wanted;
  const { settings } = deps;
  const { password } = body;
  const wantsPassword = password !== "";
  if (!wantsPassword && newEmail === null && newPhone === null) return null;
  if (wantsPassword) {
    const data = { ...user.raw_user_meta_data, ...body.data };
    const account = { email: user.email ?? "", data, appMetadata: user.raw_app_meta_data };
    assertPasswordAllowed(settings, password, account);
  }
  const { isPasswordKnown } = await requireReauthentication(deps, signedIn, {
    currentPassword: body.current_password,
    nonce: body.nonce,
    purpose: purposeOf(wanted),
  });
  if (!wantsPassword) return null;
  const currentPassword = isPasswordKnown ? body.current_password : null;
  return hashNewPassword(deps, user, { password, currentPassword });
}

/** Returns the most sensitive change; a session of a recovery mail may only set a password. */
function purposeOf(wanted: {
  readonly newEmail: string | null;
  readonly newPhone: NewPhone | null;
}): "password" | "email" | "phone" {
  if (wanted.newEmail !== null) return "email";
  return wanted.newPhone === null ? "password" : "phone";
}
