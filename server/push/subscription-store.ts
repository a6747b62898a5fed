import type { TransactionSql } from "postgres";
import type { Database } from "@reign-tv/backend";
import { DAY_MS, HOUR_S } from "@reign-tv/kit/durations.ts";
import type { Language } from "#shared/languages.ts";
import type { Row } from "#shared/contracts/database.ts";
import { DAILY_TOPICS, type PushTopic, UNOPENED_LIMIT } from "#shared/device/push.ts";
import type { DueAnnouncement, DailyGroup, DueDaily, DueReminder } from "./reminders.domain.ts";

/** Announcements go to subscribers of services, which they are mostly about. */
const ANNOUNCEMENT_TOPIC: PushTopic = "services";

const PLAN_TOPIC: PushTopic = "plan";

/** Endpoint and keys of a device (PushSubscription). */
type Device = Pick<Row<"push_subscriptions">, "endpoint" | "p256dh" | "auth">;

/** A device with its language. */
export type Subscriber = Device & { language: Language };

/** A claimed device; `isRetried` if the last message to it failed. */
export type ClaimedDevice = Subscriber & { isRetried: boolean };

/** Batch size, and the instant of the tick: devices with a later retry time wait. */
export type ClaimPage = { count: number; nowMs: number };

/** Backoff for an unreachable device: 10 s, doubled each time, up to an hour. */
const RETRY_FIRST_SECONDS = 10;
const RETRY_LAST_SECONDS = HOUR_S;
/** Delete a device after this many failures in a row, but not within days: its service may have an outage. */
const FAILURES_LIMIT = 10;
const FAILING_LIMIT_MS = 3 * DAY_MS;

/** A subscribed topic; `timeZone` and `hour` are null for topics at the ministry's time. */
export type PushPreference = { topic: PushTopic; timeZone: string | null; hour: number | null };

/** Subscribed devices; only the server has access. */
export type SubscriptionStore = {
  /** Replaces the topics of a device. */
  replace(subscriber: Subscriber, preferences: readonly PushPreference[]): Promise<void>;
  isKnown(endpoint: string): Promise<boolean>;
  /** Hours and zones of daily reminders. */
  dailyGroups(): Promise<DailyGroup[]>;
  /** Replaces a device's endpoint; false if the old one is unknown. */
  renew(oldEndpoint: string, renewed: Device): Promise<boolean>;
  /**
   * Saves that a device opened its reading plan, and the last day ("2026-11-24") without a reading. Returns false for a
   * device without such a reminder.
   */
  planSeen(endpoint: string, quietUntil: string | null): Promise<boolean>;
  remove(endpoint: string): Promise<void>;
  /** Resets the failures of a device. */
  reached(endpoint: string): Promise<void>;
  /** Delays a device whose push service rejects our messages. */
  postpone(endpoint: string, untilMs: number): Promise<void>;
  /** Counts a failure: the device waits longer each time and is deleted after many. */
  failed(endpoint: string, nowMs: number): Promise<void>;
  /**
   * Claims up to `count` devices that are to get a reminder, so that no other process and no restart sends it again.
   * Devices with failures come last.
   */
  claim(
    reminder: DueReminder & Partial<Pick<DueDaily, "group" | "day">>,
    page: ClaimPage,
  ): Promise<ClaimedDevice[]>;
  /** Releases a device after a temporary failure. */
  release(endpoint: string, reminder: DueReminder): Promise<void>;
  /** Claims up to `count` devices that are to get an announcement, each once for good. */
  claimAnnouncement(announcement: DueAnnouncement, page: ClaimPage): Promise<ClaimedDevice[]>;
  /** Releases a device after a temporary failure. */
  releaseAnnouncement(endpoint: string, announcement: DueAnnouncement): Promise<void>;
};

