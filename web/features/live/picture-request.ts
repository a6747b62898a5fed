import { useEffect, useRef } from "react";
import type { ChannelId } from "#shared/live/channels.ts";

/** Requests for the picture of a channel by buttons outside of its player. */

const takers = new Map<ChannelId, () => void>();
let wanted: ChannelId | null = null;

/**
 * Starts the picture of a channel in its player, on this page or the next one. @returns whether this
 * page has its player.
 */
export function requestPicture(id: ChannelId): boolean {
  const take = takers.get(id);
  wanted = take ? null : id;
  take?.();
  return take !== undefined;
}

/** Calls back when the picture of this channel is requested. */
export function usePictureRequest(id: ChannelId, onRequest: () => void): void {
  const handler = useRef(onRequest);
  useEffect(() => {
    handler.current = onRequest;
  });
  useEffect(() => {
    const take = () => handler.current();
    takers.set(id, take);
    if (wanted === id) {
      wanted = null;
      take();
    }
    return () => {
      if (takers.get(id) === take) takers.delete(id);
    };
  }, [id]);
}
