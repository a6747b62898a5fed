import type { createRemoteJWKSet } from "jose";
import type { ProviderRegistry } from "#server/backend/auth/providers/provider-registry.ts";
import type { PasswordHasher } from "#server/backend/auth/passwords/hash-password.ts";
import type { MailDeps } from "#server/backend/auth/mail/send-mail.ts";
import type { SmsOutbox } from "#server/backend/auth/sms/sms-outbox.ts";
import type { RateCounters } from "#server/backend/auth/store/rate-counters.ts";

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
