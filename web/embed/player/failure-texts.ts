import type { EmbedErrorCode } from "#shared/embed-protocol.ts";
import type { EmbedTexts } from "#shared/messages/embed.ts";

/** What a card says about a player that gave up. */
export function failureTexts(
  texts: EmbedTexts,
  code: EmbedErrorCode,
  isLive: boolean,
): { title: string; text: string } {
  if (code === "offline") return { title: texts.offlineTitle, text: texts.offlineText };
  if (code === "unsupported") return { title: texts.unsupportedTitle, text: texts.unsupportedText };
  return isLive
    ? { title: texts.streamFailedTitle, text: texts.streamFailedText }
    : { title: texts.videoFailedTitle, text: texts.videoFailedText };
}
