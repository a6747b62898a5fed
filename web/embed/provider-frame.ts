import { hourEstimate } from "#shared/device/data-estimate.domain.ts";
import type { ForeignConfig, YoutubeConfig } from "#shared/embed/embed-config.ts";
import type { EmbedErrorCode } from "#shared/embed/embed-protocol.ts";
import { PROVIDER_WORDS_AFTER_MS } from "#shared/live/playback-problem.domain.ts";
import type { EmbedTexts } from "#shared/messages/embed.ts";
import { type CardOptions, showCard } from "./cards.ts";
import { element, iconButton, ICONS, fillPlaceholders } from "./dom.ts";
import { priceText } from "./data-saver.ts";
import type { ParentLink } from "./parent-messenger.ts";
import { createRetryBackoff } from "./retry-backoff.ts";

type StageOptions = {
  root: HTMLElement;
  texts: EmbedTexts;
  parent: ParentLink;
  fallbackUrl: string | null;
  /** Mounts the provider's player. */
  load: () => void;
};

type Words = Omit<CardOptions, "texts" | "onRetry" | "isPassing">;

type FacadeOptions = { poster: string | null; notice: string };

/**
 * Frame of a provider's player: a poster with a play button and the provider's notice where needed,
 * then the player, or a card when it fails to load.
 */
export class ProviderFrame {
  readonly #options: StageOptions;
  readonly #backoff: { wait(): void; stop(): void };
  #isAskedFor = false;
  #slowTimer = 0;
  #slowCard: { remove(): void } | null = null;

  constructor(options: StageOptions) {
    this.#options = options;
    this.#backoff = createRetryBackoff(() => this.reload());
  }

  /** Loads nothing from the provider before the visitor presses play. */
  showFacade({ poster, notice }: FacadeOptions): void {
    const { root, texts, parent } = this.#options;
    const play = iconButton("big-play facade-play", texts.play, ICONS.play);
    const facade = element("div", { class: "facade" }, [
      ...(poster === null ? [] : [element("img", { src: poster, alt: "" })]),
      play,
      element("p", {}, [notice]),
    ]);
    play.addEventListener("click", () => {
      parent.send({ v: 1, t: "consent" });
      this.#isAskedFor = true;
      this.reload();
    });
    root.replaceChildren(facade);
    // The parent page shows this frame only once it has content.
    parent.send({ v: 1, t: "blocked" });
  }

  /** True once the visitor has pressed play here: the player may have sound. */
  get isAskedFor(): boolean {
    return this.#isAskedFor;
  }

  reload(): void {
    this.#backoff.stop();
    this.#options.load();
  }

  /**
   * Mounts the provider's frame. A slow one gets a text over it and goes on loading. @param
   * slowWords text over a slow frame; null for one that has an end and may take its time.
   */
  show(frame: HTMLIFrameElement, slowWords: (() => Words & { code: EmbedErrorCode }) | null): void {
    const { root, texts, parent } = this.#options;
    this.settle();
    parent.send({ v: 1, t: "state", s: "buffering" });
    root.replaceChildren(frame);
    if (!slowWords) return;
    this.#slowTimer = window.setTimeout(() => {
      const { code, ...words } = slowWords();
      parent.send({ v: 1, t: "error", code });
      const onRetry = (): void => this.reload();
      this.#slowCard = showCard(root, { texts, ...words, onRetry, isPassing: true });
    }, PROVIDER_WORDS_AFTER_MS);
  }

  /** The player has loaded, or is no longer needed. */
  settle(): void {
    clearTimeout(this.#slowTimer);
    this.#slowCard?.remove();
    this.#slowCard = null;
  }

  /** Removes the player for a card or its fallback and sends the error to the parent page. */
  fail(code: EmbedErrorCode, card: Words, canRetry: boolean): void {
    const { root, texts, parent, fallbackUrl } = this.#options;
    this.settle();
    parent.send({ v: 1, t: "error", code });
    if (fallbackUrl !== null) {
      window.location.replace(fallbackUrl);
      return;
    }
    root.replaceChildren();
    showCard(root, { texts, ...card, ...(canRetry && { onRetry: () => this.reload() }) });
    if (canRetry) this.#backoff.wait();
  }
}

/** Notice with the provider's name and the data estimate. */
export function consentNotice(
  { texts, language }: ForeignConfig | YoutubeConfig,
  host: string,
): string {
  const price = priceText(texts, language, hourEstimate(false));
  return `${fillPlaceholders(texts.consent, { host })} ${price}`;
}
