import type { Connection } from "#server/backend/realtime/sockets/connection.ts";
import type { WireMessage } from "#server/backend/realtime/protocol/wire.domain.ts";

/** The message that a reply refers to. */
export type ReplyTarget = Pick<WireMessage, "joinRef" | "ref" | "topic">;

/** Replies to a message; without a reference the client expects no reply. */
export function reply(
  connection: Connection,
  { joinRef, ref, topic }: ReplyTarget,
  status: "ok" | "error",
  response: object = {},
): void {
  if (ref === null) return;
  const payload = { status, response };
  connection.sendMessage({ joinRef, ref, topic, event: "phx_reply", payload });
}
