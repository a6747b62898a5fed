import type { RealtimeDeps } from "#server/backend/realtime/realtime-deps.ts";
import {
  readBinaryFrame,
  type ClientBroadcast,
} from "#server/backend/realtime/protocol/binary-frame.domain.ts";
import { POLICY_CLOSE } from "#server/backend/realtime/sockets/connection.ts";
import { persistOfMeta } from "#server/backend/realtime/protocol/persist.domain.ts";
import { readTextFrame } from "#server/backend/realtime/protocol/text-frame.domain.ts";
import type { WireMessage } from "#server/backend/realtime/protocol/wire.domain.ts";
import { type Channel, nameOfTopic } from "./channel.ts";
import { joinChannel } from "./join-channel.ts";
import { closeChannel, shutDown } from "./leave-channel.ts";
import { renewToken } from "./renew-token.ts";
import { reply } from "./reply.ts";
import { sendBroadcast } from "./send-broadcast.ts";
import type { Session } from "./session.ts";
import { trackPresence } from "./track-presence.ts";

/** Topic of heartbeats. */
const SERVER_TOPIC = "phoenix";

/** Does what a frame of a client asks for; one that cannot be read is dropped, and the socket stays. */
export function handleFrame(
  parts: RealtimeDeps,
  session: Session,
  data: Buffer,
  isBinary: boolean,
): void {
  if (isBinary) {
    const sent = readBinaryFrame(data);
    if (sent === null || session.connection.version === "1.0.0") return;
    session.inOrder(sent.topic, () => handleNamed(parts, session, sent));
    return;
  }
  const message = readTextFrame(session.connection.version, data.toString("utf8"));
  if (message === null) return;
  session.inOrder(message.topic, () => handleMessage(parts, session, message, data.length));
}

function handleMessage(
  parts: RealtimeDeps,
  session: Session,
  message: WireMessage,
  bytes: number,
): Promise<void> | void {
  const { connection } = session;
  const { topic, event } = message;
  if (topic === SERVER_TOPIC) {
    if (event === "heartbeat" && isBearable(parts, session)) reply(connection, message, "ok");
    return undefined;
  }
  const name = nameOfTopic(topic);
  if (event === "phx_join" && name !== null) return joinChannel(parts, session, message, name);
  const channel = session.channels.get(topic);
  if (channel === undefined) {
    answerStranger(parts, session, message);
    return undefined;
  }
  // What was meant for a channel that was joined anew meanwhile.
  if (message.joinRef !== null && message.joinRef !== channel.joinRef) return undefined;
  return handleOnChannel(parts, channel, message, bytes);
}

function handleOnChannel(
  parts: RealtimeDeps,
  channel: Channel,
  message: WireMessage,
  bytes: number,
): Promise<void> | void {
  const { event, payload } = message;
  if (event === "phx_leave") {
    reply(channel.connection, message, "ok");
    closeChannel(parts, channel);
    return undefined;
  }
  if (!countMessage(parts, channel)) return undefined;
  switch (event) {
    case "broadcast":
      return sendBroadcast(parts, channel, {
        asked: message,
        broadcast: { kind: "plain", payload },
        bytes,
        persist: null,
      });
    case "presence":
      return trackPresence(parts, channel, message, payload);
    case "access_token":
      return renewToken(parts, channel, payload);
    default:
      return undefined;
  }
}

function handleNamed(
  parts: RealtimeDeps,
  session: Session,
  sent: ClientBroadcast,
): Promise<void> | void {
  const channel = session.channels.get(sent.topic);
  if (channel === undefined) {
    answerStranger(parts, session, { ...sent, event: "broadcast", payload: null });
    return undefined;
  }
  if (sent.joinRef !== null && sent.joinRef !== channel.joinRef) return undefined;
  if (!countMessage(parts, channel)) return undefined;
  const { event, encoding, body } = sent;
  return sendBroadcast(parts, channel, {
    asked: sent,
    broadcast: { kind: "named", event, encoding, body, meta: null },
    bytes: body.length,
    persist: persistOfMeta(sent.meta),
  });
}

function countMessage(parts: RealtimeDeps, channel: Channel): boolean {
  if (channel.connection.messages.take(parts.now())) return true;
  shutDown(parts, channel, "Too many messages per second");
  return false;
}

/** Whoever leaves what is not joined is content; anything else there is a mistake. */
function answerStranger(parts: RealtimeDeps, session: Session, message: WireMessage): void {
  const { connection } = session;
  if (!isBearable(parts, session)) return;
  if (message.event === "phx_leave") reply(connection, message, "ok");
  else reply(connection, message, "error", { reason: "unmatched topic" });
}

/** Counts a message that belongs to no channel; a flood of them ends the socket. */
function isBearable(parts: RealtimeDeps, { connection }: Session): boolean {
  if (connection.messages.take(parts.now())) return true;
  connection.close(POLICY_CLOSE, "Too many messages per second");
  return false;
}
