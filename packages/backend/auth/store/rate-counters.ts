import { createHmac } from "node:crypto";
import type { Sql } from "postgres";
import { deriveKey } from "#backend/auth/protocol/derive-key.ts";
import { MAX_CLOCK_SKEW_MS } from "./is-recent.ts";
import { DAY_S, MINUTE_S } from "@reign-tv/kit/durations.ts";
import type { Rate } from "@reign-tv/kit/rate-limit.ts";

export type QuotaResult =
  | { readonly isAllowed: true }
  | { readonly isAllowed: false; readonly retryAfterSeconds: number };

/** wrong passwords per account in 15 minutes without a delay; then each delays the next. */
const FREE_FAILURES: Rate = { points: 10, seconds: 15 * MINUTE_S };
const FAILURE_DELAY_MAX_S = 60;
/** after this many wrong passwords in a row only the mailbox unlocks the account. */
const FAILURES_IN_A_ROW_MAX = 100;
const MAX_CLOCK_SKEW_S = MAX_CLOCK_SKEW_MS / 1_000;
/** A series of failures is forgotten this long after the last attempt. */
const FAILURE_STREAK_TTL_S = DAY_S;

/**
 * Counters in the database, so that a restart does not reset an attacker's count.
 *
 * Each attempt is counted before it is checked, in one statement: parallel attempts cannot exceed
 * the limit.
 */
export type RateCounters = {
  /** Counts an event of a subject. */
  consume(kind: string, subject: string, rate: Rate): Promise<QuotaResult>;
  /**
   * Counts an attempt at a password: first without delay, then with growing delays, then not at
   * all.
   */
  consumeAttempt(kind: string, subject: string): Promise<QuotaResult>;
  /** Undoes the count of an attempt that was not checked. */
  refundAttempt(kind: string, subject: string): Promise<void>;
  /** Resets a counter. */
  reset(kind: string, subject: string): Promise<void>;
  /** Stores a flag about a subject for a while, e.g. a trusted network. */
  remember(kind: string, subject: string, seconds: number): Promise<void>;
  isRemembered(kind: string, subject: string): Promise<boolean>;
};

export function createRateCounters(options: {
  readonly sql: Sql;
  readonly secret: Uint8Array;
  readonly now: () => number;
}): RateCounters {
  const { sql } = options;
  const hmacKey = deriveKey(options.secret, "rate-counters");
  const keyOf = (kind: string, subject: string): string =>
    createHmac("sha256", hmacKey).update(`${kind}\0${subject}`).digest("base64url");
  const now = (): Date => new Date(options.now());
  const later = (seconds: number): Date => new Date(options.now() + seconds * 1_000);

  return {
    async consume(kind, subject, { points, seconds }) {
      const key = keyOf(kind, subject);
      const end = later(seconds);
      const isOver = sql`(kept.window_ends_at <= ${now()}
        or kept.window_ends_at > ${later(seconds + MAX_CLOCK_SKEW_S)})`;
      const counted = await sql`
        insert into auth.rate_counters as kept (key, count, window_ends_at, last_at, expires_at)
        values (${key}, 1, ${end}, ${now()}, ${end})
        on conflict (key) do update set
          count = case when ${isOver} then 1 else kept.count + 1 end,
          window_ends_at = case when ${isOver} then ${end}
                                else kept.window_ends_at end,
          expires_at = case when ${isOver} then ${end}
                            else kept.window_ends_at end,
          last_at = ${now()}
        where ${isOver} or kept.count < ${points}
        returning 1`;
      if (counted.length > 0) return { isAllowed: true };
      const [row] = await sql<{ windowEndsAt: Date }[]>`
        select window_ends_at as "windowEndsAt" from auth.rate_counters where key = ${key}`;
      return rejected((row?.windowEndsAt ?? end).getTime() - options.now());
    },

    async consumeAttempt(kind, subject) {
      const key = keyOf(kind, subject);
      const end = later(FREE_FAILURES.seconds);
      const isForgotten = sql`(kept.last_at <= ${later(-FAILURE_STREAK_TTL_S)}
        or kept.last_at > ${later(MAX_CLOCK_SKEW_S)})`;
      const counted = await sql`
        insert into auth.rate_counters as kept
          (key, count, streak, window_ends_at, last_at, expires_at)
        values (${key}, 1, 1, ${end}, ${now()}, ${later(FAILURE_STREAK_TTL_S)})
        on conflict (key) do update set
          count = case when kept.window_ends_at <= ${now()} or ${isForgotten} then 1
                       else kept.count + 1 end,
          window_ends_at = case when kept.window_ends_at <= ${now()} or ${isForgotten} then ${end}
                                else kept.window_ends_at end,
          streak = case when ${isForgotten} then 1 else kept.streak + 1 end,
          last_at = ${now()},
          expires_at = ${later(FAILURE_STREAK_TTL_S)}
        where (kept.streak < ${FAILURES_IN_A_ROW_MAX} or ${isForgotten})
          and (kept.window_ends_at <= ${now()}
            or ${isForgotten}
            or kept.count < ${FREE_FAILURES.points}
            or kept.last_at + make_interval(secs => ${delaySql(sql)}) <= ${now()})
        returning 1`;
      if (counted.length > 0) return { isAllowed: true };
      const [row] = await sql<{ nextAt: Date }[]>`
        select case
            when kept.streak >= ${FAILURES_IN_A_ROW_MAX}
              then kept.last_at + make_interval(secs => ${FAILURE_STREAK_TTL_S}::float8)
            else least(kept.window_ends_at,
                       kept.last_at + make_interval(secs => ${delaySql(sql)}))
          end as "nextAt"
        from auth.rate_counters kept where kept.key = ${key}`;
      return rejected((row?.nextAt.getTime() ?? 0) - options.now());
    },

    async refundAttempt(kind, subject) {
      await sql`
        update auth.rate_counters
        set count = greatest(count - 1, 0), streak = greatest(streak - 1, 0)
        where key = ${keyOf(kind, subject)}`;
    },

    async reset(kind, subject) {
      await sql`delete from auth.rate_counters where key = ${keyOf(kind, subject)}`;
    },

    async remember(kind, subject, seconds) {
      const end = later(seconds);
      await sql`
        insert into auth.rate_counters (key, count, window_ends_at, last_at, expires_at)
        values (${keyOf(kind, subject)}, 1, ${end}, ${now()}, ${end})
        on conflict (key) do update
          set window_ends_at = ${end}, last_at = ${now()}, expires_at = ${end}`;
    },

    async isRemembered(kind, subject) {
      const rows = await sql`
        select 1 from auth.rate_counters
        where key = ${keyOf(kind, subject)} and expires_at > ${now()}`;
      return rows.length > 0;
    },
  };
}

/** Delay after the last failure in seconds: 1, 2, 4, ... 60. */
function delaySql(sql: Sql): ReturnType<typeof sql> {
  return sql`least(
    ${FAILURE_DELAY_MAX_S}::float8,
    power(2::float8, least(kept.count - ${FREE_FAILURES.points}::int, 10))
  )`;
}

function rejected(waitMs: number): QuotaResult {
  return { isAllowed: false, retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1_000)) };
}
