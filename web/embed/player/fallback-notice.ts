import type { LiveStatus } from "#shared/contracts/live-status.ts";
import type { PlayerConfig } from "#shared/embed/embed-config.ts";
import type { EmbedTexts } from "#shared/messages/embed.ts";
import { element, iconButton, ICONS } from "#web/embed/dom.ts";

type Original = NonNullable<PlayerConfig["failedChannel"]>;

export type NoticeOptions = [root: HTMLElement, texts: EmbedTexts, original: Original];

const LOOK_INTERVAL_MS = 30_000;

/**
 * Tells that a fallback source plays, with a button back to the original, and says so again when
 * that is on air. Viewers are never switched by themselves: they may be following the fallback.
 */
export function showFallbackNotice(...[root, texts, original]: NoticeOptions): void {
  let notice = showNotice(root, texts, texts.fallbackNotice, texts.tryAgain, original.pageUrl);
  const timer = window.setInterval(() => void look(), LOOK_INTERVAL_MS);

  async function look(): Promise<void> {
    if (document.visibilityState !== "visible" || !(await isOnAir(original))) return;
    clearInterval(timer);
    notice.remove();
    notice = showNotice(root, texts, texts.liveIsBack, texts.watchLive, original.pageUrl);
  }
}

async function isOnAir({ channelId }: Original): Promise<boolean> {
  try {
    const status: LiveStatus = await (await fetch("/api/live")).json();
    return status.channels.some(({ id, state }) => id === channelId && state === "live");
  } catch {
    // Without a response nothing changes.
    return false;
  }
}

function showNotice(
  root: HTMLElement,
  texts: EmbedTexts,
  text: string,
  action: string,
  href: string,
): HTMLElement {
  const dismiss = iconButton("rp-button rp-dismiss", texts.dismiss, ICONS.close);
  const notice = element("aside", { class: "rp-notice", role: "status" }, [
    element("p", {}, [text]),
    element("a", { href, class: "card-button" }, [action]),
    dismiss,
  ]);
  dismiss.addEventListener("click", () => notice.remove());
  root.append(notice);
  return notice;
}
