import type { Context, Handler } from "hono";
import type { TransactionSql } from "postgres";
import type { BackendEnv } from "#backend/context.ts";
import type { AuthDeps } from "#backend/auth/auth-deps.ts";
import {
  resetPasswordAttempts,
  consumeCodeAttempt,
  consumePhoneCodeAttempt,
} from "#backend/auth/endpoints/limits.ts";
import { originOf } from "#backend/auth/protocol/request-origin.ts";
import { sendNotice } from "#backend/auth/mail/send-mail.ts";
import { openSession, type SessionJson } from "#backend/auth/store/session-store.ts";
import {
  isPhoneType,
  type Redeemed,
  isLinkVerifyType,
  invalidLinkError,
  redeemToken,
  type VerifyType,
} from "./verify-token.ts";
import * as v from "valibot";
import { AuthError, validationFailed } from "#backend/auth/protocol/auth-error.ts";
import { parseEmailAddress, parsePhoneNumber } from "#backend/auth/protocol/email-and-phone.ts";
import { optionalText, readBody } from "#backend/auth/protocol/read-body.ts";
import { ONE_SIDE_MESSAGE } from "#backend/auth/protocol/redirects.ts";

/** Opens the session of a code or link. */
export function startSession(
  c: Context<BackendEnv>,
  tx: TransactionSql,
  deps: AuthDeps,
  redeemed: Pick<Redeemed, "userId" | "type">,
): Promise<SessionJson> {
  return openSession(tx, deps, {
    userId: redeemed.userId,
    method: "otp",
    origin: originOf(c),
    isRecovery: redeemed.type === "recovery",
    provider: isPhoneType(redeemed.type) ? "phone" : "email",
  });
}

/**
 * Resets the password attempts and informs the previous email address. Call it after the commit.
 */
export async function announceRedeemed(
  c: Context<BackendEnv>,
  deps: AuthDeps,
  redeemed: Redeemed,
): Promise<void> {
  const { user, previousEmail } = redeemed;
  const address = isPhoneType(redeemed.type) ? user.phone : user.email;
  if (redeemed.isComplete && address !== null) {
    await resetPasswordAttempts(deps, originOf(c), address);
  }
  if (previousEmail !== null) {
    const acceptLanguage = c.req.header("accept-language");
    const userMetadata = user.raw_user_meta_data;
    const recipient = { address: previousEmail, userMetadata, acceptLanguage };
    sendNotice(deps, recipient, "email_changed", { address: user.email_change });
  }
}

const verifyBody = v.object({
  type: optionalText,
  token: optionalText,
  token_hash: optionalText,
  email: optionalText,
  phone: optionalText,
  redirect_to: optionalText,
});

/** POST /verify: exchanges a typed code, or the hash in a link, for a session. */
export function verifyByCode(deps: AuthDeps): Handler<BackendEnv> {
  return async (c) => {
    const { presented, type, error } = await readRequest(c, deps);
    const origin = originOf(c);
    const { redeemed, session } = await deps.sql.begin(async (tx) => {
      const redeemed = await redeemToken(tx, deps, { presented, type, origin, error });
      const session = redeemed.isComplete ? await startSession(c, tx, deps, redeemed) : null;
      return { redeemed, session };
    });
    await announceRedeemed(c, deps, redeemed);
    return session === null ? c.json({ msg: ONE_SIDE_MESSAGE, code: "200" }) : c.json(session);
  };
}

type VerifyRequest = {
  readonly presented: readonly string[];
  readonly type: VerifyType;
  readonly error: AuthError;
};

async function readRequest(c: Context<BackendEnv>, deps: AuthDeps): Promise<VerifyRequest> {
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
    return { presented: [deps.codes.storedHash(tokenHash)], type, error: invalidLinkError() };
  }
  if ((body.email === "") === (body.phone === "")) {
    const message = "Only an email address or phone number should be provided on verify";
    throw validationFailed(message);
  }
  if (body.phone !== "") return readPhoneRequest(deps, { type, phone: body.phone, token });
  if (!isLinkVerifyType(type)) throw validationFailed("Unsupported verification type");
  const email = parseEmailAddress(body.email);
  await consumeCodeAttempt(deps, email);
  return { presented: hashesOf(deps, email, token), type, error: invalidCodeError() };
}

async function readPhoneRequest(
  deps: AuthDeps,
  request: { readonly type: string; readonly phone: string; readonly token: string },
): Promise<VerifyRequest> {
  const { type } = request;
  const phone = parsePhoneNumber(request.phone);
  if (!isPhoneType(type)) throw validationFailed("Unsupported verification type");
  const tokenType = type === "sms" ? "confirmation_token" : "phone_change_token";
  await consumePhoneCodeAttempt(deps, { phone, tokenType });
  return { presented: hashesOf(deps, phone, request.token), type, error: invalidCodeError() };
}

/** Ignores whitespace and dashes, which users type. */
function hashesOf({ codes }: AuthDeps, address: string, token: string): readonly string[] {
  return codes.storedHashesOfCode(address, token.replaceAll(/[\s-]/g, ""));
}

function invalidCodeError(): AuthError {
  return new AuthError(403, "otp_expired", "Token has expired or is invalid");
}
