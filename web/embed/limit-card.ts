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

/** Stops a player at its visitor's data limit until the visitor continues. */
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
    // First, because unloading a provider's player clears the whole frame.
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

  /** Continues at the visitor's request, by any button. */
  goOn(): void {
    if (!this.#card) return;
    this.#card.remove();
    this.#card = null;
    this.#options.parent.send({ v: 1, t: "onward" });
  }
}
