import type { Context, Handler } from "hono";
import { z } from "zod";
import type { BackendEnv } from "#server/backend/context.ts";
import { phoneDisabled, validationFailed } from "#server/backend/auth/protocol/auth-error.ts";
import type { AuthParts } from "./auth-parts.ts";
import { parseEmailAddress } from "#server/backend/auth/protocol/email-address.ts";
import {
  type Challenge,
  challengeFields,
  parseChallenge,
} from "#server/backend/auth/store/flow-state.ts";
import { takeMailFrom } from "./limits.ts";
import { issueEmailChange, mailEmailChange } from "#server/backend/auth/mail/mail-email-change.ts";
import { mailCode } from "#server/backend/auth/mail/mail-code.ts";
import { optionalText, readBody } from "#server/backend/auth/protocol/read-body.ts";
import { originOf } from "#server/backend/auth/protocol/request-origin.ts";
import { findUserByEmail, type UserRow } from "#server/backend/auth/store/user-store.ts";

const resendBody = z.object({
  type: optionalText,
  email: optionalText,
  phone: optionalText,
  ...challengeFields,
});
const RESEND_TYPES = new Set(["signup", "email_change", "sms", "phone_change"]);

/** POST /resend: the mail of a sign-up or a change of address once more. `{}` for everybody. */
export function resend(parts: AuthParts): Handler<BackendEnv> {
  return async (c) => {
    const body = await readBody(c, resendBody);
    const { type } = body;
    if (!RESEND_TYPES.has(type)) {
      throw validationFailed("Missing one of these types: signup, email_change, sms, phone_change");
    }
    if (body.email !== "" && body.phone !== "") {
      throw validationFailed("Only an email address or phone number should be provided.");
    }
    if (body.email === "" && type === "signup") {
      throw validationFailed("Type provided requires an email address");
    }
    if (body.phone === "" && type === "sms") {
      throw validationFailed("Type provided requires a phone number");
    }
    if (body.phone !== "") throw phoneDisabled(400, "Phone logins are disabled");
    if (body.email === "") throw validationFailed("Missing email address or phone number");

    const email = parseEmailAddress(body.email);
    const challenge = parseChallenge(body);
    await takeMailFrom(parts, originOf(c), email);
    const user = await findUserByEmail(parts.sql, email);
    if (type === "signup") {
      const waiting = user?.email_confirmed_at === null ? user : null;
      await mailCode(c, parts, { kind: "signup", address: email, user: waiting, challenge });
    }
    if (user !== null && type === "email_change" && user.email_change !== "") {
      await resendEmailChange(c, parts, { user, challenge });
    }
    return c.json({});
  };
}

type Resend = { readonly user: UserRow; readonly challenge: Challenge | null };

async function resendEmailChange(
  c: Context<BackendEnv>,
  parts: AuthParts,
  { user, challenge }: Resend,
): Promise<void> {
  const newEmail = user.email_change;
  const issued = await parts.sql.begin((tx) =>
    issueEmailChange(tx, parts, { user, newEmail, challenge }),
  );
  mailEmailChange(c, parts, { user, newEmail, issued });
}
