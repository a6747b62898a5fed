import type { Connection } from "#server/backend/realtime/sockets/connection.ts";
import type { WireMessage } from "#server/backend/realtime/protocol/wire.domain.ts";

/** What an answer belongs to. */
export type Asked = Pick<WireMessage, "joinRef" | "ref" | "topic">;

/** Answers a message; one without a reference waits for no answer. */
export function reply(
  connection: Connection,
  { joinRef, ref, topic }: Asked,
  status: "ok" | "error",
  response: object = {},
): void {
  if (ref === null) return;
  const payload = { status, response };
  connection.tell({ joinRef, ref, topic, event: "phx_reply", payload });
}
