import type { Context, Handler } from "hono";
import type { BackendEnv } from "#backend/context.ts";
import {
  AuthError,
  alreadyRegistered,
  phoneDisabled,
  validationFailed,
} from "#backend/auth/protocol/auth-error.ts";
import { optionalObject, optionalText, readBody } from "#backend/auth/protocol/read-body.ts";
import { originOf } from "#backend/auth/protocol/request-origin.ts";
import { recordAudit } from "#backend/auth/store/audit-log.ts";
import { assertMetadataFits } from "#backend/auth/store/metadata.ts";
import { openSession, type SessionJson } from "#backend/auth/store/session-store.ts";
import {
  insertUser,
  confirmEmail,
  findUserByEmail,
  hasPassword,
  lockUser,
  type UserRow,
} from "#backend/auth/store/user-store.ts";
import type { AuthDeps } from "#backend/auth/auth-deps.ts";
import { consumeAnonymousSignUp, trustNetwork } from "./limits.ts";
import type { TransactionSql } from "postgres";
import * as v from "valibot";
import { parseEmailAddress, parsePhoneNumber } from "#backend/auth/protocol/email-and-phone.ts";
import { challengeFields, parseChallenge } from "#backend/auth/store/flow-state.ts";
import { clearTokens } from "#backend/auth/store/one-time-tokens.ts";
import { assertPasswordAllowed } from "#backend/auth/passwords/password-rules.ts";
import { parseChannel, type PhoneApplication, signUpWithPhone } from "#backend/auth/phone.ts";
import { type Application, signUpWithMail } from "./sign-up-with-mail.ts";
import type { JsonObject } from "@reign-tv/kit/json-object.ts";

/**
 * POST /signup without email and phone: creates an account that only its session can use, until
 * PUT /user adds an email address or a phone number.
 *
 * @throws AuthError 422 anonymous_provider_disabled; 422 signup_disabled; 429.
 */
async function signUpAnonymously(
  c: Context<BackendEnv>,
  deps: AuthDeps,
  data: JsonObject,
): Promise<SessionJson> {
  if (!deps.settings.anonymousUsers) {
    throw new AuthError(422, "anonymous_provider_disabled", "Anonymous sign-ins are disabled");
  }
  if (deps.settings.disableSignup) {
    throw new AuthError(422, "signup_disabled", "Signups not allowed for this instance");
  }
  assertMetadataFits({ userMetadata: data });
  const origin = originOf(c);
  await consumeAnonymousSignUp(deps, origin);
  return deps.sql.begin(async (tx) => {
    const now = new Date(deps.now());
    const account = { email: null, passwordHash: "", userMetadata: data, isConfirmed: false };
    const user = await insertUser(tx, { ...account, isAnonymous: true }, now);
    if (user === null) throw new Error("The new user id exists already.");
    await recordAudit(tx, { action: "user_signedup", userId: user.id, origin, now });
    return openSession(tx, deps, { userId: user.id, method: "anonymous", origin });
  });
}

const signUpBody = v.object({
  email: optionalText,
  phone: optionalText,
  password: optionalText,
  channel: optionalText,
  data: optionalObject,
  ...challengeFields,
});
type SignUpBody = v.InferOutput<typeof signUpBody>;

/** POST /signup: creates an account, and a session when confirmation is off. */
export function signUp(deps: AuthDeps): Handler<BackendEnv> {
  return async (c) => {
    const body = await readBody(c, signUpBody);
    if (body.email === "" && body.phone === "") {
      return c.json(await signUpAnonymously(c, deps, body.data ?? {}));
    }
    assertWanted(deps, body);
    if (body.phone !== "") {
      return c.json(await signUpWithPhone(c, deps, readPhoneApplication(deps, body)));
    }
    const application = readApplication(c, deps, body);
    return deps.settings.confirmEmail
      ? c.json(await signUpWithMail(c, deps, application))
      : c.json(await signUpAtOnce(deps, application));
  };
}

function assertWanted({ settings }: AuthDeps, body: SignUpBody): void {
  if (settings.disableSignup) {
    throw new AuthError(422, "signup_disabled", "Signups not allowed for this instance");
  }
  if (body.password === "") throw validationFailed("Signup requires a valid password");
  if (body.email !== "" && body.phone !== "") {
    const message = "Only an email address or phone number should be provided on signup.";
    throw validationFailed(message);
  }
  assertMetadataFits({ userMetadata: body.data ?? {} });
}

function readPhoneApplication(deps: AuthDeps, body: SignUpBody): PhoneApplication {
  if (!deps.settings.phone.isOn) throw phoneDisabled(400, "Phone signups are disabled");
  const phone = parsePhoneNumber(body.phone);
  const channel = parseChannel(deps, body.channel);
  const data = body.data ?? {};
  assertPasswordAllowed(deps.settings, body.password, { email: "", data });
  return { phone, password: body.password, data, channel };
}

function readApplication(
  c: Context<BackendEnv>,
  { settings }: AuthDeps,
  body: SignUpBody,
): Application {
  const challenge = parseChallenge(body);
  const email = parseEmailAddress(body.email);
  const data = body.data ?? {};
  assertPasswordAllowed(settings, body.password, { email, data });
  return { email, password: body.password, data, challenge, origin: originOf(c) };
}

async function signUpAtOnce(deps: AuthDeps, application: Application): Promise<SessionJson> {
  const { email, origin } = application;
  const known = await findUserByEmail(deps.sql, email);
  if (known !== null && !isUnclaimed(known)) throw alreadyRegistered();
  const passwordHash = await deps.hasher.hash(application.password);
  const session = await deps.sql.begin(async (tx) => {
    const now = new Date(deps.now());
    const userId =
      known === null
        ? await insertConfirmed(tx, { application, passwordHash, now })
        : await claim(tx, { userId: known.id, application, passwordHash, now });
    if (userId === null) throw alreadyRegistered();
    await recordAudit(tx, { action: "user_signedup", userId, origin, now });
    return openSession(tx, deps, { userId, method: "password", origin });
  });
  await trustNetwork(deps, origin, email);
  return session;
}

type Registration = {
  readonly application: Application;
  readonly passwordHash: string;
  readonly now: Date;
};

async function insertConfirmed(
  tx: TransactionSql,
  { application, passwordHash, now }: Registration,
): Promise<string | null> {
  const { email, data } = application;
  const user = await insertUser(
    tx,
    { email, passwordHash, userMetadata: data, isConfirmed: true },
    now,
  );
  return user?.id ?? null;
}

/**
 * True for an account that POST /otp created and that was never used: no password, session or
 * permissions. A sign-up with its email address takes it over.
 */
function isUnclaimed(user: UserRow): boolean {
  const rights = Object.keys(user.raw_app_meta_data).filter(
    (key) => key !== "provider" && key !== "providers",
  );
  return (
    user.email_confirmed_at === null &&
    user.last_sign_in_at === null &&
    user.invited_at === null &&
    !hasPassword(user) &&
    rights.length === 0
  );
}

async function claim(
  tx: TransactionSql,
  { userId, application, passwordHash, now }: Registration & { readonly userId: string },
): Promise<string | null> {
  const user = await lockUser(tx, userId);
  if (user === null || !isUnclaimed(user)) return null;
  await tx`
    update auth.users
    set encrypted_password = ${passwordHash}, raw_user_meta_data = ${tx.json(application.data)},
      -- The address is not confirmed by the mail that was sent before.
      confirmation_sent_at = null, recovery_sent_at = null
    where id = ${userId}`;
  await confirmEmail(tx, userId, now);
  await clearTokens(tx, userId);
  return userId;
}
