import type { Context, Handler } from "hono";
import { z } from "zod";
import type { BackendEnv } from "#server/backend/context.ts";
import { announceRedeemed, startSession } from "./after-redeem.ts";
import { AuthError, validationFailed } from "#server/backend/auth/protocol/auth-error.ts";
import type { AuthDeps } from "#server/backend/auth/auth-deps.ts";
import { parseEmailAddress } from "#server/backend/auth/protocol/email-address.ts";
import { parsePhoneNumber } from "#server/backend/auth/protocol/phone-number.ts";
import { takeCodeTry, takePhoneCodeTry } from "#server/backend/auth/endpoints/limits.ts";
import { optionalText, readBody } from "#server/backend/auth/protocol/read-body.ts";
import { ONE_SIDE_MESSAGE } from "#server/backend/auth/protocol/redirect-reply.ts";
import { originOf } from "#server/backend/auth/protocol/request-origin.ts";
import {
  isLinkVerifyType,
  isPhoneType,
  linkRefusal,
  redeemToken,
  type VerifyType,
} from "./verify-token.ts";

const verifyBody = z.object({
  type: optionalText,
  token: optionalText,
  token_hash: optionalText,
  email: optionalText,
  phone: optionalText,
  redirect_to: optionalText,
});

/** POST /verify: a code that was typed, or the hash out of a link, for a session. */
export function verifyByCode(parts: AuthDeps): Handler<BackendEnv> {
  return async (c) => {
    const { presented, type, refusal } = await readRequest(c, parts);
    const origin = originOf(c);
    const { redeemed, session } = await parts.sql.begin(async (tx) => {
      const redeemed = await redeemToken(tx, parts, { presented, type, origin, refusal });
      const session = redeemed.isComplete ? await startSession(c, tx, parts, redeemed) : null;
      return { redeemed, session };
    });
    await announceRedeemed(c, parts, redeemed);
    return session === null ? c.json({ msg: ONE_SIDE_MESSAGE, code: "200" }) : c.json(session);
  };
}

type VerifyRequest = {
  readonly presented: readonly string[];
  readonly type: VerifyType;
  readonly refusal: AuthError;
};

async function readRequest(c: Context<BackendEnv>, parts: AuthDeps): Promise<VerifyRequest> {
  const body = await readBody(c, verifyBody);
  const { type, token, token_hash: tokenHash } = body;
  if (type === "") throw validationFailed("Verify requires a verification type");
  if ((token === "") === (tokenHash === "")) {
    throw validationFailed("Verify requires either a token or a token hash");
  }
  if (tokenHash !== "") {
    if (body.email !== "" || body.phone !== "" || body.redirect_to !== "") {
      throw validationFailed("Only the token_hash and type should be provided");
    }
    if (!isLinkVerifyType(type)) throw validationFailed("Invalid email verification type");
    return { presented: [parts.codes.storedHash(tokenHash)], type, refusal: linkRefusal() };
  }
  if ((body.email === "") === (body.phone === "")) {
    const message = "Only an email address or phone number should be provided on verify";
    throw validationFailed(message);
  }
  if (body.phone !== "") return readPhoneRequest(parts, { type, phone: body.phone, token });
  if (!isLinkVerifyType(type)) throw validationFailed("Unsupported verification type");
  const email = parseEmailAddress(body.email);
  await takeCodeTry(parts, email);
  return { presented: hashesOf(parts, email, token), type, refusal: codeRefusal() };
}

async function readPhoneRequest(
  parts: AuthDeps,
  request: { readonly type: string; readonly phone: string; readonly token: string },
): Promise<VerifyRequest> {
  const { type } = request;
  const phone = parsePhoneNumber(request.phone);
  if (!isPhoneType(type)) throw validationFailed("Unsupported verification type");
  const tokenType = type === "sms" ? "confirmation_token" : "phone_change_token";
  await takePhoneCodeTry(parts, { phone, tokenType });
  return { presented: hashesOf(parts, phone, request.token), type, refusal: codeRefusal() };
}

/** A code as people type it, with blanks and dashes. */
function hashesOf(parts: AuthDeps, address: string, token: string): readonly string[] {
  return parts.codes.storedHashesOfCode(address, token.replaceAll(/[\s-]/g, ""));
}

function codeRefusal(): AuthError {
  return new AuthError(403, "otp_expired", "Token has expired or is invalid");
}
