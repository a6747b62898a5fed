import type { Identity } from "#backend/realtime/access/identity.ts";
import type { Extension } from "#backend/realtime/access/topic-policies.ts";
import type { JoinConfig } from "#backend/realtime/protocol/join-config.domain.ts";
import type { Connection } from "#backend/realtime/sockets/connection.ts";
import type { WireMessage } from "#backend/realtime/protocol/wire.domain.ts";

/** A socket's membership in a topic, from join to leave. */
export type Channel = {
  readonly connection: Connection;
  /** As the client names it, `realtime:room`. */
  readonly topic: string;
  /** Without the prefix, `room`, as in policies. */
  readonly name: string;
  /** Key in the hub: a public and a private channel of one name are separate. */
  readonly key: string;
  readonly joinRef: string | null;
  readonly config: JoinConfig;
  /** The token of the identity; null for the socket's own key. */
  token: string | null;
  identity: Identity;
  read: Readonly<Record<Extension, boolean>>;
  /** Evaluated at the first message. Replaced when the token or the user's rights change. */
  write: Map<Extension, boolean>;
  readonly presence: ChannelPresence;
  /** Ids of replayed messages; their live copies are skipped. */
  replayedIds: ReadonlySet<string>;
  /** Counted for its socket until it leaves. */
  readonly bytes: number;
  /** Removes it from its socket's table. */
  readonly detach: () => void;
  isClosed: boolean;
};

export type ChannelPresence = {
  readonly key: string;
  /** Receives presences of others; tracking enables it. */
  isEnabled: boolean;
  /** Its own entry; null while it is not tracked. */
  tracked: { readonly ref: string; readonly text: string; readonly bytes: number } | null;
  readonly calls: { take(nowMs: number): boolean };
};

/** Returns the hub's key of a topic. */
export function topicKey(name: string, isPrivate: boolean): string {
  return `${isPrivate ? "private" : "public"}:${name}`;
}

/** Returns the channel's name of a hub key. */
export function nameOfKey(key: string): string {
  return key.slice(key.indexOf(":") + 1);
}

/** Returns the channel's name of a wire topic, or null for another topic. */
export function nameOfTopic(topic: string): string | null {
  return topic.startsWith(TOPIC_PREFIX) ? topic.slice(TOPIC_PREFIX.length) : null;
}

/** Prefix of the client's channel names. */
export const TOPIC_PREFIX = "realtime:";

/** Pushes an event without a request. */
export function pushToChannel(channel: Channel, event: string, payload: unknown): void {
  const { connection, topic, joinRef } = channel;
  connection.sendMessage({ joinRef, ref: null, topic, event, payload });
}

/** Pushes a system message about an extension's status. */
export function pushSystem(
  channel: Channel,
  status: {
    readonly extension: "system" | "postgres_changes";
    readonly status: "ok" | "error";
    readonly message: string;
  },
): void {
  pushToChannel(channel, "system", { ...status, channel: channel.name });
}

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
