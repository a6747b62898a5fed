import type { FailureKind } from "./recovery.domain.ts";

/** A rendition: its height, and what an hour of it takes. */
export type Quality = { lines: number; bytesPerHour: number };

/** One way to bring a source into a video element. */
export type Engine = {
  /** Starts to load; may be called again after an error, and goes on where it was. */
  start(): void;
  /** Repairs the decoder; the source stays. */
  repair(): void;
  /** Loads nothing while nobody watches. */
  rest(): void;
  wake(): void;
  /** The newest position that plays without a stall, or null when the source has an end. */
  liveEdgeSeconds(): number | null;
  /** Wall clock of what is shown, or null when the source does not tell. */
  playingAtMs(): number | null;
  /** A measure that grows for as long as something arrives, be it slowly. */
  arrived(): number;
  /** Bytes that have come through the line; where nobody tells, what is loaded times what it weighs. */
  movedBytes(): number;
  /** What the visitor can choose from, the best first; empty where there is nothing to choose. */
  qualities(): readonly Quality[];
  /** Takes nothing with more lines than that; 0 for what line and screen allow. */
  limitLines(lines: number): void;
  destroy(): void;
};

export type EngineEvents = {
  onFailure: (kind: FailureKind) => void;
  /** Something arrived: it is slow, not dead. */
  onProgress: () => void;
};
