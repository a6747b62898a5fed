import { z } from "zod";
import type { BackendDeps } from "#server/backend/context.ts";
import { topicKey } from "#server/backend/realtime/channels/channel.ts";
import { parseShallowJson } from "#server/backend/realtime/protocol/parse-json.domain.ts";
import type { Hub } from "#server/backend/realtime/channels/hub.ts";
import { broadcastOfRow } from "./message-history.ts";

const CHANNEL = "realtime_messages";

const noticeSchema = z.object({ id: z.uuid(), at: z.string() });
type Notice = z.infer<typeof noticeSchema>;

const rowSchema = z.object({
  id: z.uuid(),
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
      const row = rowSchema.parse(found);
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
