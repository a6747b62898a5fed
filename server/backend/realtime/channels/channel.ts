import type { Identity } from "#server/backend/realtime/access/identity.ts";
import type { Extension } from "#server/backend/realtime/access/topic-policies.ts";
import type { JoinConfig } from "#server/backend/realtime/protocol/join-config.domain.ts";
import type { Connection } from "#server/backend/realtime/sockets/connection.ts";

/** A socket's part in a topic, from its join to its leave. */
export type Channel = {
  readonly connection: Connection;
  /** As the client names it, `realtime:room`. */
  readonly topic: string;
  /** Without the prefix, `room`: what policies see. */
  readonly name: string;
  /** Under which the hub keeps it: a public and a private channel of one name share nothing. */
  readonly key: string;
  readonly joinRef: string | null;
  readonly config: JoinConfig;
  /** The token that identity was read from; null for the socket's own key. */
  token: string | null;
  identity: Identity;
  read: Readonly<Record<Extension, boolean>>;
  /** Asked at the first message; another map once the token or the account's rights change. */
  write: Map<Extension, boolean>;
  readonly presence: ChannelPresence;
  /** Ids of messages that came by replay; their live copies are left out. */
  replayedIds: ReadonlySet<string>;
  /** Counted for its socket until it leaves. */
  readonly bytes: number;
  /** Takes it out of its socket's table. */
  readonly detach: () => void;
  isClosed: boolean;
};

export type ChannelPresence = {
  readonly key: string;
  /** Whether it hears of others; tracking turns it on. */
  isEnabled: boolean;
  /** Its own entry; null while it is not tracked. */
  tracked: { readonly ref: string; readonly text: string; readonly bytes: number } | null;
  readonly calls: { take(nowMs: number): boolean };
};

/** The hub's key of a topic. */
export function topicKey(name: string, isPrivate: boolean): string {
  return `${isPrivate ? "private" : "public"}:${name}`;
}

/** The channel's name in a hub's key. */
export function nameOfKey(key: string): string {
  return key.slice(key.indexOf(":") + 1);
}

/** The channel's name in a topic of the wire, and null where it is no channel's. */
export function nameOfTopic(topic: string): string | null {
  return topic.startsWith(TOPIC_PREFIX) ? topic.slice(TOPIC_PREFIX.length) : null;
}

/** What the client puts before a channel's name. */
export const TOPIC_PREFIX = "realtime:";

/** Tells a channel something that nobody asked for. */
export function pushToChannel(channel: Channel, event: string, payload: unknown): void {
  const { connection, topic, joinRef } = channel;
  connection.tell({ joinRef, ref: null, topic, event, payload });
}

/** Tells a channel how a part of it goes. */
export function tellSystem(
  channel: Channel,
  said: {
    readonly extension: "system" | "postgres_changes";
    readonly status: "ok" | "error";
    readonly message: string;
  },
): void {
  pushToChannel(channel, "system", { ...said, channel: channel.name });
}
