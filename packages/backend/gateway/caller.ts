import { createHash, timingSafeEqual } from "node:crypto";
import type { SessionLiveness } from "#backend/auth/store/session-liveness.ts";
import {
  verifyAccessToken,
  type AccessTokenClaims,
  type AccessTokenFailure,
} from "#backend/access-token.ts";
import { isDatabaseUnavailable } from "#backend/database/database-errors.ts";
import type { BackendDeps } from "#backend/context.ts";
import type { ApiRole, Caller } from "#backend/database/caller.ts";
import { roleOfSharedKey } from "#backend/shared-secret.ts";
import { unavailable, type GatewayError } from "./gateway-error.ts";

/** Request data that identifies the caller. */
export type Credentials = {
  readonly apikey: string | undefined;
  readonly authorization: string | undefined;
  /** True for a request with Origin or Sec-Fetch-Site, which only browsers send. */
  readonly isBrowser: boolean;
};

export type CallerResult =
  | { readonly ok: true; readonly caller: Caller }
  | { readonly ok: false; readonly error: GatewayError };

export type CallerResolver = {
  /** Resolves the role of the API key. Leaves other bearer tokens to the service (auth). */
  fromKey(credentials: Credentials): CallerResult;
  /** Resolves the API key and the session of the bearer token. */
  fromKeyAndToken(credentials: Credentials): Promise<CallerResult>;
};

const ANONYMOUS: Caller = callerOfRole("anon");
const SERVICE: Caller = callerOfRole("service_role");

const TOKEN_MESSAGES: Readonly<
  Record<AccessTokenFailure | "session_ended", readonly [restCode: string, message: string]>
> = {
  malformed: ["PGRST301", "JWT could not be decoded"],
  wrong_algorithm: ["PGRST301", "Wrong or unsupported encoding algorithm"],
  unknown_key: ["PGRST301", "No suitable key or wrong key type"],
  bad_signature: ["PGRST301", "JWT cryptographic operation failed"],
  expired: ["PGRST303", "JWT expired"],
  not_yet_valid: ["PGRST303", "JWT not yet valid"],
  bad_claims: ["PGRST303", "JWT claims validation failed"],
  session_ended: ["PGRST303", "JWT session has ended"],
};

/** Creates the check of keys and tokens. */
export function createCallerResolver(deps: BackendDeps, liveness: SessionLiveness): CallerResolver {
  const roleOfKey = createKeyReader(deps);

  const fromKey = ({ apikey, authorization, isBrowser }: Credentials): CallerResult => {
    if (apikey === undefined || apikey === "") {
      return keyError("No API key found in request");
    }
    const role = roleOfKey(apikey);
    if (role === null) return keyError("Invalid API key", "Double check your API key.");
    const bearer = bearerOf(authorization);
    const bearerRole = bearer === null ? null : roleOfKey(bearer);
    const isService = role === "service_role" || bearerRole === "service_role";
    if (isService && isBrowser) return secretInBrowser();
    return { ok: true, caller: (bearerRole ?? role) === "anon" ? ANONYMOUS : SERVICE };
  };

  return {
    fromKey,
    async fromKeyAndToken(credentials) {
      const byKey = fromKey(credentials);
      const token = bearerOf(credentials.authorization);
      if (!byKey.ok || token === null || roleOfKey(token) !== null) return byKey;

      const result = await verifyAccessToken(token, deps);
      if (!result.ok) return tokenError(result.reason);
      const { claims } = result;
      if (claims.session_id !== undefined) {
        const state = await sessionState(claims.session_id, liveness);
        if (state === "unknown") return { ok: false, error: unavailable() };
        if (state === "ended") return tokenError("session_ended");
      }
      if (claims.role === "service_role" && credentials.isBrowser) return secretInBrowser();
      return { ok: true, caller: callerOfClaims(claims) };
    },
  };
}

async function sessionState(
  sessionId: string,
  liveness: SessionLiveness,
): Promise<"live" | "ended" | "unknown"> {
  try {
    return (await liveness.isLive(sessionId)) ? "live" : "ended";
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
    return "unknown";
  }
}

/** Returns the caller of routes without a key. */
export function anonymousCaller(): Caller {
  return ANONYMOUS;
}

/** Returns the token of `Authorization: Bearer x`, else null. */
export function bearerOf(authorization: string | undefined): string | null {
  return /^Bearer +(\S.*)$/i.exec(authorization ?? "")?.[1] ?? null;
}

function createKeyReader({ keys, now }: BackendDeps): (key: string) => ApiRole | null {
  const secretDigest = digest(keys.secretKey);
  return (key) => {
    if (key === keys.publishableKey) return "anon";
    if (!key.startsWith("sb_secret_")) return roleOfSharedKey(key, keys.sharedSecret, now());
    return timingSafeEqual(digest(key), secretDigest) ? "service_role" : null;
  };
}

function callerOfRole(role: ApiRole): Caller {
  return { role, claims: { role }, userId: null, sessionId: null };
}

function callerOfClaims(claims: AccessTokenClaims): Caller {
  return {
    role: claims.role,
    claims,
    userId: claims.sub ?? null,
    sessionId: claims.session_id ?? null,
  };
}

function keyError(message: string, hint?: string): CallerResult {
  const error = { status: 401, message, isKeyError: true } as const;
  return { ok: false, error: hint === undefined ? error : { ...error, hint } };
}

function secretInBrowser(): CallerResult {
  return keyError(
    "Forbidden use of secret API key in browser",
    "Secret API keys belong on servers: delete this one and have a new one made.",
  );
}

function tokenError(reason: AccessTokenFailure | "session_ended"): CallerResult {
  const [restCode, message] = TOKEN_MESSAGES[reason];
  return { ok: false, error: { status: 401, message, restCode } };
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
