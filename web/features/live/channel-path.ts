import type { ChannelId } from "#shared/live/channels.ts";
import type { Language } from "#shared/languages.ts";

export type ChannelStart = {
  /** Nobody has asked for it: it starts silent. */
  isPreview?: boolean;
  /** What stands beside the frame names the stream and has its buttons: the player repeats none of it. */
  isInCard?: boolean;
  /** What stands beside the frame names the stream and what is on. */
  isNamed?: boolean;
  /** The visitor has asked for this very player: a data saver does not hold it back. */
  isTapped?: boolean;
  savesData: boolean;
  /** The visitor has let the channel's provider in before. */
  hasConsent: boolean;
  /** Host of that provider: the channel may come from another one by the time the frame is loaded. */
  providerHost?: string | null;
  /** Who shows the frame loads it anew when the channel comes from another place. */
  isFollowed?: boolean;
};

/** Path of a channel's embed page, playing by itself. */
export function channelEmbedPath(
  id: ChannelId,
  language: Language,
  {
    isPreview = false,
    isInCard = false,
    isNamed = false,
    isTapped = false,
    savesData,
    hasConsent,
    providerHost = null,
    isFollowed = false,
  }: ChannelStart,
): string {
  const flags = [
    isPreview ? "&muted=1" : "",
    isInCard ? "&card=1" : "",
    isNamed ? "&named=1" : "",
    isTapped ? "&tap=1" : "",
    hasConsent ? "&consent=1" : "",
    hasConsent && providerHost !== null ? `&provider=${providerHost}` : "",
    `&saver=${savesData ? 1 : 0}`,
    isFollowed ? "&followed=1" : "",
  ];
  return `/embed/channel/${id}?autoplay=1&lang=${language}${flags.join("")}`;
}
