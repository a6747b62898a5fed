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
/** Beyond this latency the visitor gets the "back to live" button. */
const LIVE_TOLERANCE_SECONDS = 12;

type PlaybackOptions = {
  video: HTMLVideoElement;
  source: PlayerSource;
  startSeconds: number;
  savesData: boolean;
  /** The source cannot be played after all retries. */
  onGiveUp: (kind: FailureKind) => void;
};

/** Plays a source in a video element through errors. */
export class Playback {
  readonly #video: HTMLVideoElement;
  readonly #source: PlayerSource;
  readonly #onGiveUp: (kind: FailureKind) => void;
  #engine: Engine | null = null;
  #opening: Promise<void> | null = null;
  #mostLines = 0;
  /** Bytes of engines that were replaced. */
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

  /** Loads the source; further calls during the load do nothing. */
  open(): Promise<void> {
    this.#opening ??= this.#load();
    return this.#opening;
  }

  /** Loads the source again after it was given up. */
  reopen(): Promise<void> {
    this.#recovery = FRESH_RECOVERY;
    this.#hasPlayed = false;
    return this.open();
  }

  /**
   * Ends the engine, so that the next opening loads everything again: hls.js keeps an initial segment, even when it is
   * the page of a proxy.
   */
  close(): void {
    clearTimeout(this.#restartTimer);
    if (this.#video.currentTime > 0) this.#resumeAtSeconds = this.#video.currentTime;
    this.#movedBefore = this.movedBytes();
    this.#engine?.destroy();
    this.#engine = null;
    this.#opening = null;
  }

  goLive(): void {
    this.#engine?.goLive();
  }

  /** Plays a broadcast from an instant of its last two hours; milliseconds since the epoch. */
  rewind(atMs: number): void {
    this.#engine?.rewind(atMs);
  }

  isRewound(): boolean {
    return this.#engine?.isRewound() ?? false;
  }

  /** Whether the shown frame is of an own broadcast; null when the browser does not tell. */
  isBroadcast(): boolean | null {
    return this.#engine?.isBroadcast() ?? null;
  }

  /** The newest position that plays without a stall; null when there is none. */
  liveEdgeSeconds(): number | null {
    return this.#engine?.liveEdgeSeconds() ?? null;
  }

  /** True while a live source plays near its live edge. */
  isAtLiveEdge(): boolean {
    const edge = this.liveEdgeSeconds();
    if (edge === null || this.isRewound()) return !this.isRewound();
    return edge - this.#video.currentTime < LIVE_TOLERANCE_SECONDS;
  }

  qualities(): readonly Quality[] {
    return this.#engine?.qualities() ?? [];
  }

  /** Limits the height of the quality; 0 for automatic. */
  limitLines(lines: number): void {
    this.#mostLines = lines;
    this.#engine?.limitLines(lines);
  }

  /** Wall clock of the shown frame; null when the source has none. */
  playingAtMs(): number | null {
    return this.#engine?.playingAtMs() ?? null;
  }

  /** A number that grows while data arrives; null while the engine's code is loading. */
  arrived(): number | null {
    return this.#engine?.arrived() ?? (this.#opening ? null : 0);
  }

  /** Bytes transferred for this source. */
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
      // The engine's code failed to load: a network problem like any other.
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
      this.close();
      this.#onGiveUp(kind);
      return;
    }
    this.#recovery = step.state;
    this.#markProgress();
    if (step.do === "repair") this.#repair();
    else this.#restartTimer = window.setTimeout(() => this.#restart(), step.afterMs);
  }

  /** The element forgets that it plays when its source is replaced. */
  #repair(): void {
    const isPlaying = !this.#video.paused;
    this.#engine?.repair();
    if (isPlaying) void this.#video.play().catch(() => undefined);
  }

  #restart(): void {
    if (this.#engine) this.#engine.start();
    else void this.#load();
  }

  /** No data and no movement for 12 s counts as a refused connection. */
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
