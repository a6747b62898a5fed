import type { Context, Handler } from "hono";
import { z } from "zod";
import type { BackendEnv } from "#server/backend/context.ts";
import { announceRedeemed, startSession } from "./after-redeem.ts";
import { AuthError, validationFailed } from "#server/backend/auth/protocol/auth-error.ts";
import type { AuthParts } from "#server/backend/auth/endpoints/auth-parts.ts";
import { parseEmailAddress } from "#server/backend/auth/protocol/email-address.ts";
import { takeCodeTry } from "#server/backend/auth/endpoints/limits.ts";
import { optionalText, readBody } from "#server/backend/auth/protocol/read-body.ts";
import { ONE_SIDE_MESSAGE } from "#server/backend/auth/protocol/redirect-reply.ts";
import { originOf } from "#server/backend/auth/protocol/request-origin.ts";
import { isVerifyType, linkRefusal, redeemToken, type VerifyType } from "./verify-token.ts";

const verifyBody = z.object({
  type: optionalText,
  token: optionalText,
  token_hash: optionalText,
  email: optionalText,
  phone: optionalText,
  redirect_to: optionalText,
});

/** POST /verify: a code that was typed, or the hash out of a link, for a session. */
export function verifyByCode(parts: AuthParts): Handler<BackendEnv> {
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

async function readRequest(c: Context<BackendEnv>, parts: AuthParts): Promise<VerifyRequest> {
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
    if (!isVerifyType(type)) throw validationFailed("Invalid email verification type");
    return { presented: [parts.codes.storedHash(tokenHash)], type, refusal: linkRefusal() };
  }
  if ((body.email === "") === (body.phone === "")) {
    const message = "Only an email address or phone number should be provided on verify";
    throw validationFailed(message);
  }
  // Nobody was ever sent a code by phone, so every such code is a wrong one.
  if (body.phone !== "") throw codeRefusal();
  if (!isVerifyType(type)) throw validationFailed("Unsupported verification type");
  const email = parseEmailAddress(body.email);
  await takeCodeTry(parts, email);
  const code = token.replaceAll(/[\s-]/g, "");
  return { presented: parts.codes.storedHashesOfCode(email, code), type, refusal: codeRefusal() };
}

function codeRefusal(): AuthError {
  return new AuthError(403, "otp_expired", "Token has expired or is invalid");
}
