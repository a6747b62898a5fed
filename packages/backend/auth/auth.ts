import { join } from "node:path";
import { Hono } from "hono";
import type { BackendDeps, BackendEnv } from "#backend/context.ts";
import type { RequestContext } from "@reign-tv/kit/http/request-context.ts";
import { createUser, editUser } from "./admin/admin-edit-user.ts";
import {
  deleteUsersFactor,
  editUsersFactor,
  listUsersFactors,
  deleteUser,
  listUsers,
  showUser,
} from "./admin/admin-users.ts";
import type { AuthDeps } from "./auth-deps.ts";
import {
  getHealth,
  getJwks,
  getSettings,
  addDisabledEndpoints,
} from "./endpoints/service-endpoints.ts";
import { API_VERSION_HEADER, replyWithError, toAuthError } from "./protocol/error-reply.ts";
import { databaseErrorCode } from "./protocol/database-error.ts";
import { followByButton, FOLLOW_PATH, verifyByLink } from "./links/follow-link.ts";
import { generateLink, invite } from "./admin/admin-links.ts";
import { createPasswordHasher, type PasswordHasher } from "./passwords/hash-password.ts";
import { createExpiryPurge, purgeExpired } from "./store/purge-expired.ts";
import { challengeFactor } from "./factors/challenge-factor.ts";
import { enrollFactor, unenrollFactor } from "./factors/enroll-factor.ts";
import {
  countRecoveryCodes,
  deleteRecoveryCodes,
  generateRecoveryCodes,
  regenerateRecoveryCodes,
  verifyRecoveryCode,
} from "./factors/recovery-codes.ts";
import { verifyFactor } from "./factors/verify-factor.ts";
import { unlinkIdentity } from "./providers/unlink-identity.ts";
import { authorize, authorizeLink } from "./providers/authorize.ts";
import { callback } from "./providers/callback.ts";
import { createProviderRegistry } from "./providers/provider-registry.ts";
import { countSignIns, grantToken } from "./endpoints/token.ts";
import { addPasskeyRoutes } from "./passkeys/passkey-routes.ts";
import { logOut } from "./endpoints/sessions.ts";
import { createMailOutbox, type MailOutbox } from "./mail/mail-outbox.ts";
import { createOneTimeCodes } from "./store/one-time-code.ts";
import { createRateCounters } from "./store/rate-counters.ts";
import { reauthenticate } from "./endpoints/reauthenticate.ts";
import { recover, resend, sendOtp } from "./endpoints/send-codes.ts";
import { signUp } from "./endpoints/sign-up.ts";
import {
  createSmsFolder,
  createTwilioTransport,
  createSmsOutbox,
  type SmsTransport,
} from "./sms.ts";
import { openMailTransport } from "./mail/transports.ts";
import { rateLimit } from "#backend/gateway/rate-limits.ts";
import { getUser, updateUser } from "./endpoints/update-user.ts";
import { verifyByCode } from "./links/verify.ts";

/** Replacements for tests. */
export type AuthOverrides = {
  readonly hasher?: PasswordHasher;
  readonly outbox?: MailOutbox;
  /** For requests to third parties. */
  readonly fetch?: typeof globalThis.fetch;
};

/**
 * Creates the auth service with Supabase's protocol; paths are relative to /auth/v1.
 *
 * The gateway sets the context variables, checks the API key and body sizes, and counts client
 * IPs: "account" where a route declares no limit. This service checks bearer tokens and limits
 * accounts and mailboxes.
 */
export function createAuth(backend: BackendDeps, overrides: AuthOverrides = {}): Hono<BackendEnv> {
  const deps = createDeps(backend, overrides);
  const app = new Hono<BackendEnv>();
  const purgeWhenDue = createExpiryPurge(deps, () => purgeExpired(deps));

  app.use(async (_, next) => {
    await next();
    purgeWhenDue();
  });
  app.onError((thrown, c) => {
    logFault(c.get("facts"), thrown);
    return replyWithError(thrown, c.req.header(API_VERSION_HEADER), c.get("requestId"));
  });

  const tokenLimit = rateLimit(({ req }) =>
    req.query("grant_type") === "refresh_token" ? "refresh" : "password",
  );
  app.use("/token", tokenLimit, countSignIns(backend, deps));
  app.get("/health", getHealth());
  app.get("/settings", getSettings(deps));
  app.get("/.well-known/jwks.json", getJwks(deps));
  app.post("/signup", rateLimit("signUp"), signUp(deps));
  app.post("/token", grantToken(deps));
  app.get("/user", getUser(deps));
  app.put("/user", updateUser(deps));
  app.post("/logout", logOut(deps));
  app.post("/recover", rateLimit("mail"), recover(deps));
  app.post("/resend", rateLimit("mail"), resend(deps));
  app.post("/otp", rateLimit("mail"), sendOtp(deps));
  app.get("/reauthenticate", reauthenticate(deps));
  app.get("/verify", rateLimit("verify"), verifyByLink(deps));
  app.post("/verify", rateLimit("verify"), verifyByCode(deps));
  app.post(FOLLOW_PATH, rateLimit("verify"), followByButton(deps));
  addProviderRoutes(app, deps);
  addFactorRoutes(app, deps);
  if (deps.settings.passkeys) addPasskeyRoutes(app, deps);
  addAdminRoutes(app, deps);
  addDisabledEndpoints(app, deps);
  return app;
}

