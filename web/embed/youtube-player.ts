import { EMBED_READY_TIMEOUT_MS } from "#shared/constants.ts";
import type { YoutubeConfig } from "#shared/embed/embed-config.ts";
import type { EmbedCommand, EmbedErrorCode } from "#shared/embed/embed-protocol.ts";
import type { EmbedTexts } from "#shared/messages/embed.ts";
import { bytesPerSecond } from "#shared/device/data-estimate.domain.ts";
import { element } from "./dom.ts";
import { isDataDear, mayLoad } from "./data-saver.ts";
import { joinExclusivePlayback } from "#shared/embed/exclusive-playback.ts";
import { handleForwardedKey, handleKeyboard } from "./keys.ts";
import { LimitCard } from "./cards.ts";
import type { ParentLink } from "./parent-messenger.ts";
import { consentNotice, ProviderFrame } from "./provider-frame.ts";
import { YoutubeKeys } from "./youtube-keys.ts";
import { youtubeAddress } from "#shared/videos/youtube-address.domain.ts";
import { problemText } from "./playback-problem.ts";
import {
  readYoutubeMessage,
  youtubeErrorCode,
  type YoutubeStatus,
} from "./youtube-messages.domain.ts";

const KNOCK_INTERVAL_MS = 250;
/**
 * Not playing this long after its first message: the browser has blocked autoplay without an event.
 */
const AUTOPLAY_LIMIT_MS = 3_000;
const TIME_REPORT_SECONDS = 5;

/** YouTube's player in a frame, driven by messages only; its script never runs here. */
export class YoutubePlayer {
  readonly #config: YoutubeConfig;
  readonly #parent: ParentLink;
  readonly #stage: ProviderFrame;
  readonly #claimPlayback: () => void;
  readonly #limit: LimitCard;
  readonly #playerOrigin: string;
  #frame: HTMLIFrameElement | null = null;
  #isAlive = false;
  #hasPlayed = false;
  readonly #keys: YoutubeKeys;
  #durationSeconds = 0;
  #reportedSeconds = Number.NEGATIVE_INFINITY;
  #knockTimer = 0;
  #readyTimer = 0;
  #autoplayTimer = 0;

