import type { ChannelId } from "#shared/live/channels.ts";
import { LANGUAGE_FACTS } from "#shared/languages.ts";
import { liveTvMessages } from "#shared/messages/live-tv.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import type { ChannelStatus } from "./player-status.ts";
import { useChannelStatus } from "./live.data.ts";

const CLOCK = { hour: "numeric", minute: "2-digit" } as const;

/**
 * What the badge does not say of a channel's state, and the viewer count, where there is one.
 * @param isAlone nothing follows on its line.
 */
export function ChannelNote({ id, isAlone }: { id: ChannelId; isAlone: boolean }) {
  const text = useNoteText(useChannelStatus(id));
  return text && text + (isAlone ? "" : " · ");
}

function useNoteText(channel: ChannelStatus | null): string | null {
  const { language } = useSite();
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
  return state === "down" ? texts.noSignal : null;
}
