import { z } from "zod";
import type { Database } from "#server/database/database.ts";
import type { Persist } from "#server/backend/realtime/protocol/persist.domain.ts";
import type { Replay } from "#server/backend/realtime/protocol/join-config.domain.ts";
import type { Broadcast } from "#server/backend/realtime/protocol/wire.domain.ts";

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

const rowSchema = z.object({
  id: z.uuid(),
  event: z.string().nullable(),
  payload: z.string().nullable(),
  binary: z.instanceof(Uint8Array).nullable(),
});

export type MessageRow = z.infer<typeof rowSchema>;

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
      return rows.map((row) => broadcastOfRow(rowSchema.parse(row), true)).toReversed();
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
