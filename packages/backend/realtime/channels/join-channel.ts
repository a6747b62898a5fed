import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { CHANNELS_PER_SOCKET, NAME_LIMIT_CHARACTERS } from "#backend/realtime/access/limits.ts";
import type { ReadRights } from "#backend/realtime/access/topic-policies.ts";
import type { RealtimeDeps } from "#backend/realtime/realtime-deps.ts";
import { type JoinConfig, readJoinConfig } from "#backend/realtime/protocol/join-config.domain.ts";
import { ChannelError, CHANNEL_ERRORS } from "#backend/realtime/protocol/channel-errors.ts";
import type { Broadcast, WireMessage } from "#backend/realtime/protocol/wire.domain.ts";
import { writeBroadcast } from "#backend/realtime/protocol/frames.domain.ts";
import { withIds } from "#backend/realtime/changes/subscription-request.domain.ts";
import { POLICY_CLOSE } from "#backend/realtime/sockets/connection.ts";
import { isDatabaseUnavailable } from "#backend/database/database-errors.ts";
import { type Channel, pushSystem, topicKey, reply } from "./channel.ts";
import { readRights, recheckRights } from "./channel-rights.ts";
import { closeChannel } from "./leave-channel.ts";
import type { Session } from "./session.ts";
import { sendPresences } from "./track-presence.ts";

/** An error waits a random time, so that retrying clients spread out. */
const ERROR_DELAY_MS = { least: 300, most: 500 } as const;

/** A request to join a channel. */
type JoinRequest = {
  readonly message: WireMessage;
  /** Of the channel, without the prefix. */
  readonly name: string;
  /** Size of the frame, most of which stays with the channel. */
  readonly bytes: number;
};

/** Joins a client to a channel, or replies with an error. */
export async function joinChannel(
  deps: RealtimeDeps,
  session: Session,
  request: JoinRequest,
): Promise<void> {
  const { connection } = session;
  const { message } = request;
  session.joining.add(message.topic);
  const { revision } = deps.hub.access;
  try {
    const joined = await admit(deps, session, request);
    if (session.isClosed) {
      deps.changes.unsubscribe(joined.channel);
      return;
    }
    enter(deps, session, message, joined);
    // The rights may have changed after they were read, before the channel was in the hub.
    if (deps.hub.access.revision !== revision) await recheckRights(deps, joined.channel);
  } catch (error) {
    const problem = channelErrorOf(deps, error);
    await delayError();
    reply(connection, message, "error", { reason: problem.reason });
    if (problem.isFatal) connection.close(POLICY_CLOSE, problem.message);
  } finally {
    session.joining.delete(message.topic);
  }
}

type Joined = { readonly channel: Channel; readonly replayed: readonly Broadcast[] };

/** Runs the checks in upstream's order; the handshake already counted the sockets. */
async function admit(
  deps: RealtimeDeps,
  session: Session,
  { message, name, bytes }: JoinRequest,
): Promise<Joined> {
  const { limits, identities } = deps;
  const { connection } = session;
  if (name === "") throw CHANNEL_ERRORS.noTopic();
  if (name.length > NAME_LIMIT_CHARACTERS) throw CHANNEL_ERRORS.longTopic(NAME_LIMIT_CHARACTERS);
  const old = session.channels.get(message.topic);
  if (old !== undefined) closeChannel(deps, old);
  if (deps.isStopping()) throw CHANNEL_ERRORS.restarting();
  if (!limits.takeJoin(connection.clientAddress, deps.now())) throw CHANNEL_ERRORS.tooManyJoins();
  if (session.channels.size + session.joining.size > CHANNELS_PER_SOCKET) {
    throw CHANNEL_ERRORS.tooManyChannels();
  }
  const config = readJoinConfig(message.payload);
  if (config.presence.key.length > NAME_LIMIT_CHARACTERS) {
    throw CHANNEL_ERRORS.longPresenceKey(NAME_LIMIT_CHARACTERS);
  }
  const token = config.accessToken?.startsWith("sb_") === true ? null : config.accessToken;
  const identity = token === null ? connection.identity : await identities.read(token);
  const { isPrivate, presence } = config;
  const read = await readRights(deps, {
    identity,
    isPrivate,
    name,
    clientAddress: connection.clientAddress,
    isPresenceEnabled: presence.isEnabled,
  });
  const replayed = await readReplay(deps, config, name, read);
  const channel: Channel = {
    connection,
    topic: message.topic,
    name,
    key: topicKey(name, isPrivate),
    joinRef: message.joinRef ?? message.ref,
    config,
    token,
    identity,
    read,
    write: new Map(),
    presence: {
      key: presence.key === "" ? randomUUID() : presence.key,
      isEnabled: presence.isEnabled,
      tracked: null,
      calls: limits.presenceCalls(),
    },
    replayedIds: new Set(
      replayed.flatMap((sent) => (sent.kind === "named" && sent.meta ? [sent.meta.id] : [])),
    ),
    bytes,
    detach: () => session.channels.delete(message.topic),
    isClosed: false,
  };
  await awaitChanges(deps, channel);
  if (!connection.held.add(bytes)) {
    channel.isClosed = true;
    deps.changes.unsubscribe(channel);
    throw CHANNEL_ERRORS.tooManyBytes();
  }
  return { channel, replayed };
}

