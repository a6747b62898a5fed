import type { TransactionSql } from "postgres";
import { emailExists, AuthError, validationFailed } from "#backend/auth/protocol/auth-error.ts";
import type { AuthDeps } from "#backend/auth/auth-deps.ts";
import type { IssuedCode } from "#backend/auth/store/one-time-code.ts";
import { issueToken, type TokenType } from "#backend/auth/store/one-time-tokens.ts";
import { optionalObject, optionalText, readBody } from "#backend/auth/protocol/read-body.ts";
import {
  findUserByEmail,
  insertUser,
  findUserById,
  type UserRow,
} from "#backend/auth/store/user-store.ts";
import type { Handler } from "hono";
import * as v from "valibot";
import type { BackendEnv } from "#backend/context.ts";
import { recordAudit } from "#backend/auth/store/audit-log.ts";
import { requireServiceRole } from "#backend/auth/endpoints/authenticate.ts";
import { parseEmailAddress } from "#backend/auth/protocol/email-and-phone.ts";
import { assertMetadataFits } from "#backend/auth/store/metadata.ts";
import { originOf } from "#backend/auth/protocol/request-origin.ts";
import {
  redirectTargetOf,
  sendCodeMail,
  type LinkType,
  toActionLink,
} from "#backend/auth/mail/send-mail.ts";
import { presentUser } from "#backend/auth/store/user-json.ts";
import { assertPasswordAllowed } from "#backend/auth/passwords/password-rules.ts";
import { chooseRedirectTarget } from "#backend/auth/protocol/redirects.ts";
import type { JsonObject } from "@reign-tv/kit/json-object.ts";

/**
 * Creates or finds the invited account and issues its code.
 *
 * @throws AuthError 422 email_exists for a confirmed email address.
 */
async function inviteAccount(
  tx: TransactionSql,
  deps: AuthDeps,
  guest: { readonly email: string; readonly data: JsonObject },
): Promise<{ readonly userId: string; readonly issued: IssuedCode }> {
  const { email, data } = guest;
  const now = new Date(deps.now());
  const account = { email, passwordHash: "", userMetadata: data, isConfirmed: false };
  const inserted = await insertUser(tx, { ...account, invitedAt: now }, now);
  const user = inserted ?? (await findUserByEmail(tx, email));
  if (user === null || user.email_confirmed_at !== null) throw emailExists();
  await tx`update auth.users set invited_at = ${now} where id = ${user.id}`;
  const issued = await issueToken(tx, deps, {
    userId: user.id,
    tokenType: "confirmation_token",
    address: email,
    isPkce: false,
  });
  return { userId: user.id, issued };
}

const inviteBody = v.object({ email: optionalText, data: optionalObject });

/** POST /invite: creates an account without a password and mails its owner a sign-in link. */
export function invite(deps: AuthDeps): Handler<BackendEnv> {
  return async (c) => {
    requireServiceRole(c);
    const body = await readBody(c, inviteBody);
    const email = parseEmailAddress(body.email);
    const data = body.data ?? {};
    assertMetadataFits({ userMetadata: data });
    const { userId, issued } = await deps.sql.begin(async (tx) => {
      const invited = await inviteAccount(tx, deps, { email, data });
      const now = new Date(deps.now());
      const { userId } = invited;
      await recordAudit(tx, { action: "user_invited", userId, origin: originOf(c), now });
      return invited;
    });
    const user = await findUserById(deps.sql, userId);
    if (user === null) throw emailExists();
    const acceptLanguage = c.req.header("accept-language");
    const recipient = { address: email, userMetadata: user.raw_user_meta_data, acceptLanguage };
    const redirectTo = redirectTargetOf(c, deps);
    sendCodeMail(deps, { kind: "invite", recipient, issued, redirectTo });
    return c.json(await presentUser(deps.sql, user));
  };
}

const LINK_TYPES = [
  "signup",
  "invite",
  "magiclink",
  "recovery",
  "email_change_current",
  "email_change_new",
] as const;
type GeneratedType = (typeof LINK_TYPES)[number];

const linkBody = v.object({
  type: optionalText,
  email: optionalText,
  new_email: optionalText,
  password: optionalText,
  data: optionalObject,
  redirect_to: optionalText,
});
type LinkBody = v.InferOutput<typeof linkBody>;

type Generated = { readonly userId: string; readonly issued: IssuedCode };

