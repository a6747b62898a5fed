import type { LiveStatus } from "#shared/contracts/live-status.ts";
import type { ChannelFollow } from "#shared/embed/embed-config.ts";

/** Where no page of ours is around, nobody else tells: a channel that was switched shows within 5 s. */
const LOOK_EVERY_MS = 4_000;

/** Loads the page anew once its channel comes from another place, or goes off the air or back on. */
export function followChannel(follow: ChannelFollow | null): void {
  if (follow === null) return;
  const { channelId, source, pageUrl } = follow;
  let isAsking = false;
  window.setInterval(() => void look(), LOOK_EVERY_MS);

  async function look(): Promise<void> {
    // One request at a time, however long it hangs.
    if (isAsking || document.visibilityState !== "visible") return;
    isAsking = true;
    const status: LiveStatus | null = await fetch("/api/live")
      .then((answer) => (answer.ok ? answer.json() : null))
      // No answer is no news.
      .catch(() => null);
    isAsking = false;
    const channel = status?.channels.find(({ id }) => id === channelId);
    // A server of an earlier release does not say where the pictures come from.
    if (channel?.source && channel.source !== source) window.location.replace(pageUrl);
  }
}
