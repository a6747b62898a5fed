import type { ChannelId } from "#shared/live/channels.ts";
import { LANGUAGE_FACTS } from "#shared/languages.ts";
import { liveTvMessages } from "#shared/messages/live-tv.ts";
import { useMessages, useSite, useTexts } from "#web/lib/site.ts";
import type { ChannelStatus } from "./player-status.ts";
import { useChannelStatus } from "./live.data.ts";

const CLOCK = { hour: "numeric", minute: "2-digit" } as const;

/**
 * Shows an off-air state and the viewer count, where there is one. It stands on the last line of
 * its positioned parent, which reserves it, so that nothing shifts.
 */
export function ChannelNote({ id }: { id: ChannelId }) {
  const text = useNoteText(useChannelStatus(id));
  return (
    text && <p className="absolute inset-x-0 bottom-0 h-5 truncate text-sm text-ink-soft">{text}</p>
  );
}

function useNoteText(channel: ChannelStatus | null): string | null {
  const { language } = useSite();
  const { live } = useMessages();
  const texts = useTexts(liveTvMessages);
  const { instead, state } = channel ?? {};
  if (instead?.why === "down" || instead?.why === "silent") {
    const since = new Date(instead.since ?? "");
    const time = since.toLocaleTimeString(LANGUAGE_FACTS[language].locale, CLOCK);
    return instead.why === "down"
      ? texts.fallbackSourceDown(time)
      : texts.fallbackSourceSilent(time);
  }
  const count = channel?.watching ?? null;
  const watching =
    count === null ? [] : [texts.watching(count.toLocaleString(LANGUAGE_FACTS[language].locale))];
  if (state === "live") return [texts.onAirNow, ...watching].join(" · ");
  if (watching.length > 0) return watching.join("");
  if (state === "down") return texts.noSignal;
  return state === "scheduled" || state === "offline" ? live.offAir : null;
}
