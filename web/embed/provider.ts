import { EMBED_READY_TIMEOUT_MS } from "#shared/constants.ts";
import { bytesPerSecond } from "#shared/device/data-estimate.domain.ts";
import type { ForeignConfig } from "#shared/embed/embed-config.ts";
import {
  type EmbedCommand,
  type EmbedErrorCode,
  readEmbedMessage,
} from "#shared/embed/embed-protocol.ts";
import { mayLoad } from "./data-saver.ts";
import { element } from "./dom.ts";
import { joinExclusivePlayback } from "#shared/embed/exclusive-playback.ts";
import { handleKeyboard } from "./keys.ts";
import { LimitCard } from "./cards.ts";
import { type ParentLink, connectParent } from "./parent-messenger.ts";
import { consentNotice, ProviderFrame } from "./provider-frame.ts";
import { problemText } from "./playback-problem.ts";
import "./provider.css";
import { watchChannel, embedConfigText } from "./embed-page.ts";

/** Interval of data reports of an open player. */
const COUNT_INTERVAL_S = 5;

/**
 * A player that we can only load and remove. It counts as loaded when a frame or video appears
 * within 12 s.
 */
class ProviderPlayer {
  readonly #config: ForeignConfig;
  readonly #parent: ParentLink;
  readonly #stage: ProviderFrame;
  readonly #claimPlayback: () => void;
  readonly #limit: LimitCard;
  #frame: HTMLIFrameElement | null = null;
  #isReady = false;
  #readyTimer = 0;

  constructor(root: HTMLElement, config: ForeignConfig, parent: ParentLink) {
    this.#config = config;
    this.#parent = parent;
    this.#stage = new ProviderFrame({
      root,
      texts: config.texts,
      parent,
      fallbackUrl: config.fallbackUrl,
      load: () => this.#load(),
    });
    this.#claimPlayback = joinExclusivePlayback(() => this.#unload());
    this.#limit = new LimitCard({
      ...config,
      root,
      parent,
      pause: () => this.#unload(),
      play: () => this.#load(),
    });
    window.setInterval(() => this.#countData(), COUNT_INTERVAL_S * 1_000);
    window.addEventListener("message", (event) => this.#hearFrame(event));
    handleKeyboard((action) => {
      if (action.do === "escape") parent.send({ v: 1, t: "key", key: "Escape" });
    });
    if (config.shouldAutoplay && mayLoad(config)) this.#load();
    else this.#unload();
  }

  handleCommand(command: EmbedCommand): void {
    switch (command.c) {
      case "hello":
        this.#parent.send({ v: 1, t: "ready" });
        break;
      case "play":
        this.#limit.goOn();
        if (!this.#frame) this.#load();
        break;
      case "pause":
        this.#unload();
        break;
      case "stop":
        this.#limit.stop(command.mb);
        break;
      case "pip":
        this.#parent.send({ v: 1, t: "pip", r: "unsupported" });
        break;
      case "seek":
      case "quality":
      case "volume":
      case "captions":
      case "mute":
      case "key":
      case "moment":
        // Provider players do not support this command.
        break;
    }
  }

  #load(): void {
    const { frameUrl, frameKind, sandbox, allow, title } = this.#config;
    const frame = element("iframe", {
      class: "provider",
      title,
      allow,
      referrerpolicy: "strict-origin-when-cross-origin",
      ...(sandbox !== null && { sandbox }),
      src: frameUrl,
    });
    this.#frame = frame;
    this.#isReady = false;
    clearTimeout(this.#readyTimer);
    this.#readyTimer = window.setTimeout(() => this.#fail("timeout"), EMBED_READY_TIMEOUT_MS);
    if (frameKind === "iframe") {
      frame.addEventListener("load", () => this.#markReady(), { once: true });
      void this.#probe(frame, frameUrl);
    }
    this.#stage.show(frame, () => this.#failure("timeout"));
    this.#claimPlayback();
  }

  /**
   * A frame fires "load" even when its server is unreachable; a request of our own tells the two
   * apart.
   */
  async #probe(frame: HTMLIFrameElement, url: string): Promise<void> {
    try {
      await fetch(url, { mode: "no-cors", credentials: "omit", cache: "no-store" });
    } catch {
      if (this.#frame === frame) this.#fail("network");
    }
  }

  #hearFrame(event: MessageEvent<unknown>): void {
    if (!this.#frame || event.source !== this.#frame.contentWindow) return;
    const message = readEmbedMessage(event.data);
    if (message?.t === "ready") this.#markReady();
    if (message?.t === "error" && !this.#isReady) this.#fail(message.code);
    if (message?.t === "key") this.#parent.send(message);
  }

  /** A player without messages counts as long as it is mounted. */
  #countData(): void {
    if (!this.#frame || !this.#isReady) return;
    const bytes = Math.round(COUNT_INTERVAL_S * bytesPerSecond(false));
    this.#parent.send({ v: 1, t: "moved", bytes });
  }

  #markReady(): void {
    if (this.#isReady) return;
    this.#isReady = true;
    clearTimeout(this.#readyTimer);
    this.#stage.settle();
    this.#parent.send({ v: 1, t: "ready" });
    // The player is mounted and plays by itself; nothing more is known.
    this.#parent.send({ v: 1, t: "state", s: "playing" });
  }

  /** When the provider does not respond either, trust the device's connection state. */
  #failure(code: EmbedErrorCode): { code: EmbedErrorCode; title: string; text: string } {
    const { texts } = this.#config;
    const problem = navigator.onLine ? "source" : "offline";
    return {
      code: problem === "offline" ? problem : code,
      ...problemText(texts, problem, true),
    };
  }

  #fail(reason: EmbedErrorCode): void {
    clearTimeout(this.#readyTimer);
    this.#frame = null;
    const { code, ...words } = this.#failure(reason);
    this.#stage.fail(code, words, true);
  }

  /** Restores the poster with the play button and removes all of the provider. */
  #unload(): void {
    const { host, poster } = this.#config;
    clearTimeout(this.#readyTimer);
    this.#frame = null;
    this.#stage.settle();
    this.#stage.showFacade({ poster, notice: consentNotice(this.#config, host) });
  }
}

/** Page around a provider's frame or script. */
const config: ForeignConfig = JSON.parse(embedConfigText());
const root = document.querySelector<HTMLElement>("[data-provider]");
if (root) {
  watchChannel(config.follow);
  const player: ProviderPlayer = new ProviderPlayer(
    root,
    config,
    connectParent(config.parentOrigins, (command) => player.handleCommand(command)),
  );
}
