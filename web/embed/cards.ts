import type { EmbedTexts } from "#shared/messages/embed.ts";
import { element, fillPlaceholders } from "./dom.ts";
import type { ParentLink } from "./parent-messenger.ts";

export type CardOptions = {
  texts: EmbedTexts;
  title: string;
  text: string;
  /** "Try again"; absent when a retry cannot help. */
  onRetry?: () => void;
  /** Label of a button with another action. */
  retryLabel?: string;
  /** URL on the platform, for "Watch on YouTube". */
  watchUrl?: string;
  /** The player below may still load: announced politely, not as an alert. */
  isPassing?: boolean;
};

/** Shows a card in place of a player that cannot play. */
export function showCard(parent: HTMLElement, options: CardOptions): { remove(): void } {
  const { texts, title, text, onRetry, retryLabel, watchUrl, isPassing = false } = options;
  const actions = element("div", { class: "card-actions" });
  if (onRetry) {
    const retry = element("button", { type: "button", class: "card-button" }, [
      retryLabel ?? texts.tryAgain,
    ]);
    retry.addEventListener("click", onRetry);
    actions.append(retry);
  }
  if (watchUrl !== undefined) actions.append(watchLink(texts, watchUrl));
  const card = element("div", { class: "card", role: isPassing ? "status" : "alert" }, [
    element("h2", {}, [title]),
    element("p", {}, [text]),
    actions,
  ]);
  parent.append(card);
  return { remove: () => card.remove() };
}

function watchLink(texts: EmbedTexts, href: string): HTMLElement {
  const note = element("span", { class: "visually-hidden" }, [` (${texts.opensInNewTab})`]);
  return element(
    "a",
    { class: "card-button", href, target: "_blank", rel: "noopener noreferrer" },
    [texts.watchOnYouTube, note],
  );
}

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
