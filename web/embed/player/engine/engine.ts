import type { PlayerSource } from "#shared/embed/embed-config.ts";
import type { FailureKind } from "./recovery.domain.ts";

/** A rendition: its height and its data per hour. */
export type Quality = { lines: number; bytesPerHour: number };

/** Loads a source into a video element. */
export type Engine = {
  /** Starts loading; may be called again after an error, and resumes. */
  start(): void;
  /** Repairs the decoder; the source stays. */
  repair(): void;
  /** Stops loading while no viewer watches. */
  rest(): void;
  wake(): void;
  /** The newest position that plays without a stall, or null when the source has an end. */
  liveEdgeSeconds(): number | null;
  /** Plays at the live edge. */
  goLive(): void;
  /** Plays the last two hours of a broadcast from an instant; milliseconds since the epoch. */
  rewind(atMs: number): void;
  /** True from `rewind` to `goLive`. */
  isRewound(): boolean;
  /** Whether the shown frame is of an own broadcast; null when the browser does not tell. */
  isBroadcast(): boolean | null;
  /** Wall clock of the shown frame, or null when the source has none. */
  playingAtMs(): number | null;
  /** A number that grows while data arrives, however slowly. */
  arrived(): number;
  /** Transferred bytes; estimated from the loaded duration when the browser reports none. */
  movedBytes(): number;
  /** Selectable qualities, best first; empty when there is no choice. */
  qualities(): readonly Quality[];
  /** Limits the height of the quality; 0 for automatic. */
  limitLines(lines: number): void;
  destroy(): void;
};

export type EngineEvents = {
  onFailure: (kind: FailureKind) => void;
  /** Data arrived: the source is slow, not down. */
  onProgress: () => void;
};

/** Playlist of the last two hours of a channel's broadcast; "" for a source without broadcasts. */
export function windowOf({ broadcasts }: Exclude<PlayerSource, { kind: "file" }>): string {
  return broadcasts === undefined ? "" : `${broadcasts}/window.m3u8`;
}
