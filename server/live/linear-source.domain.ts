import type { MinistryChannel } from "#shared/site/ministry.ts";

/**
 * The line-up that a channel's linear programme plays: as its source, or as what stands in when the
 * source fails. Null when the channel has neither.
 */
export function linearLineupId({ source, fallback }: MinistryChannel): string | null {
  if (source.kind === "linear") return source.lineupId;
  return fallback?.kind === "linear" ? fallback.lineupId : null;
}
