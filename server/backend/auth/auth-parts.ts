import type { Sql } from "postgres";
import type { BackendDeps } from "#server/backend/context.ts";
import type { PasswordHasher } from "./hash-password.ts";
import type { MailOutbox } from "./mail-outbox.ts";
import type { CodeBook } from "./one-time-code.ts";
import type { RateCounters } from "./rate-counters.ts";

/** What the handlers of the service are made from. */
export type AuthParts = Omit<BackendDeps, "database"> & {
  readonly sql: Sql;
  readonly hasher: PasswordHasher;
  readonly codes: CodeBook;
  readonly counters: RateCounters;
  readonly outbox: MailOutbox;
};
