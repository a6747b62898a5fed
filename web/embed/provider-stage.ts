import type { EmbedErrorCode } from "#shared/embed-protocol.ts";
import type { EmbedTexts } from "#shared/messages/embed.ts";
import { type CardOptions, showCard } from "./card.ts";
import { element, iconButton } from "./dom.ts";
import { fill } from "./fill.ts";
import { ICONS } from "./icons.ts";
import type { ParentLink } from "./parent-link.ts";
import { createPatientRetry } from "./patient-retry.ts";

type StageOptions = {
  root: HTMLElement;
  texts: EmbedTexts;
  parent: ParentLink;
  fallbackUrl: string | null;
  /** Puts the provider's player onto the stage. */
  load: () => void;
};

type FacadeOptions = { poster: string | null; notice: string };

/**
 * Where a provider's player stands: first, if need be, a picture with a play button and the notice
 * of who is behind it; then the player; then, if it does not come, a card.
 */
export class ProviderStage {
  readonly #options: StageOptions;
  readonly #patience: { wait(): void; stop(): void };

  constructor(options: StageOptions) {
    this.#options = options;
    this.#patience = createPatientRetry(() => this.reload());
  }

  /** Nothing is loaded from the provider before the visitor presses play. */
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
      this.reload();
    });
    root.replaceChildren(facade);
  }

  reload(): void {
    this.#patience.stop();
    this.#options.load();
  }

  /** Takes the player away for good or for what stands in; tells the page around why. */
  fail(
    code: EmbedErrorCode,
    card: Omit<CardOptions, "texts" | "onRetry">,
    canRetry: boolean,
  ): void {
    const { root, texts, parent, fallbackUrl } = this.#options;
    parent.send({ v: 1, t: "error", code });
    if (fallbackUrl !== null) {
      window.location.replace(fallbackUrl);
      return;
    }
    root.replaceChildren();
    showCard(root, { texts, ...card, ...(canRetry && { onRetry: () => this.reload() }) });
    if (canRetry) this.#patience.wait();
  }
}

/** The line that tells whose player it is. */
export function consentNotice(texts: EmbedTexts, host: string): string {
  return fill(texts.consent, { host });
}
