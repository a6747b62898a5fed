import { createHmac } from "node:crypto";
import type { Sql } from "postgres";
import { deriveKey } from "#server/backend/auth/protocol/derive-key.ts";
import { DAY_S, MINUTE_S } from "#server/kit/durations.ts";

/** So many events in so many seconds. */
export type Budget = { readonly limit: number; readonly windowSeconds: number };

/** Whether an event may happen now, and if not, in how many seconds to ask again. */
export type Verdict =
  | { readonly isAllowed: true }
  | { readonly isAllowed: false; readonly retryAfterSeconds: number };

/** free wrong passwords per account and 15 minutes; then each waits longer for the next. */
const FREE_FAILURES: Budget = { limit: 10, windowSeconds: 15 * 60 };
const FAILURE_DELAY_MAX_S = 60;
/** so many wrong passwords in a row, then only the way over the mailbox is left. */
const FAILURES_IN_A_ROW_MAX = 100;
/** Several servers' clocks agree within this; what lies further ahead was written by a clock that was wrong. */
const CLOCKS_APART_S = MINUTE_S;
/** A row of failures is forgotten when nobody tried for so long. */
const FAILURE_STREAK_KEPT_S = DAY_S;

/**
 * Counters in the database, because an attacker must not profit from a restart.
 *
 * A try is counted before it is made, in one statement, so that parallel tries cannot outrun the
 * count.
 */
export type RateCounters = {
  /** Counts one event of `kind` for `subject` against a budget. */
  take(kind: string, subject: string, budget: Budget): Promise<Verdict>;
  /** Counts one guess at a password or code: free ones, then growing delays, then none. */
  takeGuess(kind: string, subject: string): Promise<Verdict>;
  /** Takes one guess back that was never looked at. */
  returnGuess(kind: string, subject: string): Promise<void>;
  /** Forgets what was counted: the right person has come. */
  forget(kind: string, subject: string): Promise<void>;
  /** Notes something about a subject for a while, e.g. a familiar network. */
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
    async take(kind, subject, { limit, windowSeconds }) {
      const key = keyOf(kind, subject);
      const end = later(windowSeconds);
      const isOver = sql`(kept.window_ends_at <= ${now()}
        or kept.window_ends_at > ${later(windowSeconds + CLOCKS_APART_S)})`;
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
        where ${isOver} or kept.count < ${limit}
        returning 1`;
      if (counted.length > 0) return { isAllowed: true };
      const [row] = await sql<{ windowEndsAt: Date }[]>`
        select window_ends_at as "windowEndsAt" from auth.rate_counters where key = ${key}`;
      return refused((row?.windowEndsAt ?? end).getTime() - options.now());
    },

    async takeGuess(kind, subject) {
      const key = keyOf(kind, subject);
      const end = later(FREE_FAILURES.windowSeconds);
      const isForgotten = sql`(kept.last_at <= ${later(-FAILURE_STREAK_KEPT_S)}
        or kept.last_at > ${later(CLOCKS_APART_S)})`;
      const counted = await sql`
        insert into auth.rate_counters as kept
          (key, count, streak, window_ends_at, last_at, expires_at)
        values (${key}, 1, 1, ${end}, ${now()}, ${later(FAILURE_STREAK_KEPT_S)})
        on conflict (key) do update set
          count = case when kept.window_ends_at <= ${now()} or ${isForgotten} then 1
                       else kept.count + 1 end,
          window_ends_at = case when kept.window_ends_at <= ${now()} or ${isForgotten} then ${end}
                                else kept.window_ends_at end,
          streak = case when ${isForgotten} then 1 else kept.streak + 1 end,
          last_at = ${now()},
          expires_at = ${later(FAILURE_STREAK_KEPT_S)}
        where (kept.streak < ${FAILURES_IN_A_ROW_MAX} or ${isForgotten})
          and (kept.window_ends_at <= ${now()}
            or ${isForgotten}
            or kept.count < ${FREE_FAILURES.limit}
            or kept.last_at + make_interval(secs => ${delaySql(sql)}) <= ${now()})
        returning 1`;
      if (counted.length > 0) return { isAllowed: true };
      const [row] = await sql<{ nextAt: Date }[]>`
        select case
            when kept.streak >= ${FAILURES_IN_A_ROW_MAX}
              then kept.last_at + make_interval(secs => ${FAILURE_STREAK_KEPT_S}::float8)
            else least(kept.window_ends_at,
                       kept.last_at + make_interval(secs => ${delaySql(sql)}))
          end as "nextAt"
        from auth.rate_counters kept where kept.key = ${key}`;
      return refused((row?.nextAt.getTime() ?? 0) - options.now());
    },

    async returnGuess(kind, subject) {
      await sql`
        update auth.rate_counters
        set count = greatest(count - 1, 0), streak = greatest(streak - 1, 0)
        where key = ${keyOf(kind, subject)}`;
    },

    async forget(kind, subject) {
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

/** Seconds to wait after the last failure: 1, 2, 4, ... 60. */
function delaySql(sql: Sql): ReturnType<typeof sql> {
  return sql`least(
    ${FAILURE_DELAY_MAX_S}::float8,
    power(2::float8, least(kept.count - ${FREE_FAILURES.limit}::int, 10))
  )`;
}

function refused(waitMs: number): Verdict {
  return { isAllowed: false, retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1_000)) };
}
