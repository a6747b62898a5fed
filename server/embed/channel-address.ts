import type { ChannelId } from "#shared/live/channels.ts";
import type { EmbedQuery } from "./embed-query.ts";

/** Address of a channel's page as it was asked for, but for another of its sources. */
export function channelAddress(
  id: ChannelId,
  query: EmbedQuery,
  source: EmbedQuery["source"],
): string {
  const parameters = new URLSearchParams({
    lang: query.language,
    muted: query.muted ? "1" : "0",
    autoplay: query.autoplay ? "1" : "0",
  });
  if (query.tap) parameters.set("tap", "1");
  if (query.saver !== null) parameters.set("saver", query.saver ? "1" : "0");
  if (query.consent) parameters.set("consent", "1");
  if (query.provider !== null) parameters.set("provider", query.provider);
  if (query.followed) parameters.set("followed", "1");
  if (query.preview !== null) parameters.set("preview", query.preview);
  if (source === "fallback") parameters.set("source", source);
  return `/embed/channel/${id}?${parameters}`;
}
