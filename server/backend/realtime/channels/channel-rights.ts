import { CHANNEL_ERRORS, ChannelError } from "#server/backend/realtime/protocol/channel-errors.ts";
import type { ReadRights } from "#server/backend/realtime/access/topic-policies.ts";
import type { RealtimeDeps } from "#server/backend/realtime/realtime-deps.ts";
import type { Identity } from "#server/backend/realtime/access/identity.ts";
import { isDatabaseUnavailable } from "#server/database/database-errors.ts";
import type { Channel } from "./channel.ts";
import { shutDown } from "./leave-channel.ts";

/**
 * Asks the policies what an account may read on a topic.
 *
 * @throws ChannelError where that is nothing, and the database's error when it cannot answer.
 */
export async function readRights(
  { policies }: RealtimeDeps,
  asked: {
    readonly identity: Identity;
    readonly isPrivate: boolean;
    readonly name: string;
    readonly clientAddress: string;
    readonly isPresenceEnabled: boolean;
  },
): Promise<ReadRights> {
  if (!asked.isPrivate) return { broadcast: true, presence: true };
  const { identity, name: topic, clientAddress } = asked;
  const rights = await policies.read({ caller: identity.caller, clientAddress, topic });
  if (!rights.broadcast && !(asked.isPresenceEnabled && rights.presence)) {
    throw CHANNEL_ERRORS.noRead(topic);
  }
  return rights;
}

/**
 * Asks the policies again and keeps their answer with the channel.
 *
 * @throws ChannelError where it lost a right, and the database's error when it cannot answer.
 */
export async function refreshRights(
  deps: RealtimeDeps,
  channel: Channel,
  identity: Identity,
): Promise<void> {
  const { identity: heldIdentity, read: before } = channel;
  const read = await readRights(deps, {
    identity,
    isPrivate: channel.config.isPrivate,
    name: channel.name,
    clientAddress: channel.connection.clientAddress,
    isPresenceEnabled: channel.presence.isEnabled,
  });
  // A token that came during the question has asked for itself.
  if (channel.identity !== heldIdentity) return;
  const hasLost =
    (before.broadcast && !read.broadcast) ||
    (channel.presence.isEnabled && before.presence && !read.presence);
  if (hasLost) throw CHANNEL_ERRORS.lostRead(channel.name);
  channel.identity = identity;
  channel.read = read;
  channel.write = new Map();
}

/** Closes a channel whose rights were refused or could not be read; rethrows every other error. */
export function closeRefused(deps: RealtimeDeps, channel: Channel, error: unknown): void {
  const { message } = error instanceof ChannelError ? error : CHANNEL_ERRORS.noDatabase();
  shutDown(deps, channel, message);
  if (!(error instanceof ChannelError) && !isDatabaseUnavailable(error)) throw error;
}

/** Closes a private channel that its account may no longer read. */
export async function recheckRights(deps: RealtimeDeps, channel: Channel): Promise<void> {
  const { identity } = channel;
  try {
    await refreshRights(deps, channel, identity);
  } catch (error) {
    if (channel.identity === identity) closeRefused(deps, channel, error);
  }
}
