import type { EmbedTexts } from "#shared/messages/embed.ts";
import { showCard } from "./card.ts";
import { fillPlaceholders } from "./fill-placeholders.ts";
import type { ParentLink } from "./parent-messenger.ts";

type LimitCardOptions = {
  root: HTMLElement;
  texts: EmbedTexts;
  language: string;
  parent: ParentLink;
  pause: () => void;
  play: () => void;
};

/** Keeps a player stopped once its visitor's limit of megabytes is used up, until the visitor goes on. */
export class LimitCard {
  readonly #options: LimitCardOptions;
  #card: { remove(): void } | null = null;

  constructor(options: LimitCardOptions) {
    this.#options = options;
  }

  /** True while the player may not start by itself. */
  get isStopped(): boolean {
    return this.#card !== null;
  }

  stop(megabytes: number): void {
    if (this.#card) return;
    const { root, texts, language, pause, play } = this.#options;
    // First, because what a provider's player leaves behind takes the whole place.
    pause();
    const mb = new Intl.NumberFormat(language).format(megabytes);
    this.#card = showCard(root, {
      texts,
      title: fillPlaceholders(texts.limitTitle, { mb }),
      text: texts.limitText,
      retryLabel: texts.limitGoOn,
      onRetry: () => {
        this.goOn();
        play();
      },
    });
  }

  /** The visitor wants it to play, by whatever button. */
  goOn(): void {
    if (!this.#card) return;
    this.#card.remove();
    this.#card = null;
    this.#options.parent.send({ v: 1, t: "onward" });
  }
}
