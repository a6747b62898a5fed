import type { PasswordHasher } from "#server/backend/auth/passwords/hash-password.ts";
import type { MailParts } from "#server/backend/auth/mail/mail-parts.ts";
import type { SmsOutbox } from "#server/backend/auth/sms/sms-outbox.ts";
import type { RateCounters } from "#server/backend/auth/store/rate-counters.ts";

/** What the handlers of the service are made from. */
export type AuthParts = MailParts & {
  readonly hasher: PasswordHasher;
  readonly counters: RateCounters;
  readonly sms: SmsOutbox;
};
