import type { Context, Handler, MiddlewareHandler } from "hono";
import type { TransactionSql } from "postgres";
import * as v from "valibot";
import type { BackendEnv, BackendDeps } from "#backend/context.ts";
import { recordAudit } from "#backend/auth/store/audit-log.ts";
import {
  AuthError,
  invalidCredentials,
  phoneDisabled,
  validationFailed,
  OAuthFormError,
} from "#backend/auth/protocol/auth-error.ts";
import type { AuthDeps } from "#backend/auth/auth-deps.ts";
import { DUMMY_HASH, needsRehash } from "#backend/auth/passwords/hash-password.ts";
import { type PasswordAttempt, consumePasswordAttempt, consumeRefresh } from "./limits.ts";
import { optionalText, readBody } from "#backend/auth/protocol/read-body.ts";
import { originOf } from "#backend/auth/protocol/request-origin.ts";
import { openSession, type SessionJson } from "#backend/auth/store/session-store.ts";
import {
  findUserByEmail,
  findUserByPhone,
  hasPassword,
  isBanned,
  type UserRow,
  findUserById,
} from "#backend/auth/store/user-store.ts";
import { linkExternal } from "#backend/auth/store/external-account.ts";
import { finishFlow } from "#backend/auth/store/flow-state.ts";
import { signInWithIdToken } from "#backend/auth/providers/id-token.ts";
import { signInWithWallet } from "#backend/auth/web3/sign-in-with-wallet.ts";
import { isRefreshTokenForm } from "#backend/auth/store/refresh-token.ts";
import { refreshSession } from "./sessions.ts";

const passwordBody = v.object({
  email: optionalText,
  phone: optionalText,
  password: optionalText,
});

/** grant_type=password. Reports the account's state only after the right password. */
async function signInWithPassword(c: Context<BackendEnv>, deps: AuthDeps): Promise<SessionJson> {
  const body = await readBody(c, passwordBody);
  if (body.email !== "" && body.phone !== "") {
    const message = "Only an email address or phone number should be provided on login.";
    throw validationFailed(message);
  }
  const login = readLogin(deps, body);
  const origin = originOf(c);
  const counted = await consumePasswordAttempt(deps, origin, login.address);
  const { known, isRight } = await checkPassword(deps, { login, password: body.password, counted });
  if (known === null || !isRight) throw invalidCredentials();
  const user = known;
  await counted.succeed();
  if (isBanned(user, deps.now())) throw new AuthError(400, "user_banned", "User is banned");
  assertConfirmed(user, login);
  const newHash = needsRehash(user.encrypted_password)
    ? await deps.hasher.hash(body.password)
    : null;
  return deps.sql.begin(async (tx) => {
    const now = new Date(deps.now());
    await confirmPassword(tx, user, newHash ?? user.encrypted_password);
    await recordAudit(tx, { action: "login", userId: user.id, origin, now });
    const { provider } = login;
    return openSession(tx, deps, { userId: user.id, method: "password", origin, provider });
  });
}

/** `address` is an email address in lower case or the digits of a phone number. */
type Login = { readonly provider: "email" | "phone"; readonly address: string };

function readLogin({ settings }: AuthDeps, body: v.InferOutput<typeof passwordBody>): Login {
  if (body.phone !== "") {
    if (!settings.phone.isOn) throw phoneDisabled(422, "Phone logins are disabled");
    return { provider: "phone", address: body.phone.replace(/^\+/, "").replaceAll(" ", "") };
  }
  if (body.email === "") throw validationFailed("missing email or phone");
  return { provider: "email", address: body.email.toLowerCase() };
}

function assertConfirmed(user: UserRow, { provider }: Login): void {
  if (provider === "email" && user.email_confirmed_at === null) {
    throw new AuthError(400, "email_not_confirmed", "Email not confirmed");
  }
  if (provider === "phone" && user.phone_confirmed_at === null) {
    throw new AuthError(400, "phone_not_confirmed", "Phone not confirmed");
  }
}

/** Verifies one hash for every login: known, unknown or without a password. */
async function checkPassword(
  { hasher, sql }: AuthDeps,
  attempt: { readonly login: Login; readonly password: string; readonly counted: PasswordAttempt },
): Promise<{ readonly known: UserRow | null; readonly isRight: boolean }> {
  try {
    const { provider, address } = attempt.login;
    const find = provider === "email" ? findUserByEmail : findUserByPhone;
    const user = await find(sql, address);
    const isUsable = user !== null && hasPassword(user) && user.deleted_at === null;
    const hash = isUsable ? user.encrypted_password : DUMMY_HASH;
    const isRight = await hasher.verify(attempt.password, hash);
    return { known: user, isRight: isUsable && isRight };
  } catch (error) {
    await attempt.counted.refund();
    throw error;
  }
}

