import type { ChannelId } from "#shared/channels.ts";
import type { Language } from "#shared/language.ts";

/**
 * Path of a channel's embed page, playing by itself.
 *
 * @param isPreview true where channels stand side by side: they start silent, so that both move.
 */
export function channelEmbedPath(id: ChannelId, language: Language, isPreview = false): string {
  return `/embed/channel/${id}?autoplay=1&lang=${language}${isPreview ? "&muted=1" : ""}`;
}
