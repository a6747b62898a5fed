import { z } from "zod";
import type { Database } from "#server/database/database.ts";
import type { Persist } from "#server/backend/realtime/protocol/persist.domain.ts";
import type { Replay } from "#server/backend/realtime/protocol/join-config.domain.ts";
import type { Broadcast } from "#server/backend/realtime/protocol/wire.domain.ts";
import type { BackendDeps } from "#server/backend/context.ts";
import { topicKey } from "#server/backend/realtime/channels/channel.ts";
import { parseShallowJson } from "#server/backend/realtime/protocol/parse-json.domain.ts";
import type { Hub } from "#server/backend/realtime/channels/hub.ts";
import { HOUR_MS } from "#server/kit/durations.ts";

/** Messages that the database sent to private topics during the last days. */
export type MessageHistory = {
  /**
   * The newest since then, oldest first.
   *
   * @throws the database's error when it cannot answer.
   */
  read(topic: string, replay: Replay): Promise<readonly Broadcast[]>;
  /**
   * Keeps a message that a client has sent to a private topic.
   *
   * @throws the database's error, also for JSON that it cannot store.
   */
  keep(topic: string, broadcast: NamedBroadcast, persist: Persist): Promise<void>;
};

export type NamedBroadcast = Extract<Broadcast, { kind: "named" }>;

const messageRowSchema = z.object({
  id: z.guid(),
  event: z.string().nullable(),
  payload: z.string().nullable(),
  binary: z.instanceof(Uint8Array).nullable(),
});

export type MessageRow = z.infer<typeof messageRowSchema>;

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
      return rows.map((row) => broadcastOfRow(messageRowSchema.parse(row), true)).toReversed();
    },
    async keep(topic, { event, encoding, body }, { ttlSeconds }) {
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

/** A message of the database as clients get it. */
export function broadcastOfRow(row: MessageRow, isReplayed: boolean): Broadcast {
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

const noticeSchema = z.object({ id: z.guid(), at: z.string() });
type Notice = z.infer<typeof noticeSchema>;

const storedMessageSchema = z.object({
  id: z.guid(),
  topic: z.string(),
  isPrivate: z.boolean().nullable(),
  event: z.string().nullable(),
  payload: z.string().nullable(),
  binary: z.instanceof(Uint8Array).nullable(),
});

/**
 * Sends what the database puts into `realtime.messages` to the channels of this server, in the order of
 * commits. Messages that come together are read together.
 *
 * @throws the database's error when nobody may listen there.
 */
export async function followMessages(
  { database, log }: Pick<BackendDeps, "database" | "log">,
  hub: Pick<Hub, "broadcast">,
): Promise<void> {
  const waiting: Notice[] = [];
  let reading: Promise<void> | null = null;

  const read = async (notices: readonly Notice[]): Promise<void> => {
    const rows = await database.realtime`
      select m.id, m.topic, m.private as "isPrivate", m.event, m.payload::text as payload,
             m.binary_payload as binary
      from rows from (
        jsonb_to_recordset(${JSON.stringify(notices)}::text::jsonb) as (id uuid, at timestamp)
      ) with ordinality as notice (id, at, place)
      join realtime.messages m on m.id = notice.id and m.inserted_at = notice.at
      order by notice.place`;
    for (const found of rows) {
      const row = storedMessageSchema.parse(found);
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
      const notice = noticeSchema.safeParse(parseShallowJson(text));
      if (!notice.success) return;
      waiting.push(notice.data);
      reading ??= Promise.resolve().then(drain);
    },
    onStart: () => undefined,
  });
}

/**
 * Makes the partitions of the next days and drops those of the past, now and every hour, until it is
 * stopped. A server that was off for long finds its first messages kept from then on.
 */
export function maintainMessagePartitions({
  database,
  log,
}: Pick<BackendDeps, "database" | "log">): {
  stop(): void;
} {
  const keep = (): void => {
    database.realtime`select realtime.keep_message_days()`.catch((error: unknown) => {
      log.warn({ event: "realtime_days_failed", err: error });
    });
  };
  keep();
  const timer = setInterval(keep, HOUR_MS);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