  constructor(root: HTMLElement, config: YoutubeConfig, parent: ParentLink) {
    this.#config = config;
    this.#parent = parent;
    this.#playerOrigin = new URL(config.playerUrl).origin;
    this.#stage = new ProviderFrame({
      root,
      texts: config.texts,
      parent,
      fallbackUrl: config.fallbackUrl,
      load: () => this.#load(),
    });
    this.#claimPlayback = joinExclusivePlayback(() => this.#command("pauseVideo"));
    this.#limit = new LimitCard({
      ...config,
      root,
      parent,
      pause: () => this.#command("pauseVideo"),
      play: () => this.handleCommand({ v: 1, c: "play" }),
    });
    window.addEventListener("message", (event) => this.#hear(event));
    this.#keys = new YoutubeKeys({
      command: (...words) => this.#command(...words),
      start: () => this.handleCommand({ v: 1, c: "play" }),
      frame: () => this.#frame,
      parent,
    });
    handleKeyboard((action) => this.#keys.handleAction(action));
    if (mayLoad(config)) {
      this.#load();
    } else {
      const notice = consentNotice(config, new URL(config.watchUrl).hostname);
      this.#stage.showFacade({ poster: null, notice });
    }
  }

  handleCommand(command: EmbedCommand): void {
    switch (command.c) {
      case "hello":
        if (this.#isAlive) this.#parent.send({ v: 1, t: "ready" });
        break;
      case "play":
        this.#limit.goOn();
        if (this.#frame) this.#command("playVideo");
        else this.#load();
        break;
      case "pause":
        this.#command("pauseVideo");
        break;
      case "seek":
        this.#command("seekTo", command.pos, true);
        break;
      case "stop":
        this.#limit.stop(command.mb);
        break;
      case "mute":
        this.#command(command.on ? "mute" : "unMute");
        break;
      case "key":
        handleForwardedKey(command.key, (action) => this.#keys.handleAction(action));
        break;
      case "quality":
      case "volume":
      case "captions":
      case "moment":
        // The platform selects and stores these by itself.
        break;
      case "pip":
        this.#parent.send({ v: 1, t: "pip", r: "unsupported" });
        break;
    }
  }

  #load(): void {
    const { title, isMuted, shouldAutoplay, isLive } = this.#config;
    const { isAskedFor } = this.#stage;
    const frame = element("iframe", {
      class: "provider",
      title,
      // Not web-share: desktop browsers log a warning about it.
      allow: "autoplay; encrypted-media; picture-in-picture; fullscreen",
      referrerpolicy: "strict-origin-when-cross-origin",
      src: youtubeAddress({
        ...this.#config,
        isMuted: isMuted && !isAskedFor,
        shouldAutoplay: shouldAutoplay || isAskedFor,
        origin: window.location.origin,
        savesData: isDataDear(this.#config, navigator),
      }),
    });
    this.#stopTimers();
    this.#frame = frame;
    this.#isAlive = false;
    this.#readyTimer = window.setTimeout(() => this.#fail("timeout"), EMBED_READY_TIMEOUT_MS);
    // The player sends messages only after "listening"; before its load the frame has another
    // origin.
    frame.addEventListener("load", () => {
      if (this.#frame !== frame || this.#isAlive) return;
      this.#knockTimer = window.setInterval(
        () => this.#send({ event: "listening" }),
        KNOCK_INTERVAL_MS,
      );
    });
    this.#stage.show(frame, isLive ? () => this.#failure("timeout") : null);
  }

  #hear(event: MessageEvent<unknown>): void {
    if (event.source !== this.#frame?.contentWindow || event.origin !== this.#playerOrigin) return;
    const status = readYoutubeMessage(event.data);
    if (!status) return;
    if (status.errorNumber !== undefined) {
      this.#fail(youtubeErrorCode(status.errorNumber));
      return;
    }
    if (!this.#isAlive) this.#greet();
    this.#pass(status);
  }

  #greet(): void {
    this.#isAlive = true;
    clearInterval(this.#knockTimer);
    clearTimeout(this.#readyTimer);
    this.#stage.settle();
    for (const name of ["onStateChange", "onError", "onAutoplayBlocked"]) {
      this.#command("addEventListener", name);
    }
    this.#parent.send({ v: 1, t: "ready" });
    if (!this.#config.shouldAutoplay) return;
    this.#autoplayTimer = window.setTimeout(() => {
      if (!this.#hasPlayed) this.#parent.send({ v: 1, t: "blocked" });
    }, AUTOPLAY_LIMIT_MS);
  }

  #pass(status: YoutubeStatus): void {
    this.#keys.hear(status);
    if (status.durationSeconds !== undefined) this.#durationSeconds = status.durationSeconds;
    if (status.isAutoplayBlocked) {
      clearTimeout(this.#autoplayTimer);
      this.#parent.send({ v: 1, t: "blocked" });
    }
    if (status.isMuted !== undefined) this.#parent.send({ v: 1, t: "muted", on: status.isMuted });
    if (status.state !== undefined && status.state !== "unstarted") {
      if (status.state === "playing" && !this.#hasPlayed) this.#claimPlayback();
      this.#hasPlayed ||= status.state === "playing";
      this.#parent.send({ v: 1, t: "state", s: status.state });
    }
    const { positionSeconds } = status;
    if (positionSeconds === undefined) return;
    if (Math.abs(positionSeconds - this.#reportedSeconds) < TIME_REPORT_SECONDS) return;
    this.#countData(positionSeconds - this.#reportedSeconds);
    this.#reportedSeconds = positionSeconds;
    this.#parent.send({ v: 1, t: "time", pos: positionSeconds, dur: this.#durationSeconds });
  }

  /** YouTube reports no traffic: estimates from played time. @param seconds since the last call. */
  #countData(seconds: number): void {
    if (seconds < 0 || seconds > 2 * TIME_REPORT_SECONDS) return;
    this.#parent.send({ v: 1, t: "moved", bytes: Math.round(seconds * bytesPerSecond(false)) });
  }

  /** When YouTube does not respond, trust the device's connection state. */
  #failure(reason: EmbedErrorCode): { code: EmbedErrorCode; title: string; text: string } {
    const code = reason === "timeout" && !navigator.onLine ? "offline" : reason;
    return { code, ...cardTexts(this.#config.texts, code) };
  }

  #fail(reason: EmbedErrorCode): void {
    const { watchUrl } = this.#config;
    this.#stopTimers();
    this.#frame = null;
    const { code, ...words } = this.#failure(reason);
    const canRetry = reason === "timeout" || reason === "media";
    this.#stage.fail(code, { ...words, watchUrl }, canRetry);
  }

  #stopTimers(): void {
    clearInterval(this.#knockTimer);
    clearTimeout(this.#readyTimer);
    clearTimeout(this.#autoplayTimer);
  }

  #command(func: string, ...args: readonly (string | number | boolean)[]): void {
    this.#send({ event: "command", func, args });
  }

  #send(message: object): void {
    this.#frame?.contentWindow?.postMessage(JSON.stringify(message), this.#playerOrigin);
  }
}

function cardTexts(texts: EmbedTexts, code: EmbedErrorCode): { title: string; text: string } {
  if (code === "offline") return problemText(texts, code, true);
  if (code === "refused") return { title: texts.refusedTitle, text: texts.refusedText };
  if (code === "gone") return { title: texts.goneTitle, text: texts.goneText };
  if (code === "identity") return { title: texts.identityTitle, text: texts.identityText };
  return { title: texts.platformFailedTitle, text: texts.platformFailedText };
}
