import type { Context } from "hono";
import { z } from "zod";
import type { BackendEnv } from "#server/backend/context.ts";
import { emailExists, notAdmin, phoneDisabled } from "#server/backend/auth/protocol/auth-error.ts";
import type { AuthParts } from "./auth-parts.ts";
import type { SignedIn } from "./authenticate.ts";
import { parseEmailAddress } from "#server/backend/auth/protocol/email-address.ts";
import {
  type Challenge,
  challengeFields,
  parseChallenge,
} from "#server/backend/auth/store/flow-state.ts";
import { takeMail } from "./limits.ts";
import { assertMetadataFits, mergeMetadata } from "#server/backend/auth/store/metadata.ts";
import { assertNewPasswordIsStrong, hashNewPassword } from "./prepare-new-password.ts";
import { proveIdentity } from "./prove-identity.ts";
import {
  type JsonObject,
  optionalObject,
  optionalText,
  readBody,
} from "#server/backend/auth/protocol/read-body.ts";
import { findUserByEmail, type UserRow } from "#server/backend/auth/store/user-store.ts";

const updateBody = z.object({
  email: optionalText,
  phone: optionalText,
  password: optionalText,
  current_password: optionalText,
  nonce: optionalText,
  data: optionalObject,
  app_metadata: z.unknown().optional(),
  ...challengeFields,
});
type UpdateBody = z.infer<typeof updateBody>;

/** What PUT /user shall change, judged and ready to be written. */
export type UserChanges = {
  /** PHC string; null when the password stays. */
  readonly passwordHash: string | null;
  /** Null when the address stays. */
  readonly newEmail: string | null;
  readonly data: JsonObject | null;
  readonly challenge: Challenge | null;
};

/** Reads and judges the body of PUT /user. @throws AuthError for whatever may not be. */
export async function readUserChanges(
  c: Context<BackendEnv>,
  parts: AuthParts,
  signedIn: SignedIn,
): Promise<UserChanges> {
  const body = await readBody(c, updateBody);
  const { user } = signedIn;
  assertOwnFields(body, user);
  const challenge = parseChallenge(body);
  const { data } = body;
  if (data !== null) {
    assertMetadataFits({ userMetadata: mergeMetadata(user.raw_user_meta_data, data) });
  }
  const newEmail = await readNewEmail(parts, body, user);
  const passwordHash = await readNewPassword(parts, signedIn, { body, newEmail });
  if (newEmail !== null) {
    await takeMail(parts, `user ${user.id}`);
    await takeMail(parts, newEmail);
  }
  return { passwordHash, newEmail, data, challenge };
}

function assertOwnFields(body: UpdateBody, user: UserRow): void {
  if (body.app_metadata !== undefined && body.app_metadata !== null) {
    throw notAdmin("Updating app_metadata requires admin privileges");
  }
  if (body.phone !== "" && body.phone !== user.phone) {
    throw phoneDisabled(400, "Phone signups are disabled");
  }
}

async function readNewEmail(
  parts: AuthParts,
  body: UpdateBody,
  user: UserRow,
): Promise<string | null> {
  if (body.email === "") return null;
  const email = parseEmailAddress(body.email);
  if (email === user.email) return null;
  if ((await findUserByEmail(parts.sql, email)) !== null) throw emailExists();
  return email;
}

/** Proves the person before a password or address changes, then hashes the password. */
async function readNewPassword(
  parts: AuthParts,
  signedIn: SignedIn,
  { body, newEmail }: { readonly body: UpdateBody; readonly newEmail: string | null },
): Promise<string | null> {
  const { user } = signedIn;
  const wish = { password: body.password, data: body.data };
  const wantsPassword = wish.password !== "";
  if (!wantsPassword && newEmail === null) return null;
  if (wantsPassword) assertNewPasswordIsStrong(parts, user, wish);
  const { isPasswordKnown } = await proveIdentity(parts, signedIn, {
    currentPassword: body.current_password,
    nonce: body.nonce,
    purpose: newEmail === null ? "password" : "email",
  });
  if (!wantsPassword) return null;
  const currentPassword = isPasswordKnown ? body.current_password : null;
  return hashNewPassword(parts, user, { password: wish.password, currentPassword });
}
