import type { Context } from "hono";
import { createActiveSource, type Playing } from "#server/live/active-source.ts";
import { type ChannelId, channelIds, channelNamed } from "#shared/live/channels.ts";
import { DEFAULT_LANGUAGE } from "#shared/languages.ts";
import type { ChannelSource, Ministry, MinistryChannel } from "#shared/site/ministry.ts";
import type { EmbedDeps } from "./embed-deps.ts";
import { type EmbedQuery, readEmbedQuery } from "./embed-query.ts";

/** A channel as a request wants it. */
export type AskedChannel = {
  /** With the ministry that the request is about: a preview has its own. */
  deps: EmbedDeps;
  /** The channels in force, whose linear programmes are open. */
  inForce: Ministry["channels"];
  id: ChannelId;
  channel: MinistryChannel;
  query: EmbedQuery;
  /** What plays: null while the channel is off the air. */
  source: ChannelSource | null;
  /** The player may go to the back-up when this fails. */
  hasFallback: boolean;
  url: string;
};

/** Nothing stands in for a source that somebody wants to try. */
const NOTHING_STANDS_IN = { of: () => null };

/** The channel that a request names; null where there is none, or no such source of it. */
export async function askedChannel(c: Context, deps: EmbedDeps): Promise<AskedChannel | null> {
  const { preview } = readEmbedQuery(c.req.query(), DEFAULT_LANGUAGE);
  const ministry = preview === null ? deps.ministry : await deps.previewedMinistry(preview);
  const id = channelIds(ministry?.channels ?? {}).find((known) => known === c.req.param("id"));
  if (ministry === null || id === undefined) return null;
  const channel = channelNamed(ministry.channels, id);
  const query = readEmbedQuery(c.req.query(), channel.language);
  const onAir = preview === null ? deps.onAir : createActiveSource(ministry, NOTHING_STANDS_IN);
  const playing = onAir(id);
  const { fallback } = channel;
  const isBackupAsked = query.source === "fallback" && playing.source !== null;
  if (isBackupAsked && fallback === undefined) return null;
  const source = isBackupAsked ? (fallback ?? null) : playing.source;
  return {
    deps: { ...deps, ministry },
    inForce: deps.ministry.channels,
    id,
    channel,
    query,
    source,
    hasFallback: !isBackupAsked && mayFallBack(playing, fallback),
    url: c.req.url,
  };
}

function mayFallBack({ source, isFallback }: Playing, fallback: unknown): boolean {
  return source !== null && !isFallback && fallback !== undefined;
}

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
