import type { PlayerConfig } from "#shared/embed-config.ts";
import type { EmbedErrorCode } from "#shared/embed-protocol.ts";
import { showCard } from "#web/embed/card.ts";
import { isDataDear } from "#web/embed/data-saver.ts";
import { joinExclusivePlayback } from "#web/embed/exclusive.ts";
import type { ParentLink } from "#web/embed/parent-link.ts";
import { createPatientRetry } from "#web/embed/patient-retry.ts";
import { startPlaying } from "./autoplay.ts";
import { failureTexts } from "./failure-texts.ts";
import { keepPhase, type PhaseKeeper } from "./phase.ts";
import { Playback } from "./playback.ts";
import type { PlayerView } from "./player-view.ts";
import { setMuted } from "./volume-control.ts";

/** One player from its first start to its last: who wants it to play, and what if it cannot. */
export class PlayerSession {
  readonly playback: Playback;
  readonly phase: PhaseKeeper;
  readonly #view: PlayerView;
  readonly #config: PlayerConfig;
  readonly #parent: ParentLink;
  readonly #claimPlayback: () => void;
  readonly #patience = createPatientRetry(() => this.retry());
  /** Plays silently, started by itself: nobody has asked for it yet. */
  #isPreview = false;
  #isStarting = false;
  #isViewCounted = false;
  #card: { remove(): void } | null = null;

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
      onGiveUp: (code) => this.#giveUp(code),
    });
    this.phase = keepPhase(view, config.texts, (state) => {
      parent.send({ v: 1, t: "state", s: state });
      if (state === "playing") this.#countView();
    });
    this.#claimPlayback = joinExclusivePlayback(() => this.pause());
    video.addEventListener("volumechange", () => this.#handleVolume());
  }

  /** True while it plays silently by itself; the first touch then means "sound, please". */
  get isPreview(): boolean {
    return this.#isPreview;
  }

  /** @param isAutomatic nobody has asked for it: the browser decides whether it may. */
  async start(isAutomatic: boolean): Promise<void> {
    if (this.#isStarting) return;
    const { video, sound, hint } = this.#view;
    this.#isStarting = true;
    hint.hidden = true;
    this.phase.setStarting(true);
    await this.playback.open();
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
    this.#isPreview = false;
    if (this.phase.current() === "failed") this.retry();
    else if (this.phase.current() === "idle") void this.start(false);
    // A refusal is already shown: the player stays paused.
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

  /** A silent preview plays only while somebody can see it. */
  handleVisibility(isVisible: boolean): void {
    const { video } = this.#view;
    if (!this.#isPreview) return;
    if (isVisible) void video.play().catch(() => undefined);
    else video.pause();
  }

  retry(): void {
    this.#patience.stop();
    this.#card?.remove();
    this.#card = null;
    this.phase.setFailed(false);
    this.#isStarting = false;
    void this.playback.reopen();
    void this.start(false);
  }

  #giveUp(code: EmbedErrorCode): void {
    const { fallbackUrl, texts, source } = this.#config;
    this.#parent.send({ v: 1, t: "error", code });
    if (fallbackUrl !== null && code !== "offline") {
      window.location.replace(fallbackUrl);
      return;
    }
    this.phase.setFailed(true);
    this.#card?.remove();
    this.#card = showCard(this.#view.root, {
      texts,
      ...failureTexts(texts, code, source.kind !== "file"),
      onRetry: () => this.retry(),
    });
    if (code !== "unsupported") this.#patience.wait();
  }

  /** Tells the server once that a clip has begun to play. */
  #countView(): void {
    const { source } = this.#config;
    if (source.kind !== "file" || this.#isViewCounted) return;
    this.#isViewCounted = true;
    navigator.sendBeacon(source.viewsUrl);
  }

  #handleVolume(): void {
    const { video, sound } = this.#view;
    this.#parent.send({ v: 1, t: "muted", on: video.muted });
    if (video.muted) return;
    sound.hidden = true;
    this.#isPreview = false;
    if (!video.paused) this.#claimPlayback();
  }
}
