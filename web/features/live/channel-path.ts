import type { ChannelId } from "#shared/live/channels.ts";
import type { Language } from "#shared/languages.ts";

export type ChannelStart = {
  /** The visitor has not asked for it: it starts silent. */
  isPreview?: boolean;
  /** The page shows the stream's name and buttons: the player repeats none of it. */
  isInCard?: boolean;
  /** The page shows the names of stream and programme. */
  isNamed?: boolean;
  /** The visitor has requested this player: the data saver does not stop it. */
  isTapped?: boolean;
  savesData: boolean;
  /** The visitor has consented to the channel's provider before. */
  hasConsent: boolean;
  /** Host of that provider: the channel may have another one by the time the frame loads. */
  providerHost?: string | null;
  /** The page reloads the frame when the channel changes its source. */
  isFollowed?: boolean;
};

/** Returns the path of a channel's embed page, with autoplay. */
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
