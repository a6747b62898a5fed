import type { PlayerConfig } from "#shared/embed/embed-config.ts";
import type { PlaybackState } from "#shared/embed/embed-protocol.ts";
import type { PlaybackProblem } from "#shared/live/playback-problem.domain.ts";
import { showCard, LimitCard } from "#web/embed/cards.ts";
import { isDataDear } from "#web/embed/data-saver.ts";
import { joinExclusivePlayback } from "#shared/embed/exclusive-playback.ts";
import type { ParentLink } from "#web/embed/parent-messenger.ts";
import { createRetryBackoff } from "#web/embed/retry-backoff.ts";
import { problemCode, problemText } from "#web/embed/playback-problem.ts";
import { startPlaying } from "./autoplay.ts";
import { trackPhase, type PhaseTracker, type PlayerView } from "./player-view.ts";
import { Playback } from "./engine/playback.ts";
import type { FailureKind } from "./engine/recovery.domain.ts";
import { type StallDetector, detectStall } from "./stall-detector.ts";
import { setMuted } from "./controls/volume-control.ts";

/** A player from its first start to its end: start, pause and failure. */
export class PlayerSession {
  readonly playback: Playback;
  readonly phase: PhaseTracker;
  readonly limit: LimitCard;
  readonly #view: PlayerView;
  readonly #config: PlayerConfig;
  readonly #parent: ParentLink;
  readonly #claimPlayback: () => void;
  readonly #backoff = createRetryBackoff(() => this.#retry());
  readonly #watch: StallDetector;
  /** Plays silently by autoplay: the visitor has not asked for it yet. */
  #isPreview = false;
  #isStarting = false;
  #isViewCounted = false;
  #level = 1;
  #card: { remove(): void } | null = null;
  /** The card's problem; null for no card, or one of another kind. */
  #problem: PlaybackProblem | null = null;

