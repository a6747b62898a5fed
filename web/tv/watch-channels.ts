import type { LiveStatus } from "#shared/contracts/live-status.ts";

const POLL_INTERVAL_MS = 4_000;

/** Attributes of a card that describe its programme; see server/tv/tv-document.ts. */
const CARD_ATTRIBUTES = ["play", "source", "captions", "sandbox", "words", "name"];

/**
 * Updates the cards of channels whose source changed, from the page as the server now renders it. A
 * cached page may be older, so it polls until both agree. @param onChange receives each card with
 * another programme of ours, or none. @param onElsewhere called when a card plays from another
 * origin now.
 */
export function watchChannels(
  onChange: (card: HTMLAnchorElement) => void,
  onElsewhere: () => void,
): void {
  const cards: HTMLAnchorElement[] = Array.prototype.slice.call(
    document.querySelectorAll<HTMLAnchorElement>("[data-channel]"),
  );
  let isAsking = false;
  window.setInterval(look, POLL_INTERVAL_MS);

  function look(): void {
    // One request at a time, even if it hangs.
    if (isAsking || document.hidden) return;
    isAsking = true;
    fetch("/api/live")
      .then((answer) => answer.json())
      .then((status: LiveStatus) => {
        isAsking = false;
        if (cards.some((card) => isOutdated(card, status))) return renew();
        return undefined;
      })
      // Without a response nothing changes.
      .catch(() => {
        isAsking = false;
      });
  }

  function renew(): Promise<void> {
    return fetch(window.location.pathname, { cache: "no-cache" })
      .then((answer) => answer.text())
      .then((text) => {
        const page = new DOMParser().parseFromString(text, "text/html");
        for (const card of cards)
          takeOver(card, page.querySelector(`[data-channel="${idOf(card)}"]`));
        return undefined;
      });
  }

  function takeOver(card: HTMLAnchorElement, fresh: Element | null): void {
    if (!fresh || nameOf(fresh) === nameOf(card)) return;
    copyProgramme(card, fresh);
    // The content policy is that of the loaded page: another origin may be a new one.
    if (isElsewhere(card)) onElsewhere();
    else onChange(card);
  }
}

function isOutdated(card: Element, { channels }: LiveStatus): boolean {
  const id = idOf(card);
  return channels.some(
    (channel) =>
      channel.id === id && channel.source !== undefined && channel.source !== nameOf(card),
  );
}

function copyProgramme(card: HTMLAnchorElement, fresh: Element): void {
  for (const attribute of CARD_ATTRIBUTES) {
    card.setAttribute(`data-${attribute}`, fresh.getAttribute(`data-${attribute}`) || "");
  }
  card.setAttribute("href", fresh.getAttribute("href") || "");
  const badge = card.querySelector(".badge");
  const freshBadge = fresh.querySelector(".badge");
  if (badge && freshBadge) badge.textContent = freshBadge.textContent;
}

function isElsewhere(card: Element): boolean {
  return (card.getAttribute("data-source") || "").indexOf("https:") === 0;
}

function idOf(card: Element): string {
  return card.getAttribute("data-channel") || "";
}

function nameOf(card: Element): string {
  return card.getAttribute("data-name") || "";
}
