import type { Context } from "hono";
import { createActiveSource, type Playing } from "#server/live/active-source.ts";
import { type ChannelId, channelIds, channelNamed } from "#shared/live/channels.ts";
import { DEFAULT_LANGUAGE } from "#shared/languages.ts";
import type { ChannelSource, Ministry, MinistryChannel } from "#shared/site/ministry.ts";
import type { EmbedDeps } from "./embed-deps.ts";
import { type EmbedQuery, readEmbedQuery } from "./embed-query.ts";

export type RequestedChannel = {
  /** With the ministry of the request: a preview has its own. */
  deps: EmbedDeps;
  /** Published channels, whose lineups are open. */
  publishedChannels: Ministry["channels"];
  id: ChannelId;
  channel: MinistryChannel;
  query: EmbedQuery;
  /** Active source; null while the channel is off the air. */
  source: ChannelSource | null;
  /** The player may fall back when the source fails. */
  hasFallback: boolean;
  url: string;
};

/** Previews have no automatic failover. */
const NO_FAILOVER = { of: () => null };

/** Returns the requested channel; null if there is none or it lacks the requested source. */
export async function findRequestedChannel(
  c: Context,
  deps: EmbedDeps,
): Promise<RequestedChannel | null> {
  const { preview } = readEmbedQuery(c.req.query(), DEFAULT_LANGUAGE);
  const ministry = preview === null ? deps.ministry : await deps.previewedMinistry(preview);
  const id = channelIds(ministry?.channels ?? {}).find((known) => known === c.req.param("id"));
  if (ministry === null || id === undefined) return null;
  const channel = channelNamed(ministry.channels, id);
  const query = readEmbedQuery(c.req.query(), channel.language);
  const activeSource =
    preview === null ? deps.activeSource : createActiveSource(ministry, NO_FAILOVER);
  const playing = activeSource(id);
  const { fallback } = channel;
  const isFallbackRequested = query.source === "fallback" && playing.source !== null;
  if (isFallbackRequested && fallback === undefined) return null;
  const source = isFallbackRequested ? (fallback ?? null) : playing.source;
  return {
    deps: { ...deps, ministry },
    publishedChannels: deps.ministry.channels,
    id,
    channel,
    query,
    source,
    hasFallback: !isFallbackRequested && mayFallBack(playing, fallback),
    url: c.req.url,
  };
}

function mayFallBack({ source, isFallback }: Playing, fallback: unknown): boolean {
  return source !== null && !isFallback && fallback !== undefined;
}

/** URL of a channel's page with the query of the request, for one of its sources. */
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
