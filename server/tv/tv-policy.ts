import type { Config } from "#server/settings/config.ts";
import type { ContentPolicy } from "#server/http/security-headers.ts";
import type { ChannelSource, Ministry } from "#shared/site/ministry.ts";

/**
 * Policy of the television page: our files, and players and streams of the ministry's sources, including fallbacks,
 * which an open page may switch to.
 */
export function tvPolicy(ministry: Ministry, playerOrigins: readonly string[]): ContentPolicy {
  const streams = [...new Set(sourcesOf(ministry).flatMap(streamOrigins))];
  return {
    "default-src": ["'none'"],
    "base-uri": ["'none'"],
    "object-src": ["'none'"],
    "form-action": ["'none'"],
    "frame-ancestors": ["'none'"],
    "script-src": ["'self'"],
    "style-src": ["'self'"],
    "img-src": ["'self'"],
    "connect-src": ["'self'", ...streams],
    "media-src": ["'self'", "blob:", ...streams],
    "frame-src": ["'self'", ...playerOrigins],
    "report-to": ["csp"],
  };
}

/** Origins of frames on the page: the platform, and framed channels. */
export function tvPlayerOrigins(
  ministry: Ministry,
  { YOUTUBE_EMBED_BASE }: Pick<Config, "YOUTUBE_EMBED_BASE">,
): string[] {
  const framed = sourcesOf(ministry).flatMap((source) =>
    source.kind === "iframe"
      ? [new URL(source.url).origin, ...source.hosts.map((host) => `https://${host}`)]
      : [],
  );
  return [...new Set([new URL(YOUTUBE_EMBED_BASE).origin, ...framed])];
}

function sourcesOf({ channels }: Ministry): ChannelSource[] {
  return Object.values(channels).flatMap(({ source, fallback }) => [source, fallback ?? []].flat());
}

function streamOrigins(source: ChannelSource): string[] {
  if (source.kind !== "hls") return [];
  return [new URL(source.url).origin, ...(source.hosts ?? []).map((host) => `https://${host}`)];
}
