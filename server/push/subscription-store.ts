import type { TransactionSql } from "postgres";
import type { Database } from "#server/database/database.ts";
import type { Language } from "#shared/language.ts";
import type { PushTopic } from "#shared/push.ts";
import type { DueReminder } from "./due-reminders.domain.ts";

/** A device as its browser describes it (PushSubscription). */
export type Subscriber = {
  endpoint: string;
  p256dh: string;
  auth: string;
  language: Language;
};

/** The devices that asked for reminders; nobody but the server reads or writes them. */
export type SubscriptionStore = {
  /** Makes the topics of a device exactly these. */
  replace(subscriber: Subscriber, topics: readonly PushTopic[]): Promise<void>;
  /** Forgets a device. */
  remove(endpoint: string): Promise<void>;
  /**
   * Takes up to `count` devices that are to get a reminder and marks them as served, so that no other
   * process and no restart serves them again.
   */
  claim(reminder: DueReminder, count: number): Promise<Subscriber[]>;
  /** Gives a device back that could not be reached for now. */
  release(endpoint: string, reminder: DueReminder): Promise<void>;
};

const SERVER = {
  caller: {
    role: "service_role",
    claims: { role: "service_role" },
    userId: null,
    sessionId: null,
  },
  method: "POST",
  path: "/",
  headers: {},
  isReadOnly: false,
} as const;

/** The store on the product's database. */
export function openSubscriptionStore(database: Database): SubscriptionStore {
  const run = <T>(work: (sql: TransactionSql) => Promise<T>): Promise<T> =>
    database.asCaller(SERVER, work);

  return {
    replace: ({ endpoint, p256dh, auth, language }, topics) =>
      run(async (sql) => {
        await sql`
          delete from public.push_subscriptions
          where endpoint = ${endpoint} and not (topic = any (${[...topics]}::text[]))`;
        await sql`
          insert into public.push_subscriptions (endpoint, topic, p256dh, auth, language)
          select ${endpoint}, topic, ${p256dh}, ${auth}, ${language}
          from unnest(${[...topics]}::text[]) as topic
          on conflict (endpoint, topic) do update
          set p256dh = excluded.p256dh, auth = excluded.auth, language = excluded.language`;
      }),
    remove: (endpoint) =>
      run(async (sql) => {
        await sql`delete from public.push_subscriptions where endpoint = ${endpoint}`;
      }),
    claim: ({ topic, key, dueAtMs }, count) =>
      run(
        async (sql) => sql<Subscriber[]>`
          update public.push_subscriptions set last_sent = ${key}
          where id in (
            select id from public.push_subscriptions
            where topic = ${topic} and last_sent is distinct from ${key}
              and created_at <= ${new Date(dueAtMs)}
            order by id limit ${count} for update skip locked
          )
          returning endpoint, p256dh, auth, language`,
      ),
    release: (endpoint, { topic, key }) =>
      run(async (sql) => {
        await sql`
          update public.push_subscriptions set last_sent = null
          where endpoint = ${endpoint} and topic = ${topic} and last_sent = ${key}`;
      }),
  };
}
