import { CHANNEL_ERRORS, ChannelError } from "#backend/realtime/protocol/channel-errors.ts";
import type { ReadRights } from "#backend/realtime/access/topic-policies.ts";
import type { RealtimeDeps } from "#backend/realtime/realtime-deps.ts";
import type { Identity } from "#backend/realtime/access/identity.ts";
import { isDatabaseUnavailable } from "#backend/database/database-errors.ts";
import type { Channel } from "./channel.ts";
import { shutDown } from "./leave-channel.ts";
import * as v from "valibot";
import type { BackendDeps } from "#backend/context.ts";

/**
 * Evaluates the policies for reading a topic.
 *
 * @throws ChannelError without any right, and the database's error.
 */
export async function readRights(
  { policies }: RealtimeDeps,
  request: {
    readonly identity: Identity;
    readonly isPrivate: boolean;
    readonly name: string;
    readonly clientAddress: string;
    readonly isPresenceEnabled: boolean;
  },
): Promise<ReadRights> {
  if (!request.isPrivate) return { broadcast: true, presence: true };
  const { identity, name: topic, clientAddress } = request;
  const rights = await policies.read({ caller: identity.caller, clientAddress, topic });
  if (!rights.broadcast && !(request.isPresenceEnabled && rights.presence)) {
    throw CHANNEL_ERRORS.noRead(topic);
  }
  return rights;
}

/**
 * Evaluates the policies again and updates the channel.
 *
 * @throws ChannelError when a right was lost, and the database's error.
 */
async function refreshRights(
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
  // A newer token evaluates the policies itself.
  if (channel.identity !== heldIdentity) return;
  const hasLost =
    (before.broadcast && !read.broadcast) ||
    (channel.presence.isEnabled && before.presence && !read.presence);
  if (hasLost) throw CHANNEL_ERRORS.lostRead(channel.name);
  channel.identity = identity;
  channel.read = read;
  channel.write = new Map();
}

/** Closes a channel whose rights were rejected or could not be read; rethrows every other error. */
function closeRejected(deps: RealtimeDeps, channel: Channel, error: unknown): void {
  const { message } = error instanceof ChannelError ? error : CHANNEL_ERRORS.noDatabase();
  shutDown(deps, channel, message);
  if (!(error instanceof ChannelError) && !isDatabaseUnavailable(error)) throw error;
}

/** Closes a private channel that its user may no longer read. */
export async function recheckRights(deps: RealtimeDeps, channel: Channel): Promise<void> {
  const { identity } = channel;
  try {
    await refreshRights(deps, channel, identity);
  } catch (error) {
    if (channel.identity === identity) closeRejected(deps, channel, error);
  }
}

const messageSchema = v.object({ access_token: v.string() });

/**
 * Replaces a channel's token: evaluates the rights again, and closes a channel that lost them.
 * Ignores the same token, no token, and keys.
 */
export async function renewToken(
  deps: RealtimeDeps,
  channel: Channel,
  payload: unknown,
): Promise<void> {
  const message = v.safeParse(messageSchema, payload);
  if (!message.success) return;
  const token = message.output.access_token;
  if (token === channel.token || token.startsWith("sb_")) return;
  try {
    const { revision } = deps.hub.access;
    const identity = await deps.identities.read(token);
    await refreshRights(deps, channel, identity);
    if (deps.hub.access.revision !== revision) await refreshRights(deps, channel, identity);
    channel.token = token;
    await deps.changes.subscribeAndReport(channel);
  } catch (error) {
    closeRejected(deps, channel, error);
  }
}

/** Migrations send the id of a user whose rights on private topics may have changed. */
const ACCESS_CHANNEL = "realtime_access";

/**
 * Rechecks open private channels of a user whose rights changed, by notification of a trigger.
 * Rechecks all users when notifications may have been lost.
 *
 * @throws the database's error when it cannot listen.
 */
export async function watchAccessChanges(
  { database, log }: Pick<BackendDeps, "database" | "log">,
  deps: RealtimeDeps,
): Promise<void> {
  let checking: Promise<void> = Promise.resolve();
  const recheck = async (changedUserId: string | null): Promise<void> => {
    for (const channel of deps.hub.all()) {
      const { userId } = channel.identity.caller;
      const isAffected = changedUserId === null ? userId !== null : userId === changedUserId;
      if (!isAffected || !channel.config.isPrivate || channel.isClosed) continue;
      await recheckRights(deps, channel);
    }
  };
  const changed = (changedUserId: string | null): void => {
    deps.hub.access.revision += 1;
    checking = checking
      .then(() => recheck(changedUserId))
      .catch((error: unknown) => log.warn({ event: "realtime_access_failed", err: error }));
  };
  await database.listen(ACCESS_CHANNEL, { onNotice: changed, onStart: () => changed(null) });
}
