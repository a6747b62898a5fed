import type { Context, Handler } from "hono";
import type { TransactionSql } from "postgres";
import { z } from "zod";
import type { BackendEnv } from "#server/backend/context.ts";
import { AuthError, validationFailed } from "./auth-error.ts";
import type { AuthParts } from "./auth-parts.ts";
import { parseEmailAddress } from "./email-address.ts";
import { toAuthError } from "./error-reply.ts";
import { issueFlowCode } from "./flow-state.ts";
import { forgivePasswordGuesses, takeCodeTry } from "./limits.ts";
import { isPkceToken } from "./one-time-code.ts";
import { optionalText, readBody } from "./read-body.ts";
import { toErrorRedirect, toFragmentRedirect, toQueryRedirect } from "./redirect-reply.ts";
import { originOf } from "./request-origin.ts";
import { type LinkType, redirectTargetOf, sendNotice } from "./send-mail.ts";
import { type AuthMethod, openSession, type SessionJson } from "./session-store.ts";
import { isVerifyType, type Redeemed, redeemToken, type VerifyType } from "./verify-token.ts";

const ONE_SIDE_MESSAGE =
  "Confirmation link accepted. Please proceed to confirm link sent to the other email";

const verifyBody = z.object({
  type: optionalText,
  token: optionalText,
  token_hash: optionalText,
  email: optionalText,
  phone: optionalText,
  redirect_to: optionalText,
});

const METHOD_OF_LINK: Readonly<Record<LinkType, AuthMethod>> = {
  signup: "email/signup",
  invite: "invite",
  magiclink: "magiclink",
  recovery: "recovery",
  email_change: "email_change",
};

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
    await afterwards(c, parts, redeemed);
    return session === null ? c.json({ msg: ONE_SIDE_MESSAGE, code: "200" }) : c.json(session);
  };
}

/** GET /verify: the link of a mail. Answers with a redirect in every case but a malformed link. */
export function verifyByLink(parts: AuthParts): Handler<BackendEnv> {
  return async (c) => {
    // Mail programs look at links with HEAD; that must not use them up.
    if (c.req.method === "HEAD") return c.body(null, 200);
    const token = c.req.query("token") ?? "";
    const type = c.req.query("type") ?? "";
    if (type === "") throw validationFailed("Verify requires a verification type");
    if (token === "") throw validationFailed("Verify requires a token or a token hash");
    const target = redirectTargetOf(c, parts);
    try {
      return c.redirect(await followLink(c, parts, { token, type, target }), 303);
    } catch (thrown) {
      const error = toAuthError(thrown);
      if (error.status >= 500) throw thrown;
      return c.redirect(toErrorRedirect(target, error, { isPkce: isPkceToken(token) }), 303);
    }
  };
}

async function followLink(
  c: Context<BackendEnv>,
  parts: AuthParts,
  link: { readonly token: string; readonly type: string; readonly target: string },
): Promise<string> {
  const { token, type, target } = link;
  if (!isVerifyType(type)) throw validationFailed("Unsupported verification type");
  const isPkce = isPkceToken(token);
  const { redeemed, address } = await parts.sql.begin(async (tx) => {
    const redeemed = await redeemToken(tx, parts, {
      presented: [parts.codes.storedHash(token)],
      type,
      origin: originOf(c),
      refusal: linkRefusal(),
    });
    if (!redeemed.isComplete) {
      const message = { message: ONE_SIDE_MESSAGE };
      const plain = isPkce ? toQueryRedirect(target, message) : target;
      return { redeemed, address: toFragmentRedirect(plain, message) };
    }
    const address = isPkce
      ? toQueryRedirect(target, { code: await startFlow(tx, parts, redeemed) })
      : toFragmentRedirect(target, toFragment(await startSession(c, tx, parts, redeemed), type));
    return { redeemed, address };
  });
  await afterwards(c, parts, redeemed);
  return address;
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

function startSession(
  c: Context<BackendEnv>,
  tx: TransactionSql,
  parts: AuthParts,
  redeemed: Redeemed,
): Promise<SessionJson> {
  return openSession(tx, parts, {
    userId: redeemed.userId,
    method: "otp",
    origin: originOf(c),
    isRecovery: redeemed.type === "recovery",
  });
}

async function startFlow(
  tx: TransactionSql,
  parts: AuthParts,
  redeemed: Redeemed,
): Promise<string> {
  const method = METHOD_OF_LINK[redeemed.type];
  const now = new Date(parts.now());
  const code = await issueFlowCode(tx, { userId: redeemed.userId, method, now });
  if (code === null) {
    const message = "No associated flow state found. No valid flow state found for user.";
    throw new AuthError(400, "flow_state_not_found", message);
  }
  return code;
}

/** After the commit: the mailbox's owner is no guesser, and a changed address tells the old one. */
async function afterwards(
  c: Context<BackendEnv>,
  parts: AuthParts,
  redeemed: Redeemed,
): Promise<void> {
  const { user, formerEmail } = redeemed;
  if (redeemed.isComplete && user.email !== null) {
    await forgivePasswordGuesses(parts, originOf(c), user.email);
  }
  if (formerEmail !== null) {
    const acceptLanguage = c.req.header("accept-language");
    const userMetadata = user.raw_user_meta_data;
    const recipient = { address: formerEmail, userMetadata, acceptLanguage };
    sendNotice(parts, recipient, "email_changed", { address: user.email_change });
  }
}

function toFragment(session: SessionJson, type: string): Record<string, string> {
  return {
    access_token: session.access_token,
    expires_at: String(session.expires_at),
    expires_in: String(session.expires_in),
    refresh_token: session.refresh_token,
    token_type: session.token_type,
    type,
  };
}

function linkRefusal(): AuthError {
  return new AuthError(403, "otp_expired", "Email link is invalid or has expired");
}

function codeRefusal(): AuthError {
  return new AuthError(403, "otp_expired", "Token has expired or is invalid");
}
