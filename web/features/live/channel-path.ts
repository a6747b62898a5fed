import type { ChannelId } from "#shared/live/channels.ts";
import type { Language } from "#shared/languages.ts";

export type ChannelStart = {
  /** True where channels stand side by side: they start silent, so that both move. */
  isPreview?: boolean;
  /** The visitor has asked for this very player: a data saver does not hold it back. */
  isTapped?: boolean;
  savesData: boolean;
  /** The visitor has let the channel's provider in before. */
  hasConsent: boolean;
};

/** Path of a channel's embed page, playing by itself. */
export function channelEmbedPath(
  id: ChannelId,
  language: Language,
  { isPreview = false, isTapped = false, savesData, hasConsent }: ChannelStart,
): string {
  const flags = [
    isPreview ? "&muted=1" : "",
    isTapped ? "&tap=1" : "",
    hasConsent ? "&consent=1" : "",
    `&saver=${savesData ? 1 : 0}`,
  ];
  return `/embed/channel/${id}?autoplay=1&lang=${language}${flags.join("")}`;
}