/** Registers the channel, replies, and sends the messages that follow the reply. */
function enter(
  deps: RealtimeDeps,
  session: Session,
  message: WireMessage,
  { channel, replayed }: Joined,
): void {
  session.channels.set(channel.topic, channel);
  deps.hub.join(channel);
  const { connection, config, topic } = channel;
  reply(connection, message, "ok", { postgres_changes: withIds(config.changes) });
  for (const broadcast of replayed) {
    const frame = writeBroadcast(connection.version, topic, broadcast);
    if (frame !== null) connection.send(frame);
  }
  sendPresences(deps, channel);
  if (config.broadcast.wantsReplicationReady) {
    pushSystem(channel, {
      extension: "system",
      status: "ok",
      message: "Replication connection established",
    });
  }
  if (config.changesWaitMs === null) void deps.changes.subscribeAndReport(channel);
  else deps.changes.reportSubscribed(channel);
}

/** Delays the join until the database has confirmed the subscriptions, at the client's request. */
async function awaitChanges({ changes }: RealtimeDeps, channel: Channel): Promise<void> {
  const { changesWaitMs } = channel.config;
  if (changesWaitMs === null || channel.config.changes.length === 0) return;
  const late = new AbortController();
  const timeUp = sleep(changesWaitMs, "late", { ref: false, signal: late.signal });
  try {
    const first = await Promise.race([changes.subscribe(channel), timeUp]);
    if (first === "late") throw CHANNEL_ERRORS.changesTooSlow(changesWaitMs);
  } catch (error) {
    channel.isClosed = true;
    changes.unsubscribe(channel);
    throw error;
  } finally {
    late.abort();
    timeUp.catch(() => undefined);
  }
}

async function readReplay(
  { history }: RealtimeDeps,
  { broadcast: { replay }, isPrivate }: JoinConfig,
  name: string,
  read: ReadRights,
): Promise<readonly Broadcast[]> {
  if (replay === undefined) return [];
  if (!read.broadcast) throw CHANNEL_ERRORS.noRead(name);
  if (!isPrivate) throw CHANNEL_ERRORS.publicReplay();
  if (replay === null) throw CHANNEL_ERRORS.badReplay();
  return history.read(name, replay);
}

function channelErrorOf({ log }: RealtimeDeps, error: unknown): ChannelError {
  if (error instanceof ChannelError) return error;
  if (isDatabaseUnavailable(error)) return CHANNEL_ERRORS.noDatabase();
  log.error({ event: "realtime_join_failed", err: error });
  return CHANNEL_ERRORS.unknown();
}

async function delayError(): Promise<void> {
  const { least, most } = ERROR_DELAY_MS;
  await sleep(least + Math.random() * (most - least), undefined, { ref: false });
}