export function openSubscriptionStore(database: Database): SubscriptionStore {
  const run = <T>(work: (sql: TransactionSql) => Promise<T>): Promise<T> =>
    database.asService(work);

  return {
    replace: ({ endpoint, p256dh, auth, language }, preferences) =>
      run(async (sql) => {
        const topics = preferences.map(({ topic }) => topic);
        const zones = preferences.map(({ timeZone }) => timeZone);
        const hours = preferences.map(({ hour }) => hour);
        await sql`
          delete from public.push_subscriptions
          where endpoint = ${endpoint} and not (topic = any (${topics}::text[]))`;
        await sql`
          insert into public.push_subscriptions
            (endpoint, topic, p256dh, auth, language, time_zone, hour)
          select ${endpoint}, wish.topic, ${p256dh}, ${auth}, ${language}, wish.time_zone, wish.hour
          from unnest(${topics}::text[], ${zones}::text[], ${hours}::smallint[])
            as wish (topic, time_zone, hour)
          on conflict (endpoint, topic) do update
          set p256dh = excluded.p256dh, auth = excluded.auth, language = excluded.language,
            time_zone = excluded.time_zone, hour = excluded.hour,
            failures = 0, failing_since = null, retry_at = null`;
      }),
    isKnown: (endpoint) =>
      run(async (sql) => {
        const { count } = await sql`
          select from public.push_subscriptions where endpoint = ${endpoint} limit 1`;
        return count > 0;
      }),
    dailyGroups: () =>
      run(
        async (sql) => sql<DailyGroup[]>`
          select distinct topic, time_zone as "timeZone", hour
          from public.push_subscriptions
          where topic = any (${[...DAILY_TOPICS]}::text[])`,
      ),
    renew: (oldEndpoint, { endpoint, p256dh, auth }) =>
      run(async (sql) => {
        await sql`
          delete from public.push_subscriptions
          where endpoint = ${endpoint} and endpoint <> ${oldEndpoint}
            and exists (select from public.push_subscriptions where endpoint = ${oldEndpoint})`;
        const { count } = await sql`
          update public.push_subscriptions
          set endpoint = ${endpoint}, p256dh = ${p256dh}, auth = ${auth},
            failures = 0, failing_since = null, retry_at = null
          where endpoint = ${oldEndpoint}`;
        return count > 0;
      }),
    planSeen: (endpoint, quietUntil) =>
      run(async (sql) => {
        const { count } = await sql`
          update public.push_subscriptions
          set unopened = 0, quiet_until = ${quietUntil}::date
          where endpoint = ${endpoint} and topic = ${PLAN_TOPIC}`;
        return count > 0;
      }),
    remove: (endpoint) =>
      run(async (sql) => {
        await sql`delete from public.push_subscriptions where endpoint = ${endpoint}`;
      }),
    reached: (endpoint) =>
      run(async (sql) => {
        await sql`
          update public.push_subscriptions
          set failures = 0, failing_since = null, retry_at = null where endpoint = ${endpoint}`;
      }),
    postpone: (endpoint, untilMs) =>
      run(async (sql) => {
        await sql`
          update public.push_subscriptions
          set retry_at = ${new Date(untilMs)} where endpoint = ${endpoint}`;
      }),
    failed: (endpoint, nowMs) =>
      run(async (sql) => {
        const now = new Date(nowMs);
        await sql`
          update public.push_subscriptions
          set failures = least(failures + 1, 1000), failing_since = coalesce(failing_since, ${now}),
            retry_at = ${now}::timestamptz + make_interval(
              secs => least(${RETRY_FIRST_SECONDS} * 2 ^ least(failures, 20), ${RETRY_LAST_SECONDS})
            )
          where endpoint = ${endpoint}`;
        await sql`
          delete from public.push_subscriptions
          where endpoint = ${endpoint} and failures >= ${FAILURES_LIMIT}
            and failing_since <= ${new Date(nowMs - FAILING_LIMIT_MS)}`;
      }),
    claim: ({ topic, key, dueAtMs, group, day = null }, { count, nowMs }) =>
      run(
        async (sql) => sql<ClaimedDevice[]>`
          update public.push_subscriptions
          set last_sent = ${key}, unopened = unopened + (topic = ${PLAN_TOPIC})::int
          where id in (
            select id from public.push_subscriptions
            where topic = ${topic} and last_sent is distinct from ${key}
              and created_at <= ${new Date(dueAtMs)}
              and time_zone is not distinct from ${group?.timeZone ?? null}
              and hour is not distinct from ${group?.hour ?? null}
              and unopened < ${UNOPENED_LIMIT}
              and (quiet_until is null or quiet_until < ${day}::date)
              and (retry_at is null or retry_at <= ${new Date(nowMs)})
            order by failures, retry_at nulls first, id limit ${count} for update skip locked
          )
          returning endpoint, p256dh, auth, language, retry_at is not null as "isRetried"`,
      ),
    release: (endpoint, { topic, key }) =>
      run(async (sql) => {
        await sql`
          update public.push_subscriptions
          set last_sent = null, unopened = greatest(unopened - 1, 0)
          where endpoint = ${endpoint} and topic = ${topic} and last_sent = ${key}`;
      }),
    claimAnnouncement: ({ id, dueAtMs }, { count, nowMs }) =>
      run(
        async (sql) => sql<ClaimedDevice[]>`
          with claimed as (
            insert into public.announcement_pushes (announcement, subscription)
            select ${id}, device.id from public.push_subscriptions device
            where device.topic = ${ANNOUNCEMENT_TOPIC} and device.created_at <= ${new Date(dueAtMs)}
              and not exists (
                select from public.announcement_pushes
                where announcement = ${id} and subscription = device.id
              )
              and (device.retry_at is null or device.retry_at <= ${new Date(nowMs)})
            order by device.failures, device.retry_at nulls first, device.id limit ${count}
            on conflict do nothing
            returning subscription
          )
          select endpoint, p256dh, auth, language, retry_at is not null as "isRetried"
          from public.push_subscriptions join claimed on id = subscription`,
      ),
    releaseAnnouncement: (endpoint, { id }) =>
      run(async (sql) => {
        await sql`
          delete from public.announcement_pushes using public.push_subscriptions device
          where announcement = ${id} and subscription = device.id
            and device.endpoint = ${endpoint} and device.topic = ${ANNOUNCEMENT_TOPIC}`;
      }),
  };
}
