import { PAYLOAD_LIMIT_BYTES } from "#server/backend/realtime/access/limits.ts";
import type { RealtimeDeps } from "#server/backend/realtime/realtime-deps.ts";
import type { Persist } from "#server/backend/realtime/protocol/persist.domain.ts";
import type { Broadcast } from "#server/backend/realtime/protocol/wire.domain.ts";
import type { Channel } from "./channel.ts";
import { shutDown } from "./leave-channel.ts";
import { type Asked, reply } from "./reply.ts";
import { canSend } from "./track-presence.ts";

/** A message of a client with what its answer belongs to. */
export type SentBroadcast = {
  readonly asked: Asked;
  readonly broadcast: Broadcast;
  readonly bytes: number;
  /** Null keeps nothing. */
  readonly persist: Persist | null;
};

/** Sends a client's message to its topic. Without the right nothing happens, and nothing is said. */
export function sendBroadcast(
  parts: RealtimeDeps,
  channel: Channel,
  sent: SentBroadcast,
): Promise<void> | void {
  const may = canSend(parts, channel, "broadcast");
  if (sent.persist !== null) return keepAndDeliver(parts, channel, sent, may);
  if (typeof may !== "boolean") return deliverWhenAllowed(parts, channel, sent, may);
  if (may) deliver(parts, channel, sent);
  return undefined;
}

async function deliverWhenAllowed(
  parts: RealtimeDeps,
  channel: Channel,
  sent: SentBroadcast,
  may: Promise<boolean>,
): Promise<void> {
  if ((await may) && !channel.isClosed) deliver(parts, channel, sent);
}

/** What cannot be kept is not sent either, and the sender is told so. */
async function keepAndDeliver(
  parts: RealtimeDeps,
  channel: Channel,
  sent: SentBroadcast,
  may: boolean | Promise<boolean>,
): Promise<void> {
  const { broadcast, persist, asked } = sent;
  if (!(await may) || persist === null || broadcast.kind !== "named") return;
  if (!channel.config.isPrivate) {
    reply(channel.connection, asked, "error", { error: "Public channels keep no messages" });
    return;
  }
  try {
    await parts.history.keep(channel.name, broadcast, persist);
  } catch {
    reply(channel.connection, asked, "error", { error: "The message could not be kept" });
    return;
  }
  if (!channel.isClosed) deliver(parts, channel, sent);
}

function deliver(
  parts: RealtimeDeps,
  channel: Channel,
  { asked, broadcast, bytes }: SentBroadcast,
): void {
  const { hub, limits, publish } = parts;
  const nowMs = parts.now();
  if (!hub.countMessage(channel.key, nowMs) || !limits.messages.take(nowMs)) {
    shutDown(parts, channel, "Too many messages per second");
    return;
  }
  const { ack, self } = channel.config.broadcast;
  if (bytes > PAYLOAD_LIMIT_BYTES) {
    if (ack) reply(channel.connection, asked, "error", { reason: "payload_size_exceeded" });
    return;
  }
  hub.broadcast(channel.key, broadcast, self ? undefined : channel);
  publish({ type: "broadcast", key: channel.key, broadcast });
  if (ack) reply(channel.connection, asked, "ok");
}
