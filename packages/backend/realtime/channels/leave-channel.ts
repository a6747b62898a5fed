import type { RealtimeDeps } from "#backend/realtime/realtime-deps.ts";
import { type Channel, pushSystem } from "./channel.ts";
import { CHANNEL_ERRORS } from "#backend/realtime/protocol/channel-errors.ts";

type LeaveDeps = Pick<RealtimeDeps, "hub" | "presences" | "changes">;

/** Removes a channel; listeners receive the leave of its presence. */
export function leaveChannel({ hub, presences, changes }: LeaveDeps, channel: Channel): void {
  if (channel.isClosed) return;
  channel.isClosed = true;
  channel.detach();
  hub.leave(channel);
  changes.unsubscribe(channel);
  const { tracked } = channel.presence;
  channel.presence.tracked = null;
  channel.connection.held.add(-channel.bytes - (tracked?.bytes ?? 0));
  if (tracked !== null) presences.change(channel.key, { joins: [], leaves: [tracked.ref] });
}

/** Leaves and notifies the client, which may rejoin. */
export function closeChannel(deps: LeaveDeps, channel: Channel): void {
  leaveChannel(deps, channel);
  const { connection, topic, joinRef } = channel;
  connection.sendMessage({ joinRef, ref: joinRef, topic, event: "phx_close", payload: {} });
}

/** Sends the reason to the client and closes the channel. */
export function shutDown(deps: LeaveDeps, channel: Channel, message: string): void {
  if (channel.isClosed) return;
  pushSystem(channel, { extension: "system", status: "error", message });
  closeChannel(deps, channel);
}

/** Closes the channels whose token has expired. */
export function closeExpired(deps: RealtimeDeps): void {
  const nowMs = deps.now();
  for (const channel of deps.hub.all()) {
    const { expiresAtMs } = channel.identity;
    if (expiresAtMs === null || expiresAtMs > nowMs) continue;
    shutDown(deps, channel, CHANNEL_ERRORS.expiredToken().message);
  }
}

/**
 * Closes the channels whose session has ended, with one query for all.
 *
 * @throws the database's error.
 */
export async function closeEnded(deps: RealtimeDeps): Promise<void> {
  const signedIn = [...deps.hub.all()].flatMap((channel) => {
    const { sessionId } = channel.identity.caller;
    return sessionId === null ? [] : [{ channel, sessionId }];
  });
  if (signedIn.length === 0) return;
  const live = await deps.identities.liveOf([
    ...new Set(signedIn.map(({ sessionId }) => sessionId)),
  ]);
  for (const { channel, sessionId } of signedIn) {
    const isSame = channel.identity.caller.sessionId === sessionId;
    if (isSame && !live.has(sessionId)) {
      shutDown(deps, channel, CHANNEL_ERRORS.endedSession().message);
    }
  }
}
