import type { EmbedTexts } from "#shared/messages/embed.ts";
import { element } from "./dom.ts";

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
