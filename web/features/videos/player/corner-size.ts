import type { CSSProperties } from "react";
import { isBundledVideoId } from "#shared/videos/video-id.ts";

/** The video platform requires players of at least this width and height, in CSS pixels. */
const LEAST_PLATFORM_PX = 200;

/** Custom properties of video-surface.css. */
type LeastSize = CSSProperties & Record<`--least-${"width" | "height"}`, string>;

/**
 * Returns the least size of a video's picture while it is small, as video-surface.css reads it: for a
 * video of the platform the least height and the width of 16:9 that belongs to it.
 */
export function cornerStyle(videoId: string): LeastSize {
  const heightPx = isBundledVideoId(videoId) ? 0 : LEAST_PLATFORM_PX;
  return {
    "--least-height": `${heightPx}px`,
    "--least-width": `${Math.ceil((heightPx * 16) / 9)}px`,
  };
}
