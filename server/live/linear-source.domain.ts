import type { Ministry } from "#shared/site/ministry.ts";

type ChannelConfig = Ministry["channels"]["english"];

/**
 * The line-up that a channel's linear programme plays: as its source, or as what stands in when the
 * source fails. Null when the channel has neither.
 */
export function linearLineupId({ source, fallback }: ChannelConfig): string | null {
  if (source.kind === "linear") return source.lineupId;
  return fallback?.kind === "linear" ? fallback.lineupId : null;
}
