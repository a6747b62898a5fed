import type { Broadcast } from "./broadcast-store.ts";

/** Folder of a broadcast: with its start, because a restored database counts again from an earlier id. */
export function broadcastFolder({
  id,
  startedAtMs,
}: Pick<Broadcast, "id" | "startedAtMs">): string {
  return `${id}-${Math.floor(startedAtMs).toString(36)}`;
}

/** Path of a media file of a broadcast; its content never changes. */
export function broadcastUrl(
  broadcast: Pick<Broadcast, "id" | "startedAtMs" | "channel">,
  name: string,
): string {
  return `/live/${broadcast.channel}/${broadcastFolder(broadcast)}/${name}`;
}
