import { join } from "node:path";
import { Hono } from "hono";
import type { BackendDeps, BackendEnv } from "#server/backend/context.ts";
import type { RequestContext } from "#server/kit/http/request-context.ts";
import { createUser, editUser } from "./admin/admin-edit-user.ts";
import { deleteUsersFactor, editUsersFactor, listUsersFactors } from "./admin/admin-factors.ts";
import { deleteUser, listUsers, showUser } from "./admin/admin-users.ts";
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
import { generateLink } from "./admin/generate-link.ts";
import { createPasswordHasher, type PasswordHasher } from "./passwords/hash-password.ts";
import { createExpiryPurge } from "./store/purge-expired.ts";
import { invite } from "./endpoints/invite.ts";
import { challengeFactor } from "./factors/challenge-factor.ts";
import { enrollFactor } from "./factors/enroll-factor.ts";
import {
  countRecoveryCodes,
  deleteRecoveryCodes,
  generateRecoveryCodes,
  regenerateRecoveryCodes,
  verifyRecoveryCode,
} from "./factors/recovery-codes.ts";
import { unenrollFactor } from "./factors/unenroll-factor.ts";
import { verifyFactor } from "./factors/verify-factor.ts";
import { unlinkIdentity } from "./identities/unlink-identity.ts";
import { authorize, authorizeLink } from "./providers/authorize.ts";
import { callback } from "./providers/callback.ts";
import { createProviderRegistry } from "./providers/provider-registry.ts";
import { countSignIns } from "./count-sign-ins.ts";
import { addPasskeyRoutes } from "./passkeys/passkey-routes.ts";
import { logOut } from "./endpoints/log-out.ts";
import { createMailOutbox, type MailOutbox } from "./mail/mail-outbox.ts";
import { createOneTimeCodes } from "./store/one-time-code.ts";
import { createRateCounters } from "./store/rate-counters.ts";
import { reauthenticate } from "./endpoints/reauthenticate.ts";
import { recover, resend } from "./endpoints/recover-and-resend.ts";
import { sendOtp } from "./endpoints/send-otp.ts";
import { grantToken } from "./endpoints/token.ts";
import { signUp } from "./endpoints/sign-up.ts";
import { createSmsFolder, createTwilioTransport } from "./sms/transports.ts";
import { createSmsOutbox, type SmsTransport } from "./sms/sms-outbox.ts";
import { openMailTransport } from "./mail/transports.ts";
import { getUser, updateUser } from "./endpoints/update-user.ts";
import { verifyByCode } from "./links/verify.ts";

/** What tests put in place of the real thing. */
export type AuthOverrides = {
  readonly hasher?: PasswordHasher;
  readonly outbox?: MailOutbox;
  /** Calls third parties. */
  readonly fetch?: typeof globalThis.fetch;
};

/**
 * The auth service, in Supabase's protocol; paths are relative to /auth/v1.
 *
 * Expects the gateway's variables, its check of the apikey, its limits per client address and its
 * cap on bodies. Bearer tokens, accounts and mailboxes are this service's own to check and limit.
 */
export function createAuth(deps: BackendDeps, overrides: AuthOverrides = {}): Hono<BackendEnv> {
  const parts = toParts(deps, overrides);
  const app = new Hono<BackendEnv>();
  const purgeWhenDue = createExpiryPurge(parts);

  app.use(async (_, next) => {
    await next();
    purgeWhenDue();
  });
  app.onError((thrown, c) => {
    noteFault(c.get("facts"), thrown);
    return replyWithError(thrown, c.req.header(API_VERSION_HEADER), c.get("requestId"));
  });

  app.use("/token", countSignIns(deps, parts));
  app.get("/health", getHealth());
  app.get("/settings", getSettings(parts));
  app.get("/.well-known/jwks.json", getJwks(parts));
  app.post("/signup", signUp(parts));
  app.post("/token", grantToken(parts));
  app.get("/user", getUser(parts));
  app.put("/user", updateUser(parts));
  app.post("/logout", logOut(parts));
  app.post("/recover", recover(parts));
  app.post("/resend", resend(parts));
  app.post("/otp", sendOtp(parts));
  app.get("/reauthenticate", reauthenticate(parts));
  app.get("/verify", verifyByLink(parts));
  app.post("/verify", verifyByCode(parts));
  app.post(FOLLOW_PATH, followByButton(parts));
  addProviderRoutes(app, parts);
  addFactorRoutes(app, parts);
  if (parts.settings.passkeys) addPasskeyRoutes(app, parts);
  addAdminRoutes(app, parts);
  addDisabledEndpoints(app, parts);
  return app;
}

function addAdminRoutes(app: Hono<BackendEnv>, parts: AuthDeps): void {
  app.post("/invite", invite(parts));
  app.post("/admin/generate_link", generateLink(parts));
  app.get("/admin/users", listUsers(parts));
  app.post("/admin/users", createUser(parts));
  app.get("/admin/users/:id", showUser(parts));
  app.put("/admin/users/:id", editUser(parts));
  app.delete("/admin/users/:id", deleteUser(parts));
  app.get("/admin/users/:id/factors", listUsersFactors(parts));
  app.put("/admin/users/:id/factors/:factor", editUsersFactor(parts));
  app.delete("/admin/users/:id/factors/:factor", deleteUsersFactor(parts));
}

function addProviderRoutes(app: Hono<BackendEnv>, parts: AuthDeps): void {
  app.get("/authorize", authorize(parts));
  app.on(["GET", "POST"], "/callback", callback(parts));
  app.get("/user/identities/authorize", authorizeLink(parts));
  app.delete("/user/identities/:identity", unlinkIdentity(parts));
}

function addFactorRoutes(app: Hono<BackendEnv>, parts: AuthDeps): void {
  app.get("/factors/recovery-codes", countRecoveryCodes(parts));
  app.post("/factors/recovery-codes", generateRecoveryCodes(parts));
  app.delete("/factors/recovery-codes", deleteRecoveryCodes(parts));
  app.post("/factors/recovery-codes/verify", verifyRecoveryCode(parts));
  app.post("/factors/recovery-codes/regenerate", regenerateRecoveryCodes(parts));
  app.post("/factors", enrollFactor(parts));
  app.post("/factors/:factor/challenge", challengeFactor(parts));
  app.post("/factors/:factor/verify", verifyFactor(parts));
  app.delete("/factors/:factor", unenrollFactor(parts));
}

function toParts(deps: BackendDeps, overrides: AuthOverrides): AuthDeps {
  const { database, keys, log, now, settings } = deps;
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
      createMailOutbox({ ...deps, transport: openMailTransport(settings, now) }),
    sms: createSmsOutbox({
      transport: toSmsTransport(deps, fetch),
      log,
      report: deps.report,
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

/** Only faults of ours are told, by code: messages of the database may quote values. */
function noteFault(facts: RequestContext, thrown: unknown): void {
  const error = toAuthError(thrown);
  if (error.status < 500) return;
  const cause = error.cause ?? thrown;
  const fault = databaseErrorCode(cause) ?? (cause instanceof Error ? cause.name : "unknown");
  const isOurs = error.status === 500;
  const place = isOurs && cause instanceof Error ? cause.stack?.split("\n").slice(1, 6) : undefined;
  facts.fault = { fault, place };
}