function addAdminRoutes(app: Hono<BackendEnv>, deps: AuthDeps): void {
  app.post("/invite", invite(deps));
  app.post("/admin/generate_link", generateLink(deps));
  app.get("/admin/users", listUsers(deps));
  app.post("/admin/users", createUser(deps));
  app.get("/admin/users/:id", showUser(deps));
  app.put("/admin/users/:id", editUser(deps));
  app.delete("/admin/users/:id", deleteUser(deps));
  app.get("/admin/users/:id/factors", listUsersFactors(deps));
  app.put("/admin/users/:id/factors/:factor", editUsersFactor(deps));
  app.delete("/admin/users/:id/factors/:factor", deleteUsersFactor(deps));
}

function addProviderRoutes(app: Hono<BackendEnv>, deps: AuthDeps): void {
  app.get("/authorize", authorize(deps));
  app.on(["GET", "POST"], "/callback", callback(deps));
  app.get("/user/identities/authorize", authorizeLink(deps));
  app.delete("/user/identities/:identity", unlinkIdentity(deps));
}

function addFactorRoutes(app: Hono<BackendEnv>, deps: AuthDeps): void {
  app.get("/factors/recovery-codes", countRecoveryCodes(deps));
  app.post("/factors/recovery-codes", generateRecoveryCodes(deps));
  app.delete("/factors/recovery-codes", deleteRecoveryCodes(deps));
  app.post("/factors/recovery-codes/verify", verifyRecoveryCode(deps));
  app.post("/factors/recovery-codes/regenerate", regenerateRecoveryCodes(deps));
  app.post("/factors", enrollFactor(deps));
  app.post("/factors/:factor/challenge", challengeFactor(deps));
  app.post("/factors/:factor/verify", verifyFactor(deps));
  app.delete("/factors/:factor", unenrollFactor(deps));
}

function createDeps(backend: BackendDeps, overrides: AuthOverrides): AuthDeps {
  const { database, keys, log, now, settings } = backend;
  const sql = database.auth;
  const fetch = overrides.fetch ?? globalThis.fetch;
  return {
    sql,
    keys,
    log,
    now,
    settings,
    hasher: overrides.hasher ?? createPasswordHasher(),
    codes: createOneTimeCodes(keys.hmacSecret),
    counters: createRateCounters({ sql, secret: keys.hmacSecret, now }),
    outbox:
      overrides.outbox ??
      createMailOutbox({ ...backend, transport: openMailTransport(settings, now) }),
    sms: createSmsOutbox({
      transport: toSmsTransport(backend, fetch),
      log,
      report: backend.report,
    }),
    providers: createProviderRegistry({ settings, fetch, now }),
    keySets: new Map(),
    fetch,
  };
}

function toSmsTransport(
  { settings, now }: BackendDeps,
  fetch: typeof globalThis.fetch,
): SmsTransport {
  const { twilio } = settings.phone;
  if (twilio !== null) return createTwilioTransport(twilio, fetch);
  return createSmsFolder({ folder: join(settings.dataDir, "sms"), now, print: printLine });
}

function printLine(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Logs server errors by code only: PostgreSQL's messages may quote values. */
function logFault(facts: RequestContext, thrown: unknown): void {
  const error = toAuthError(thrown);
  if (error.status < 500) return;
  const cause = error.cause ?? thrown;
  const fault = databaseErrorCode(cause) ?? (cause instanceof Error ? cause.name : "unknown");
  const isUnexpected = error.status === 500;
  const place =
    isUnexpected && cause instanceof Error ? cause.stack?.split("\n").slice(1, 6) : undefined;
  facts.fault = { fault, place };
}
