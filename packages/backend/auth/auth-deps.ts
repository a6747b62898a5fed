import type { createRemoteJWKSet } from "jose";
import type { Sql } from "postgres";
import type { BackendDeps } from "#backend/context.ts";
import type { MailOutbox } from "#backend/auth/mail/mail-outbox.ts";
import type { PasswordHasher } from "#backend/auth/passwords/hash-password.ts";
import type { ProviderRegistry } from "#backend/auth/providers/provider-registry.ts";
import type { OneTimeCodes } from "#backend/auth/store/one-time-code.ts";
import type { RateCounters } from "#backend/auth/store/rate-counters.ts";
import type { SmsOutbox } from "./sms.ts";

export type StoreDeps = Omit<BackendDeps, "database"> & {
  readonly sql: Sql;
  readonly codes: OneTimeCodes;
};

export type MailDeps = StoreDeps & { readonly outbox: MailOutbox };

export type AuthDeps = MailDeps & {
  readonly hasher: PasswordHasher;
  readonly counters: RateCounters;
  readonly sms: SmsOutbox;
  readonly providers: ProviderRegistry;
  /** Key sets of ID token issuers, by issuer. */
  readonly keySets: Map<string, ReturnType<typeof createRemoteJWKSet>>;
  /** For requests to third parties. */
  readonly fetch: typeof globalThis.fetch;
};
