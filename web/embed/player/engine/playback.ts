import type { PlayerSource } from "#shared/embed/embed-config.ts";
import { EMBED_READY_TIMEOUT_MS } from "#shared/constants.ts";
import { createEngine } from "./create-engine.ts";
import type { Engine, Quality } from "./engine.ts";
import {
  type FailureKind,
  FRESH_RECOVERY,
  RECOVERED_AFTER_MS,
  recoveryStep,
} from "./recovery.domain.ts";

const WATCH_INTERVAL_MS = 1_000;
/** Further behind than this, the visitor is offered the way back to live. */
const LIVE_TOLERANCE_SECONDS = 12;

type PlaybackOptions = {
  video: HTMLVideoElement;
  source: PlayerSource;
  startSeconds: number;
  savesData: boolean;
  /** The source cannot be played, after everything that could be tried. */
  onGiveUp: (kind: FailureKind) => void;
};

/** A source in a video element, kept going through errors. */
export class Playback {
  readonly #video: HTMLVideoElement;
  readonly #source: PlayerSource;
  readonly #onGiveUp: (kind: FailureKind) => void;
  #engine: Engine | null = null;
  #opening: Promise<void> | null = null;
  #mostLines = 0;
  /** What engines that are gone have moved. */
  #movedBefore = 0;
  #recovery = FRESH_RECOVERY;
  #hasPlayed = false;
  #progressAtMs = 0;
  #failedAtMs = 0;
  #restartTimer = 0;
  readonly #savesData: boolean;
  #resumeAtSeconds: number;

  constructor({ video, source, startSeconds, savesData, onGiveUp }: PlaybackOptions) {
    this.#savesData = savesData;
    this.#video = video;
    this.#source = source;
    this.#onGiveUp = onGiveUp;
    this.#resumeAtSeconds = startSeconds;
    video.addEventListener("timeupdate", this.#markProgress);
    video.addEventListener("playing", () => {
      this.#hasPlayed = true;
    });
    video.addEventListener("pause", () => this.#engine?.rest());
    video.addEventListener("play", () => this.#engine?.wake());
    window.setInterval(() => this.#watch(), WATCH_INTERVAL_MS);
  }

  /** Loads the source; while it is loaded, further calls do nothing. */
  open(): Promise<void> {
    this.#opening ??= this.#load();
    return this.#opening;
  }

  /** Loads the source anew after it was given up. */
  reopen(): Promise<void> {
    this.#recovery = FRESH_RECOVERY;
    this.#hasPlayed = false;
    return this.open();
  }

  goLive(): void {
    const edge = this.#engine?.liveEdgeSeconds() ?? null;
    if (edge !== null) this.#video.currentTime = edge;
  }

  /** True while a live source is shown about as fresh as it can be. */
  isAtLiveEdge(): boolean {
    const edge = this.#engine?.liveEdgeSeconds() ?? null;
    return edge === null || edge - this.#video.currentTime < LIVE_TOLERANCE_SECONDS;
  }

  qualities(): readonly Quality[] {
    return this.#engine?.qualities() ?? [];
  }

  /** Takes nothing with more lines than that; 0 for what line and screen allow. */
  limitLines(lines: number): void {
    this.#mostLines = lines;
    this.#engine?.limitLines(lines);
  }

  /** Wall clock of the picture; null when the source does not tell. */
  playingAtMs(): number | null {
    return this.#engine?.playingAtMs() ?? null;
  }

  /** A measure that grows for as long as something arrives; null while the engine itself is on its way. */
  arrived(): number | null {
    return this.#engine?.arrived() ?? (this.#opening ? null : 0);
  }

  /** Bytes that have come through the line for this source. */
  movedBytes(): number {
    return this.#movedBefore + (this.#engine?.movedBytes() ?? 0);
  }

  async #load(): Promise<void> {
    this.#markProgress();
    try {
      const events = {
        onFailure: (kind: FailureKind) => this.#fail(kind),
        onProgress: this.#markProgress,
      };
      this.#engine = await createEngine(this.#video, this.#source, events, this.#savesData);
    } catch {
      // The engine's code did not come: network trouble like any other.
      this.#fail("network");
      return;
    }
    if (!this.#engine) {
      this.#fail("unsupported");
      return;
    }
    this.#markProgress();
    this.#engine.limitLines(this.#mostLines);
    this.#engine.start();
    if (this.#source.kind === "file" && this.#resumeAtSeconds > 0) {
      this.#video.currentTime = this.#resumeAtSeconds;
    }
  }

  #fail(kind: FailureKind): void {
    const step = recoveryStep(this.#recovery, kind, this.#hasPlayed);
    this.#failedAtMs = performance.now();
    clearTimeout(this.#restartTimer);
    if (step.do === "give-up") {
      this.#giveUp(kind);
      return;
    }
    this.#recovery = step.state;
    this.#markProgress();
    if (step.do === "repair") this.#repair();
    else this.#restartTimer = window.setTimeout(() => this.#restart(), step.afterMs);
  }

  /** The element forgets that it plays when its source is taken out and put back. */
  #repair(): void {
    const isPlaying = !this.#video.paused;
    this.#engine?.repair();
    if (isPlaying) void this.#video.play().catch(() => undefined);
  }

  #restart(): void {
    if (this.#engine) this.#engine.start();
    else void this.#load();
  }

  #giveUp(kind: FailureKind): void {
    if (this.#video.currentTime > 0) this.#resumeAtSeconds = this.#video.currentTime;
    this.#movedBefore = this.movedBytes();
    this.#engine?.destroy();
    this.#engine = null;
    this.#opening = null;
    this.#onGiveUp(kind);
  }

  /** Nothing arrived and nothing moved for 12 s: as dead as a refused connection. */
  #watch(): void {
    if (!this.#engine || this.#video.paused) {
      this.#markProgress();
      return;
    }
    const nowMs = performance.now();
    if (nowMs - this.#progressAtMs > EMBED_READY_TIMEOUT_MS) this.#fail("timeout");
    if (nowMs - this.#failedAtMs > RECOVERED_AFTER_MS) this.#recovery = FRESH_RECOVERY;
  }

  readonly #markProgress = (): void => {
    this.#progressAtMs = performance.now();
  };
}
