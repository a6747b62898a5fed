import type { RealtimeDeps } from "#backend/realtime/realtime-deps.ts";
import {
  readBinaryFrame,
  type ClientBroadcast,
  readTextFrame,
} from "#backend/realtime/protocol/frames.domain.ts";
import { POLICY_CLOSE } from "#backend/realtime/sockets/connection.ts";
import { persistOfMeta, type WireMessage } from "#backend/realtime/protocol/wire.domain.ts";
import { type Channel, nameOfTopic, reply } from "./channel.ts";
import { joinChannel } from "./join-channel.ts";
import { closeChannel, shutDown } from "./leave-channel.ts";
import { renewToken } from "./channel-rights.ts";
import { sendBroadcast } from "./send-broadcast.ts";
import type { Session } from "./session.ts";
import { trackPresence } from "./track-presence.ts";

/** Topic of heartbeats. */
const SERVER_TOPIC = "phoenix";

/** Handles a client's frame. Drops an invalid one and keeps the socket. */
export function handleFrame(
  deps: RealtimeDeps,
  session: Session,
  data: Buffer,
  isBinary: boolean,
): void {
  if (isBinary) {
    const sent = readBinaryFrame(data);
    if (sent === null || session.connection.version === "1.0.0") return;
    session.inOrder(sent.topic, data.length, () => handleNamed(deps, session, sent));
    return;
  }
  const message = readTextFrame(session.connection.version, data.toString("utf8"));
  if (message === null) return;
  const bytes = data.length;
  session.inOrder(message.topic, bytes, () => handleMessage(deps, session, message, bytes));
}

function handleMessage(
  deps: RealtimeDeps,
  session: Session,
  message: WireMessage,
  bytes: number,
): Promise<void> | void {
  const { connection } = session;
  const { topic, event } = message;
  if (topic === SERVER_TOPIC) {
    if (event === "heartbeat" && isWithinLimit(deps, session)) reply(connection, message, "ok");
    return undefined;
  }
  const name = nameOfTopic(topic);
  if (event === "phx_join" && name !== null) {
    return joinChannel(deps, session, { message, name, bytes });
  }
  const channel = session.channels.get(topic);
  if (channel === undefined) {
    replyNotJoined(deps, session, message);
    return undefined;
  }
  // The message was sent to an earlier join of this channel.
  if (message.joinRef !== null && message.joinRef !== channel.joinRef) return undefined;
  return handleOnChannel(deps, channel, message, bytes);
}

function handleOnChannel(
  deps: RealtimeDeps,
  channel: Channel,
  message: WireMessage,
  bytes: number,
): Promise<void> | void {
  const { event, payload } = message;
  if (event === "phx_leave") {
    reply(channel.connection, message, "ok");
    closeChannel(deps, channel);
    return undefined;
  }
  if (!countMessage(deps, channel)) return undefined;
  switch (event) {
    case "broadcast":
      return sendBroadcast(deps, channel, {
        target: message,
        broadcast: { kind: "plain", payload },
        bytes,
        persist: null,
      });
    case "presence":
      return trackPresence(deps, channel, message, payload);
    case "access_token":
      return renewToken(deps, channel, payload);
    default:
      return undefined;
  }
}

function handleNamed(
  deps: RealtimeDeps,
  session: Session,
  sent: ClientBroadcast,
): Promise<void> | void {
  const channel = session.channels.get(sent.topic);
  if (channel === undefined) {
    replyNotJoined(deps, session, { ...sent, event: "broadcast", payload: null });
    return undefined;
  }
  if (sent.joinRef !== null && sent.joinRef !== channel.joinRef) return undefined;
  if (!countMessage(deps, channel)) return undefined;
  const { event, encoding, body } = sent;
  return sendBroadcast(deps, channel, {
    target: sent,
    broadcast: { kind: "named", event, encoding, body, meta: null },
    bytes: body.length,
    persist: persistOfMeta(sent.meta),
  });
}

function countMessage(deps: RealtimeDeps, channel: Channel): boolean {
  if (channel.connection.messages.take(deps.now())) return true;
  shutDown(deps, channel, "Too many messages per second");
  return false;
}

/** Reply ok to leave on a topic that is not joined, as upstream does; anything else is an error. */
function replyNotJoined(deps: RealtimeDeps, session: Session, message: WireMessage): void {
  const { connection } = session;
  if (!isWithinLimit(deps, session)) return;
  if (message.event === "phx_leave") reply(connection, message, "ok");
  else reply(connection, message, "error", { reason: "unmatched topic" });
}

/** Counts a message without a channel; too many close the socket. */
function isWithinLimit(deps: RealtimeDeps, { connection }: Session): boolean {
  if (connection.messages.take(deps.now())) return true;
  connection.close(POLICY_CLOSE, "Too many messages per second");
  return false;
}
