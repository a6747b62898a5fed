import type { RealtimeDeps } from "#server/backend/realtime/realtime-deps.ts";
import { type Channel, tellSystem } from "./channel.ts";

type LeaveParts = Pick<RealtimeDeps, "hub" | "presences" | "changes">;

/** Takes a channel out of everything; who listens hears that its person has gone. */
export function leaveChannel({ hub, presences, changes }: LeaveParts, channel: Channel): void {
  if (channel.isClosed) return;
  channel.isClosed = true;
  channel.detach();
  hub.leave(channel);
  changes.unsubscribe(channel);
  const { tracked } = channel.presence;
  channel.presence.tracked = null;
  if (tracked !== null) presences.change(channel.key, { joins: [], leaves: [tracked.ref] });
}

/** Leaves and tells the client so; it rejoins if it wants. */
export function closeChannel(parts: LeaveParts, channel: Channel): void {
  leaveChannel(parts, channel);
  const { connection, topic, joinRef } = channel;
  connection.tell({ joinRef, ref: joinRef, topic, event: "phx_close", payload: {} });
}

/** Closes a channel for a reason that the client is told first. */
export function shutDown(parts: LeaveParts, channel: Channel, message: string): void {
  if (channel.isClosed) return;
  tellSystem(channel, { extension: "system", status: "error", message });
  closeChannel(parts, channel);
}
