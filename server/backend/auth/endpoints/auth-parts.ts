import type { Sql } from "postgres";
import type { BackendDeps } from "#server/backend/context.ts";
import type { PasswordHasher } from "#server/backend/auth/passwords/hash-password.ts";
import type { MailOutbox } from "#server/backend/auth/mail/mail-outbox.ts";
import type { CodeBook } from "#server/backend/auth/store/one-time-code.ts";
import type { RateCounters } from "#server/backend/auth/store/rate-counters.ts";

/** What the handlers of the service are made from. */
export type AuthParts = Omit<BackendDeps, "database"> & {
  readonly sql: Sql;
  readonly hasher: PasswordHasher;
  readonly codes: CodeBook;
  readonly counters: RateCounters;
  readonly outbox: MailOutbox;
};