  constructor(view: PlayerView, config: PlayerConfig, parent: ParentLink) {
    const { video } = view;
    this.#view = view;
    this.#config = config;
    this.#parent = parent;
    this.playback = new Playback({
      video,
      source: config.source,
      startSeconds: config.startSeconds,
      savesData: isDataDear(config, navigator),
      onGiveUp: (kind) => this.#giveUp(kind),
    });
    this.#watch = detectStall(
      () => this.playback.arrived(),
      (problem) => this.#handleProblem(problem),
    );
    this.phase = trackPhase(view, config.texts, (state) => this.#handleState(state));
    this.#claimPlayback = joinExclusivePlayback(() => this.pause());
    this.limit = new LimitCard({
      ...config,
      root: view.root,
      parent,
      pause: () => this.pause(),
      play: () => this.play(),
    });
    // The browser's own buttons start it too: lock screen, picture-in-picture.
    video.addEventListener("play", () => {
      if (!video.paused) this.limit.goOn();
    });
    video.addEventListener("volumechange", () => this.#handleVolume());
  }

  /** True during a silent autoplay; the first touch then turns on the sound. */
  get isPreview(): boolean {
    return this.#isPreview;
  }

  /** @param isAutomatic the visitor has not asked for it: the browser decides whether it may. */
  async start(isAutomatic: boolean): Promise<void> {
    if (this.#isStarting || (isAutomatic && this.limit.isStopped)) return;
    const { video, sound, hint } = this.#view;
    this.#isStarting = true;
    hint.hidden = true;
    this.phase.setStarting(true);
    await this.playback.open();
    if (isAutomatic && this.limit.isStopped) {
      this.#isStarting = false;
      this.phase.setStarting(false);
      return;
    }
    const wantsSound = isAutomatic ? !this.#config.isMuted : !video.muted;
    const result = await startPlaying(video, wantsSound);
    this.#isStarting = false;
    this.phase.setStarting(false);
    this.#isPreview = isAutomatic && result === "muted";
    sound.hidden = result !== "muted";
    if (result === "blocked") this.#parent.send({ v: 1, t: "blocked" });
    if (result === "sound") this.#claimPlayback();
  }

  play(): void {
    const { video } = this.#view;
    this.limit.goOn();
    this.#isPreview = false;
    if (this.phase.current() === "failed") this.#retryAsAsked();
    else if (this.phase.current() === "idle") void this.start(false);
    // A rejection is already shown: the player stays paused.
    else void video.play().then(this.#claimPlayback, () => undefined);
  }

  pause(): void {
    this.#isPreview = false;
    this.#view.video.pause();
  }

  togglePlay(): void {
    const phase = this.phase.current();
    if (phase === "playing" || phase === "buffering") this.pause();
    else this.play();
  }

  turnSoundOn(): void {
    setMuted(this.#view.video, false);
  }

  /** A silent preview plays only while it is visible. */
  handleVisibility(isVisible: boolean): void {
    const { video } = this.#view;
    if (!this.#isPreview) return;
    if (isVisible) void video.play().catch(() => undefined);
    else video.pause();
  }

  get #isLive(): boolean {
    return this.#config.source.kind !== "file";
  }

  #handleState(state: PlaybackState): void {
    const isWaiting = state === "buffering";
    // Keep the error message during automatic retries.
    if (!isWaiting || !this.#card) this.#parent.send({ v: 1, t: "state", s: state });
    if (state === "playing") this.#countView();
    if (!isWaiting) {
      this.#watch.end();
      this.#removeCard();
    } else if (this.#isLive) {
      this.#watch.begin();
    }
  }

  #retryAsAsked(): void {
    // What arrives slowly, or plays the past of a broadcast, goes on.
    if (this.#problem !== "slow" && !this.playback.isRewound()) this.playback.close();
    this.#removeCard();
    this.#retry();
  }

  /** Loads the source again; a card stays until there is a picture. */
  #retry(): void {
    this.#backoff.stop();
    this.#watch.end();
    this.#isStarting = false;
    void this.playback.reopen();
    this.phase.setStarting(true);
    this.phase.setFailed(false);
    void this.start(this.#isPreview);
  }

  #giveUp(kind: FailureKind): void {
    this.phase.setFailed(true);
    if (kind === "network" || kind === "timeout") {
      this.#watch.lookNow();
    } else {
      this.#parent.send({ v: 1, t: "error", code: kind });
      if (this.#goToFallback()) return;
      const { texts } = this.#config;
      const isUseless = kind === "unsupported";
      this.#showCard(
        isUseless
          ? { title: texts.unsupportedTitle, text: texts.unsupportedText }
          : problemText(texts, "source", this.#isLive),
      );
      if (isUseless) return;
    }
    this.#backoff.wait();
  }

  /** Shows the problem that a check has found, or removes the card. */
  #handleProblem(problem: PlaybackProblem): void {
    const hasGivenUp = this.phase.current() === "failed";
    const isServerBack = isAway(this.#problem) && !isAway(problem);
    const code = problemCode(problem);
    if (code !== null) this.#parent.send({ v: 1, t: "error", code });
    if (hasGivenUp && problem === "source" && this.#goToFallback()) return;
    if (problem !== this.#problem) {
      this.#showCard(problemText(this.#config.texts, problem, this.#isLive));
      this.#problem = problem;
    }
    if (hasGivenUp && isServerBack) this.#retry();
  }

  #goToFallback(): boolean {
    const { fallbackUrl } = this.#config;
    if (fallbackUrl !== null) window.location.replace(fallbackUrl);
    return fallbackUrl !== null;
  }

  #showCard(words: { title: string; text: string }): void {
    const { texts } = this.#config;
    this.#removeCard();
    this.#card = showCard(this.#view.root, {
      texts,
      ...words,
      onRetry: () => this.#retryAsAsked(),
    });
  }

  #removeCard(): void {
    this.#card?.remove();
    this.#card = null;
    this.#problem = null;
  }

  /** Counts a clip's view on the server once. */
  #countView(): void {
    const { source } = this.#config;
    if (source.kind !== "file" || this.#isViewCounted) return;
    this.#isViewCounted = true;
    navigator.sendBeacon(source.viewsUrl);
  }

  #handleVolume(): void {
    const { video, sound } = this.#view;
    this.#parent.send({ v: 1, t: "muted", on: video.muted });
    if (video.volume !== this.#level) {
      this.#level = video.volume;
      this.#parent.send({ v: 1, t: "volume", level: this.#level });
    }
    if (video.muted) return;
    sound.hidden = true;
    this.#isPreview = false;
    if (!video.paused) this.#claimPlayback();
  }
}

/** The server is unreachable for any reason. */
function isAway(problem: PlaybackProblem | null): boolean {
  return problem === "offline" || problem === "server";
}
