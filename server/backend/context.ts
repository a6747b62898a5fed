import type { Caller } from "#server/database/caller.ts";
import type { Database } from "#server/database/database.ts";
import type { ReportFault } from "#server/kit/fault-registry.ts";
import type { Logger } from "#server/kit/log.ts";
import type { Metrics } from "#server/kit/metrics.ts";
import type { RequestContext } from "#server/kit/http/request-context.ts";
import type { BackendSettings } from "./settings.ts";
import type { SharedSecret } from "./shared-secret.ts";

/**
 * What the five parts of the backend share, and the only thing through which they meet: who calls
 * (role and claims), on which database, with which keys. The backend knows nothing of the product.
 */

/** Variables that the gateway sets on every request before a part sees it. */
export type BackendVariables = {
  requestId: string;
  /** Where a part notes why it failed. */
  facts: RequestContext;
  caller: Caller;
  /** Address of the visitor after TRUSTED_PROXY, IPv6 whole. */
  clientAddress: string;
};

/** Hono environment of every part: `new Hono<BackendEnv>()`. */
export type BackendEnv = { Variables: BackendVariables };

/** Public half of a signing key as `/.well-known/jwks.json` shows it. */
export type PublicJwk = JsonWebKey & { readonly kid: string };

/** Keys made at first start, each in a 0600 file below DATA_DIR/secrets. */
export type BackendKeys = {
  /** `sb_publishable_…`: role anon. */
  readonly publishableKey: string;
  /** `sb_secret_…`: role service_role; never printed, never in a bundle. */
  readonly secretKey: string;
  /** ES256 key that signs sessions. */
  readonly signingKey: CryptoKey;
  readonly signingKeyId: string;
  /** Public keys that verify sessions: the current one and, after a rotation, the previous. */
  readonly publicJwks: readonly PublicJwk[];
  /** The secret of a project that was moved here; null where none was. */
  readonly sharedSecret: SharedSecret | null;
  /** 32 random bytes for HMACs (one-time codes, signed storage addresses), split per purpose. */
  readonly hmacSecret: Uint8Array;
};

/** Everything a part is made from; parts keep no global state. */
export type BackendDeps = {
  readonly database: Database;
  readonly settings: BackendSettings;
  readonly keys: BackendKeys;
  readonly log: Logger;
  /** Clock, an argument so that tests can move it. Milliseconds since the epoch. */
  readonly now: () => number;
  /** Told how the object store, the mail server and what functions use went. */
  readonly report?: ReportFault | undefined;
  /** Where parts name their figures. */
  readonly metrics?: Metrics | undefined;
};
