import type { createRemoteJWKSet } from "jose";
import type { ProviderRegistry } from "#server/backend/auth/providers/provider-registry.ts";
import type { PasswordHasher } from "#server/backend/auth/passwords/hash-password.ts";
import type { MailDeps } from "#server/backend/auth/mail/send-mail.ts";
import type { SmsOutbox } from "#server/backend/auth/sms/sms-outbox.ts";
import type { RateCounters } from "#server/backend/auth/store/rate-counters.ts";

/** What the handlers of the service are made from. */
export type AuthDeps = MailDeps & {
  readonly hasher: PasswordHasher;
  readonly counters: RateCounters;
  readonly sms: SmsOutbox;
  readonly providers: ProviderRegistry;
  /** Public keys of issuers of ID tokens, by issuer. */
  readonly keySets: Map<string, ReturnType<typeof createRemoteJWKSet>>;
  /** Calls third parties. */
  readonly fetch: typeof globalThis.fetch;
};
