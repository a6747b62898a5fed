import { PAYLOAD_LIMIT_BYTES } from "#backend/realtime/access/limits.ts";
import type { RealtimeDeps } from "#backend/realtime/realtime-deps.ts";
import type { Persist, Broadcast } from "#backend/realtime/protocol/wire.domain.ts";
import { type Channel, type ReplyTarget, reply } from "./channel.ts";
import { shutDown } from "./leave-channel.ts";
import { canSend } from "./track-presence.ts";

/** A client's message with the fields of its reply. */
export type SentBroadcast = {
  readonly target: ReplyTarget;
  readonly broadcast: Broadcast;
  readonly bytes: number;
  /** Null stores nothing. */
  readonly persist: Persist | null;
};

/** Sends a client's message to its topic. Without the right it is dropped without an error. */
export function sendBroadcast(
  deps: RealtimeDeps,
  channel: Channel,
  sent: SentBroadcast,
): Promise<void> | void {
  const isAllowed = canSend(deps, channel, "broadcast");
  if (sent.persist !== null) return storeAndDeliver(deps, channel, sent, isAllowed);
  if (typeof isAllowed !== "boolean") return deliverWhenAllowed(deps, channel, sent, isAllowed);
  if (isAllowed) deliver(deps, channel, sent);
  return undefined;
}

async function deliverWhenAllowed(
  deps: RealtimeDeps,
  channel: Channel,
  sent: SentBroadcast,
  isAllowed: Promise<boolean>,
): Promise<void> {
  if ((await isAllowed) && !channel.isClosed) deliver(deps, channel, sent);
}

/** Stores the message first. On failure it is not sent, and the sender gets an error. */
async function storeAndDeliver(
  deps: RealtimeDeps,
  channel: Channel,
  sent: SentBroadcast,
  isAllowed: boolean | Promise<boolean>,
): Promise<void> {
  const { broadcast, persist, target } = sent;
  if (!(await isAllowed) || persist === null || broadcast.kind !== "named") return;
  if (!channel.config.isPrivate) {
    reply(channel.connection, target, "error", { error: "Public channels keep no messages" });
    return;
  }
  try {
    await deps.history.save(channel.name, broadcast, persist);
  } catch {
    reply(channel.connection, target, "error", { error: "The message could not be kept" });
    return;
  }
  if (!channel.isClosed) deliver(deps, channel, sent);
}

function deliver(
  deps: RealtimeDeps,
  channel: Channel,
  { target, broadcast, bytes }: SentBroadcast,
): void {
  const { hub, limits, publish } = deps;
  const nowMs = deps.now();
  if (!hub.countMessage(channel.key, nowMs) || !limits.messages.take(nowMs)) {
    shutDown(deps, channel, "Too many messages per second");
    return;
  }
  const { ack, self } = channel.config.broadcast;
  if (bytes > PAYLOAD_LIMIT_BYTES) {
    if (ack) reply(channel.connection, target, "error", { reason: "payload_size_exceeded" });
    return;
  }
  hub.broadcast(channel.key, broadcast, self ? undefined : channel);
  publish({ type: "broadcast", key: channel.key, broadcast });
  if (ack) reply(channel.connection, target, "ok");
}
