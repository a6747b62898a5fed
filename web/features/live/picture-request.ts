import { useEffect, useRef } from "react";
import { SECOND_MS } from "@reign-tv/kit/durations.ts";
import type { ChannelId } from "#shared/live/channels.ts";
import { nowListening } from "#web/base/audio/now-listening.ts";

/** Requests for the picture of a channel by buttons outside of its player, and where sound and picture go on. */

const takers = new Map<ChannelId, () => void>();
let wanted: ChannelId | null = null;

/** Moments of broadcasts that pictures show after a seek back, in milliseconds since 1970. */
const shown = new Map<ChannelId, number>();
/** Moment at which the next picture of a channel starts, likewise. */
const next = new Map<ChannelId, number>();

/** Notes the moment that a picture shows. @param ms 0 for the live edge, and without a picture */
export function notePictureMoment(id: ChannelId, ms: number): void {
  shown.set(id, ms);
}

/** Returns the moment that the picture of a channel shows, in seconds since 1970; 0 for its live edge. */
export function pictureMoment(id: ChannelId): number {
  return (shown.get(id) ?? 0) / SECOND_MS;
}

/** The next picture of the channel starts at the moment that is heard of it. */
export function startPictureWhereHeard(id: ChannelId): void {
  const now = nowListening();
  if (now?.heard.channel === id) next.set(id, now.position * SECOND_MS);
}

/** Returns the moment at which a picture starts, once; 0 for its live edge. */
export function takePictureStart(id: ChannelId): number {
  const ms = next.get(id) ?? 0;
  next.delete(id);
  return ms;
}

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
