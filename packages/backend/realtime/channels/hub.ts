import {
  writeBroadcast,
  sharedFrames,
  writeTextFrame,
} from "#backend/realtime/protocol/frames.domain.ts";
import type { Broadcast } from "#backend/realtime/protocol/wire.domain.ts";
import type { PresenceDiff } from "./presence-state.domain.ts";
import type { TokenBucket } from "@reign-tv/kit/rate-limit.ts";
import { type Channel, nameOfKey, TOPIC_PREFIX } from "./channel.ts";

/** The channels of this process by topic, with fan-out. */
export type Hub = {
  join(channel: Channel): void;
  leave(channel: Channel): void;
  /** Counts a message to the topic. Returns false above its limit. */
  countMessage(key: string, nowMs: number): boolean;
  /** Sends to all readers of the topic except `except`. */
  broadcast(key: string, broadcast: Broadcast, except?: Channel): void;
  /** Sends joins and leaves to all listeners of presences. */
  presenceDiff(key: string, diff: PresenceDiff): void;
  all(): Iterable<Channel>;
  /** Incremented when users' rights change; rights of an earlier revision are read again. */
  readonly access: { revision: number };
};

type Topic = { readonly channels: Set<Channel>; readonly messages: TokenBucket };

/**
 * Creates an empty hub.
 *
 * @param messagesOfTopic creates the counter of one topic's messages.
 */
export function createHub(messagesOfTopic: () => TokenBucket): Hub {
  const topics = new Map<string, Topic>();
  const channelsOf = (key: string): ReadonlySet<Channel> =>
    topics.get(key)?.channels ?? NO_CHANNELS;
  return {
    join(channel) {
      const topic = topics.get(channel.key);
      if (topic !== undefined) topic.channels.add(channel);
      else topics.set(channel.key, { channels: new Set([channel]), messages: messagesOfTopic() });
    },
    leave(channel) {
      const topic = topics.get(channel.key);
      topic?.channels.delete(channel);
      if (topic?.channels.size === 0) topics.delete(channel.key);
    },
    countMessage: (key, nowMs) => topics.get(key)?.messages.take(nowMs) ?? true,
    broadcast(key, broadcast, except) {
      const topic = `${TOPIC_PREFIX}${nameOfKey(key)}`;
      const frameOf = sharedFrames((version) => writeBroadcast(version, topic, broadcast));
      const id = broadcast.kind === "named" ? broadcast.meta?.id : undefined;
      for (const channel of channelsOf(key)) {
        if (channel === except || !channel.read.broadcast) continue;
        if (id !== undefined && channel.replayedIds.has(id)) continue;
        const frame = frameOf(channel.connection.version);
        if (frame !== null) channel.connection.send(frame);
      }
    },
    presenceDiff(key, diff) {
      const topic = `${TOPIC_PREFIX}${nameOfKey(key)}`;
      const event = "presence_diff";
      const frameOf = sharedFrames((version) =>
        writeTextFrame(version, { joinRef: null, ref: null, topic, event, payload: diff }),
      );
      for (const channel of channelsOf(key)) {
        if (!channel.presence.isEnabled || !channel.read.presence) continue;
        const frame = frameOf(channel.connection.version);
        if (frame !== null) channel.connection.send(frame);
      }
    },
    *all() {
      for (const { channels } of topics.values()) yield* channels;
    },
    access: { revision: 0 },
  };
}

const NO_CHANNELS: ReadonlySet<Channel> = new Set();
