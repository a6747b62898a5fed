import * as v from "valibot";
import type { Database } from "#backend/database/database.ts";
import {
  type Persist,
  type Broadcast,
  parseShallowJson,
} from "#backend/realtime/protocol/wire.domain.ts";
import type { Replay } from "#backend/realtime/protocol/join-config.domain.ts";
import type { BackendDeps } from "#backend/context.ts";
import { topicKey } from "#backend/realtime/channels/channel.ts";
import type { Hub } from "#backend/realtime/channels/hub.ts";
import { HOUR_MS } from "@reign-tv/kit/durations.ts";

/** Recent messages that were sent to private topics. */
export type MessageHistory = {
  /**
   * Returns the newest messages of the requested time, oldest first.
   *
   * @throws the database's error.
   */
  read(topic: string, replay: Replay): Promise<readonly Broadcast[]>;
  /**
   * Stores a client's message to a private topic.
   *
   * @throws the database's error, also for JSON that it cannot store.
   */
  save(topic: string, broadcast: NamedBroadcast, persist: Persist): Promise<void>;
};

export type NamedBroadcast = Extract<Broadcast, { kind: "named" }>;

const uuid = v.pipe(v.string(), v.uuid());
const messageRowSchema = v.object({
  id: uuid,
  event: v.nullable(v.string()),
  payload: v.nullable(v.string()),
  binary: v.nullable(v.instance(Uint8Array)),
});

export type MessageRow = v.InferOutput<typeof messageRowSchema>;

export function createMessageHistory(database: Pick<Database, "realtime">): MessageHistory {
  return {
    async read(topic, { since, limit }) {
      const rows = await database.realtime`
        select id, event, payload::text as payload, binary_payload as binary
        from realtime.messages
        where topic = ${topic} and private and extension = 'broadcast'
          and (expires_at is null or expires_at > now() at time zone 'utc')
          and inserted_at >= to_timestamp(${since}::float8 / 1000) at time zone 'utc'
        order by inserted_at desc
        limit ${limit}`;
      return rows.map((row) => broadcastOfRow(v.parse(messageRowSchema, row), true)).toReversed();
    },
    async save(topic, { event, encoding, body }, { ttlSeconds }) {
      await database.realtime.begin(async (tx) => {
        await tx`select set_config('realtime.is_sent', 'yes', true)`;
        await tx`
          insert into realtime.messages
            (topic, extension, private, event, payload, binary_payload, expires_at)
          values (
            ${topic}, 'broadcast', true, ${event},
            ${encoding === "json" ? body.toString("utf8") : null}::text::jsonb,
            ${encoding === "binary" ? body : null}::bytea,
            now() at time zone 'utc' + make_interval(secs => ${ttlSeconds}::float8))`;
      });
    },
  };
}

/** Converts a row to a broadcast for clients. */
function broadcastOfRow(row: MessageRow, isReplayed: boolean): Broadcast {
  const { id, event, payload, binary } = row;
  return {
    kind: "named",
    event: event ?? "",
    encoding: binary === null ? "json" : "binary",
    body: binary === null ? Buffer.from(payload ?? "null") : Buffer.from(binary),
    meta: isReplayed ? { id, replayed: true } : { id },
  };
}

const CHANNEL = "realtime_messages";

const notificationSchema = v.object({ id: uuid, at: v.string() });
type MessageNotification = v.InferOutput<typeof notificationSchema>;

const storedMessageSchema = v.object({
  id: uuid,
  topic: v.string(),
  isPrivate: v.nullable(v.boolean()),
  event: v.nullable(v.string()),
  payload: v.nullable(v.string()),
  binary: v.nullable(v.instance(Uint8Array)),
});

/**
 * Sends rows of `realtime.messages` to the channels of this server, in commit order. Reads messages
 * that arrive together in one query.
 *
 * @throws the database's error when it cannot listen.
 */
export async function watchMessages(
  { database, log }: Pick<BackendDeps, "database" | "log">,
  hub: Pick<Hub, "broadcast">,
): Promise<void> {
  const waiting: MessageNotification[] = [];
  let reading: Promise<void> | null = null;

  const read = async (notifications: readonly MessageNotification[]): Promise<void> => {
    const rows = await database.realtime`
      select m.id, m.topic, m.private as "isPrivate", m.event, m.payload::text as payload,
             m.binary_payload as binary
      from rows from (
        jsonb_to_recordset(${JSON.stringify(notifications)}::text::jsonb) as (id uuid, at timestamp)
      ) with ordinality as notice (id, at, place)
      join realtime.messages m on m.id = notice.id and m.inserted_at = notice.at
      order by notice.place`;
    for (const found of rows) {
      const row = v.parse(storedMessageSchema, found);
      hub.broadcast(topicKey(row.topic, row.isPrivate === true), broadcastOfRow(row, false));
    }
  };
  const drain = async (): Promise<void> => {
    while (waiting.length > 0) {
      await read(waiting.splice(0)).catch((error: unknown) => {
        log.warn({ event: "realtime_messages_failed", err: error });
      });
    }
    reading = null;
  };
  await database.listen(CHANNEL, {
    onNotice(text) {
      const notification = v.safeParse(notificationSchema, parseShallowJson(text));
      if (!notification.success) return;
      waiting.push(notification.output);
      reading ??= Promise.resolve().then(drain);
    },
    onStart: () => undefined,
  });
}

/**
 * Creates future partitions and drops old ones, now and every hour, until it is stopped. After a
 * long downtime no message is stored before its first run.
 */
export function maintainMessagePartitions({
  database,
  log,
}: Pick<BackendDeps, "database" | "log">): {
  stop(): void;
} {
  const maintain = (): void => {
    database.realtime`select realtime.keep_message_days()`.catch((error: unknown) => {
      log.warn({ event: "realtime_days_failed", err: error });
    });
  };
  maintain();
  const timer = setInterval(maintain, HOUR_MS);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
