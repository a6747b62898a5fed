import type { TransactionSql } from "postgres";
import type { Database } from "#server/database/database.ts";
import { SERVICE_ROLE_REQUEST } from "#server/database/service-role-request.ts";
import type { Language } from "#shared/languages.ts";
import type { Row } from "#shared/contracts/database.ts";
import { DAILY_TOPICS, type PushTopic, UNOPENED_LIMIT } from "#shared/device/push.ts";
import type { DueAnnouncement, DailyGroup, DueDaily, DueReminder } from "./due-reminders.domain.ts";

/** Announcements go to those who asked to be told of services: they mostly are of one. */
const ANNOUNCEMENT_TOPIC: PushTopic = "services";

const PLAN_TOPIC: PushTopic = "plan";

/** How a device is reached, as its browser describes it (PushSubscription). */
type Device = Pick<Row<"push_subscriptions">, "endpoint" | "p256dh" | "auth">;

/** A device that is reminded in a language. */
export type Subscriber = Device & { language: Language };

/** What a device asked for; `timeZone` and `hour` are null for what comes at the ministry's time. */
export type PushPreference = { topic: PushTopic; timeZone: string | null; hour: number | null };

/** The devices that asked for reminders; nobody but the server reads or writes them. */
export type SubscriptionStore = {
  /** Makes the topics of a device exactly these. */
  replace(subscriber: Subscriber, wishes: readonly PushPreference[]): Promise<void>;
  /** The hours and zones at which daily reminders were asked for. */
  dailyGroups(): Promise<DailyGroup[]>;
  /** Puts a device's new address in the place of its old one; false for one that nobody knows. */
  renew(oldEndpoint: string, renewed: Device): Promise<boolean>;
  /**
   * Notes that a device has opened its reading plan, and the last day ("2026-11-24") on which it has nothing
   * to read; false for a device without such a reminder.
   */
  planSeen(endpoint: string, quietUntil: string | null): Promise<boolean>;
  /** Forgets a device. */
  remove(endpoint: string): Promise<void>;
  /**
   * Takes up to `count` devices that are to get a reminder and marks them as served, so that no other
   * process and no restart serves them again.
   */
  claim(
    reminder: DueReminder & Partial<Pick<DueDaily, "group" | "day">>,
    count: number,
  ): Promise<Subscriber[]>;
  /** Gives a device back that could not be reached for now. */
  release(endpoint: string, reminder: DueReminder): Promise<void>;
  /** Takes up to `count` devices that are to be told of an announcement; each is taken once for good. */
  claimAnnouncement(announcement: DueAnnouncement, count: number): Promise<Subscriber[]>;
  /** Gives a device back that could not be told for now. */
  releaseAnnouncement(endpoint: string, announcement: DueAnnouncement): Promise<void>;
};

/** The store on the product's database. */
export function openSubscriptionStore(database: Database): SubscriptionStore {
  const run = <T>(work: (sql: TransactionSql) => Promise<T>): Promise<T> =>
    database.asCaller(SERVICE_ROLE_REQUEST, work);

  return {
    replace: ({ endpoint, p256dh, auth, language }, wishes) =>
      run(async (sql) => {
        const topics = wishes.map(({ topic }) => topic);
        const zones = wishes.map(({ timeZone }) => timeZone);
        const hours = wishes.map(({ hour }) => hour);
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
            time_zone = excluded.time_zone, hour = excluded.hour`;
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
          set endpoint = ${endpoint}, p256dh = ${p256dh}, auth = ${auth}
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
    claim: ({ topic, key, dueAtMs, group, day = null }, count) =>
      run(
        async (sql) => sql<Subscriber[]>`
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
            order by id limit ${count} for update skip locked
          )
          returning endpoint, p256dh, auth, language`,
      ),
    release: (endpoint, { topic, key }) =>
      run(async (sql) => {
        await sql`
          update public.push_subscriptions
          set last_sent = null, unopened = greatest(unopened - 1, 0)
          where endpoint = ${endpoint} and topic = ${topic} and last_sent = ${key}`;
      }),
    claimAnnouncement: ({ id, dueAtMs }, count) =>
      run(
        async (sql) => sql<Subscriber[]>`
          with claimed as (
            insert into public.announcement_pushes (announcement, subscription)
            select ${id}, device.id from public.push_subscriptions device
            where device.topic = ${ANNOUNCEMENT_TOPIC} and device.created_at <= ${new Date(dueAtMs)}
              and not exists (
                select from public.announcement_pushes
                where announcement = ${id} and subscription = device.id
              )
            order by device.id limit ${count}
            on conflict do nothing
            returning subscription
          )
          select endpoint, p256dh, auth, language
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
