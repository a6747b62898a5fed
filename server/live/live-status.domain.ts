import type { ChannelId } from "#shared/live/channels.ts";
import type { ChannelSource, Ministry } from "#shared/site/ministry.ts";
import type { LiveStatus } from "#shared/contracts/live-status.ts";
import type { WatchingCounts } from "#shared/contracts/watching-counts.ts";
import type { ProgrammeGuide } from "#shared/contracts/programme-guide.ts";
import { nextOccurrences, type ServiceOccurrence } from "#shared/live/service-schedule.domain.ts";
import type { HlsProbe } from "./hls-probe.ts";
import { MINUTE_MS } from "#server/kit/durations.ts";

type ChannelStatus = LiveStatus["channels"][number];

/**
 * How often an open tab asks again: with the second until the server has noticed, and the two for which a
 * CDN keeps the answer, what changed is on the page within 15 seconds.
 */
const POLL_SECONDS = 12;

/** Nobody watches a channel that is off the air; who still has its page open is not told of. */
const WATCHED_STATES: ReadonlySet<ChannelStatus["state"]> = new Set(["live", "rerun", "unknown"]);

export type LiveStatusDeps = {
  ministry: Ministry;
  /** Guide of a linear channel at an instant. */
  guideOf: (channelId: ChannelId, nowMs: number) => ProgrammeGuide | null;
  probe: HlsProbe;
  /** A short name of each channel's source, which tells nothing of its address. */
  sourceNames: ReadonlyMap<ChannelId, string>;
  /** Revision of what pages know of the site; absent: they are told of none. */
  siteRevision?: (() => string) | undefined;
  /** About how many watch, as the backend has counted them. */
  countsOf: () => WatchingCounts;
};

/** The answer of `GET /api/live` at an instant; the same for every visitor. */
export function liveStatus(deps: LiveStatusDeps, nowMs: number): LiveStatus {
  const { ministry, countsOf } = deps;
  const { share } = countsOf();
  const [service] = nextOccurrences(ministry.services, nowMs, 1);
  return {
    v: 1,
    now: isoSeconds(nowMs),
    ...(deps.siteRevision && { site: deps.siteRevision() }),
    pollSeconds: POLL_SECONDS,
    ...(share > 0 && { pulseShare: share }),
    channels: Object.entries(ministry.channels).map(([id, { source }]) =>
      channelStatus(deps, { id, source }, service ?? null, nowMs),
    ),
    next: service
      ? {
          id: service.id,
          start: isoSeconds(service.startMs),
          minutes: Math.round((service.endMs - service.startMs) / MINUTE_MS),
          zone: ministry.services.timeZone,
        }
      : null,
  };
}

/**
 * What each channel does and where it comes from, and what pages know of the site, as one text to compare:
 * programmes come and go without it.
 */
export function channelStates({ channels, site }: LiveStatus): string {
  return JSON.stringify([site, channels.map(({ id, state, source }) => [id, state, source])]);
}

function channelStatus(
  { guideOf, probe, sourceNames, countsOf }: LiveStatusDeps,
  { id, source }: { id: ChannelId; source: ChannelSource },
  service: ServiceOccurrence | null,
  nowMs: number,
): ChannelStatus {
  const now = whatIsOn({ guideOf, probe }, { id, source }, service, nowMs);
  const watching = WATCHED_STATES.has(now.state) ? countsOf().channels[id] : undefined;
  const name = sourceNames.get(id);
  return { id, ...now, ...(name && { source: name }), ...(watching && { watching }) };
}

function whatIsOn(
  { guideOf, probe }: Pick<LiveStatusDeps, "guideOf" | "probe">,
  { id, source }: { id: ChannelId; source: ChannelSource },
  service: ServiceOccurrence | null,
  nowMs: number,
): Pick<ChannelStatus, "state" | "since" | "title"> {
  if (source.kind === "linear") {
    const now = guideOf(id, nowMs)?.now ?? null;
    return { state: "rerun", since: now?.start ?? null, title: now?.title ?? null };
  }
  if (source.kind === "hls") {
    const { state, sinceMs } = probe(source.url);
    const since = sinceMs === null ? null : isoSeconds(sinceMs);
    // A stream that is not sent yet waits for the next service.
    const isWaiting = state === "offline" && service !== null && service.startMs > nowMs;
    return { state: isWaiting ? "scheduled" : state, since, title: null };
  }
  // Foreign players do not tell; the ministry's own schedule does.
  const isOn = service !== null && service.startMs <= nowMs;
  const since = isOn ? isoSeconds(service.startMs) : null;
  return { state: isOn ? "live" : "unknown", since, title: null };
}

function isoSeconds(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}
