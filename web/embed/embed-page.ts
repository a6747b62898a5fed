import { EMBED_CONFIG_ID, type ChannelFollow } from "#shared/embed/embed-config.ts";
import type { LiveStatus } from "#shared/contracts/live-status.ts";

/**
 * Returns the JSON settings that the server has written into this page. Server and script are of
 * one build, so the caller may trust their shape. @throws Error when the page has none.
 */
export function embedConfigText(): string {
  const text = document.getElementById(EMBED_CONFIG_ID)?.textContent;
  if (!text) throw new Error(`No #${EMBED_CONFIG_ID} in this page`);
  return text;
}

/** Without a parent page of ours, a changed channel shows within 5 s. */
const POLL_INTERVAL_MS = 4_000;

/** Reloads the page when its channel changes its source, or goes off or on air. */
export function watchChannel(follow: ChannelFollow | null): void {
  if (follow === null) return;
  const { channelId, source, pageUrl } = follow;
  let isAsking = false;
  window.setInterval(() => void look(), POLL_INTERVAL_MS);

  async function look(): Promise<void> {
    // One request at a time, even if it hangs.
    if (isAsking || document.visibilityState !== "visible") return;
    isAsking = true;
    const status: LiveStatus | null = await fetch("/api/live")
      .then((answer) => (answer.ok ? answer.json() : null))
      // Without a response nothing changes.
      .catch(() => null);
    isAsking = false;
    const channel = status?.channels.find(({ id }) => id === channelId);
    // A server of an earlier release sends no source fingerprint.
    if (channel?.source && channel.source !== source) window.location.replace(pageUrl);
  }
}