/** POST /admin/generate_link: returns the link of a mail without sending the mail. */
export function generateLink(deps: AuthDeps): Handler<BackendEnv> {
  return async (c) => {
    requireServiceRole(c);
    const body = await readBody(c, linkBody);
    const email = parseEmailAddress(body.email);
    assertMetadataFits({ userMetadata: body.data ?? {} });
    const known = await findUserByEmail(deps.sql, email);
    const type = readType(body.type, known);
    const passwordHash = await hashForSignUp(deps, { body, email, type, known });
    const { userId, issued } = await deps.sql.begin((tx) =>
      generate(tx, deps, { body, email, type, known, passwordHash }),
    );
    const redirectTo = chooseRedirectTarget(
      body.redirect_to === "" ? c.req.query("redirect_to") : body.redirect_to,
      c.req.header("referer"),
      deps.settings,
    );
    const linkType = toLinkType(type);
    const user = await findUserById(deps.sql, userId);
    if (user === null) throw emailNotFound();
    return c.json({
      ...(await presentUser(deps.sql, user)),
      action_link: toActionLink(deps, {
        linkToken: issued.linkToken,
        type: linkType,
        redirectTo,
      }),
      email_otp: issued.code,
      hashed_token: issued.linkToken,
      verification_type: type,
      redirect_to: redirectTo,
    });
  };
}

/** A magic link for an unknown email address becomes a sign-up link. */
function readType(text: string, known: UserRow | null): GeneratedType {
  const type = LINK_TYPES.find((name) => name === text);
  if (type === undefined) {
    throw validationFailed(`Invalid email action link type requested: ${text}`);
  }
  if (known !== null || type === "signup" || type === "invite") return type;
  if (type === "magiclink") return "signup";
  throw emailNotFound();
}

type LinkRequest = {
  readonly body: LinkBody;
  readonly email: string;
  readonly type: GeneratedType;
  readonly known: UserRow | null;
};

async function hashForSignUp(
  { hasher, settings }: AuthDeps,
  request: LinkRequest,
): Promise<string> {
  const { body, email, type, known } = request;
  const isMagicLink = body.type === "magiclink";
  if (type !== "signup" || known !== null || isMagicLink) return "";
  if (body.password === "") throw validationFailed("Signup requires a valid password");
  const context = { email, data: body.data ?? {} };
  assertPasswordAllowed(settings, body.password, context);
  return hasher.hash(body.password);
}

async function generate(
  tx: TransactionSql,
  deps: AuthDeps,
  request: LinkRequest & { readonly passwordHash: string },
): Promise<Generated> {
  const { body, email, type, known, passwordHash } = request;
  const data = body.data ?? {};
  if (type === "invite") return inviteAccount(tx, deps, { email, data });
  if (type === "signup") {
    const account = { email, passwordHash, userMetadata: data, isConfirmed: false };
    const user = known ?? (await insertUser(tx, account, new Date(deps.now())));
    if (user === null || user.email_confirmed_at !== null) throw emailExists();
    return issue(tx, deps, { userId: user.id, address: email, tokenType: "confirmation_token" });
  }
  if (known === null) throw emailNotFound();
  if (type === "magiclink" || type === "recovery") {
    return issue(tx, deps, { userId: known.id, address: email, tokenType: "recovery_token" });
  }
  const newEmail = parseEmailAddress(body.new_email);
  if ((await findUserByEmail(tx, newEmail)) !== null) throw emailExists();
  await tx`
    update auth.users set email_change = ${newEmail}, email_change_confirm_status = 0
    where id = ${known.id}`;
  return type === "email_change_new"
    ? issue(tx, deps, {
        userId: known.id,
        address: newEmail,
        tokenType: "email_change_token_new",
      })
    : issue(tx, deps, {
        userId: known.id,
        address: email,
        tokenType: "email_change_token_current",
      });
}

async function issue(
  tx: TransactionSql,
  deps: AuthDeps,
  request: { readonly userId: string; readonly address: string; readonly tokenType: TokenType },
): Promise<Generated> {
  const issued = await issueToken(tx, deps, { ...request, isPkce: false });
  return { userId: request.userId, issued };
}

function toLinkType(type: GeneratedType): LinkType {
  return type === "email_change_current" || type === "email_change_new" ? "email_change" : type;
}

function emailNotFound(): AuthError {
  return new AuthError(404, "user_not_found", "User with this email not found");
}
