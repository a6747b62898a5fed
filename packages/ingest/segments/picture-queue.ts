import { median } from "#ingest/check/bounded-window.ts";
import type { VideoConfig } from "./stream-config.ts";

export type Picture = {
  readonly data: Uint8Array;
  /** Encoder's clock. */
  readonly presentationMs: number;
  readonly isKeyFrame: boolean;
  readonly config: VideoConfig;
};

/** Duration of a picture that stands alone. */
const DEFAULT_DISTANCE_MS = 40;

/** Median of the distances between pictures. */
export function typicalDistance(pictures: readonly Picture[]): number {
  const times = pictures.map(({ presentationMs }) => presentationMs).toSorted((a, b) => a - b);
  const distances = times
    .slice(1)
    .map((time, index) => time - (times[index] ?? time))
    .filter((distance) => distance > 0);
  return median(distances) ?? DEFAULT_DISTANCE_MS;
}

/** Latest time at which one of the pictures is shown. */
export function latestPresentation(pictures: readonly Picture[]): number {
  return pictures.reduce((max, { presentationMs }) => Math.max(max, presentationMs), -Infinity);
}

/**
 * First presentation time of the group of pictures at an index. In an open group pictures that follow the key frame are
 * shown before it. Null until a picture has come that is shown after the key frame.
 */
export function groupStart(pictures: readonly Picture[], index: number): number | null {
  const [key, ...others] = pictures.slice(index);
  if (!key) return null;
  let startMs = key.presentationMs;
  for (const { presentationMs } of others) {
    if (presentationMs >= key.presentationMs) return startMs;
    startMs = Math.min(startMs, presentationMs);
  }
  return null;
}