/**
 * Stores the hash unless the password has changed in the meantime: a session of the old password
 * must not outlive the change.
 */
async function confirmPassword(tx: TransactionSql, user: UserRow, hash: string): Promise<void> {
  const updated = await tx`
    update auth.users set encrypted_password = ${hash}
    where id = ${user.id} and encrypted_password = ${user.encrypted_password} returning 1`;
  if (updated.length === 0) throw invalidCredentials();
}

const pkceBody = v.object({ auth_code: optionalText, code_verifier: optionalText });

/** grant_type=pkce: exchanges the code of a followed link for a session. */
async function exchangeFlowCode(c: Context<BackendEnv>, deps: AuthDeps): Promise<SessionJson> {
  const body = await readBody(c, pkceBody);
  if (body.auth_code === "" || body.code_verifier === "") {
    throw validationFailed("invalid request: both auth code and code verifier should be non-empty");
  }
  const origin = originOf(c);
  const outcome = await deps.sql.begin(async (tx) => {
    const flow = await finishFlow(tx, {
      code: body.auth_code,
      verifier: body.code_verifier,
      nowMs: deps.now(),
    });
    if (flow instanceof AuthError) return flow;
    const user = await findUserById(tx, flow.userId);
    if (user === null || isBanned(user, deps.now())) {
      return new AuthError(400, "user_banned", "User is banned");
    }
    const { method, provider, accessToken, refreshToken, identity } = flow;
    const linkError =
      identity === null ? null : await link(tx, deps, { userId: user.id, identity });
    if (linkError !== null) return linkError;
    const now = new Date(deps.now());
    await recordAudit(tx, { action: "login", userId: user.id, origin, now });
    const isRecovery = method === "recovery";
    const start = { userId: user.id, method, origin, isRecovery, provider };
    const session = await openSession(tx, deps, start);
    return {
      ...session,
      ...(accessToken === null ? {} : { provider_token: accessToken }),
      ...(refreshToken === null ? {} : { provider_refresh_token: refreshToken }),
    };
  });
  if (outcome instanceof AuthError) throw outcome;
  return outcome;
}

/** Links an identity within a savepoint: on an error the code stays used. */
function link(
  tx: TransactionSql,
  deps: AuthDeps,
  request: Parameters<typeof linkExternal>[2],
): Promise<AuthError | null> {
  return tx
    .savepoint((inner) => linkExternal(inner, deps, request))
    .then(() => null)
    .catch((error: unknown) => (error instanceof AuthError ? error : Promise.reject(error)));
}

const refreshBody = v.object({ refresh_token: optionalText });

/** POST /token */
export function grantToken(deps: AuthDeps): Handler<BackendEnv> {
  return async (c) => {
    const grantType = c.req.query("grant_type") ?? "";
    if (grantType === "password") return c.json(await signInWithPassword(c, deps));
    if (grantType === "refresh_token") return c.json(await signInWithRefreshToken(c, deps));
    if (grantType === "pkce") return c.json(await exchangeFlowCode(c, deps));
    if (grantType === "id_token") {
      return c.json(await signInWithIdToken(c, deps));
    }
    if (grantType === "web3") {
      return c.json(await signInWithWallet(c, deps));
    }
    throw new AuthError(400, "invalid_credentials", "unsupported_grant_type");
  };
}

async function signInWithRefreshToken(
  c: Context<BackendEnv>,
  deps: AuthDeps,
): Promise<SessionJson> {
  const { refresh_token: presented } = await readBody(c, refreshBody);
  if (presented === "") throw new OAuthFormError("invalid_request", "refresh_token required");
  if (!isRefreshTokenForm(presented)) throw validationFailed("Refresh token is not valid");
  return refreshSession(deps, presented, {
    origin: originOf(c),
    onSession: (sessionId) => consumeRefresh(deps, sessionId),
  });
}

/** Registers the sign-in metrics and counts sign-ins. Refreshed sessions do not count. */
export function countSignIns(
  { metrics }: Pick<BackendDeps, "metrics">,
  { hasher }: Pick<AuthDeps, "hasher">,
): MiddlewareHandler<BackendEnv> {
  if (metrics === undefined) return (_, next) => next();
  metrics.gauge("auth_hash_queue", "Passwords that wait to be hashed.", () => hasher.waiting());
  const logins = metrics.counter("auth_logins_total", "Sign-ins that brought a session.");
  const refused = metrics.counter("auth_refused_total", "Sign-ins that were refused.");
  return async (c, next) => {
    await next();
    if (c.req.query("grant_type") === "refresh_token") return;
    if (c.res.ok) logins();
    else if (c.res.status < 500) refused();
  };
}
