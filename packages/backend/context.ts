import type { Caller } from "#backend/database/caller.ts";
import type { Database } from "#backend/database/database.ts";
import type { ReportFault } from "@reign-tv/kit/fault-registry.ts";
import type { Logger } from "@reign-tv/kit/log.ts";
import type { Metrics } from "@reign-tv/kit/metrics.ts";
import type { RequestContext } from "@reign-tv/kit/http/request-context.ts";
import type { BackendSettings } from "./settings.ts";
import type { SharedSecret } from "./shared-secret.ts";

/**
 * Types that the five services share: the caller (role and claims), the database and the keys.
 * The backend contains nothing of the product.
 */

/** Variables that the gateway sets on every request. */
export type BackendVariables = {
  requestId: string;
  /** Log fields of the request, e.g. an error. */
  facts: RequestContext;
  caller: Caller;
  /** Client IP after TRUSTED_PROXY, with the full IPv6 address. */
  clientAddress: string;
};

/** Hono environment of the services: `new Hono<BackendEnv>()`. */
export type BackendEnv = { Variables: BackendVariables };

/** Public half of a signing key, as in `/.well-known/jwks.json`. */
export type PublicJwk = JsonWebKey & { readonly kid: string };

/** Keys, created on first start as 0600 files in DATA_DIR/secrets. */
export type BackendKeys = {
  /** `sb_publishable_…`: role anon. */
  readonly publishableKey: string;
  /** `sb_secret_…`: role service_role. Never logged, never in a bundle. */
  readonly secretKey: string;
  /** ES256 key that signs sessions. */
  readonly signingKey: CryptoKey;
  readonly signingKeyId: string;
  /** Public keys of sessions: the current one and, after a rotation, the previous one. */
  readonly publicJwks: readonly PublicJwk[];
  /** Secret of an imported project; null without one. */
  readonly sharedSecret: SharedSecret | null;
  /**
   * 32 random bytes from which HMAC keys are derived per purpose (one-time codes, signed storage
   * URLs).
   */
  readonly hmacSecret: Uint8Array;
};

export type BackendDeps = {
  readonly database: Database;
  readonly settings: BackendSettings;
  readonly keys: BackendKeys;
  readonly log: Logger;
  /** Clock in milliseconds since the epoch. */
  readonly now: () => number;
  /** Reports the state of the object store, the mail server and the services that functions use. */
  readonly report?: ReportFault | undefined;
  /** Registry for the services' metrics. */
  readonly metrics?: Metrics | undefined;
};
