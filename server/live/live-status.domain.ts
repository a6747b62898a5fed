import { type ChannelId, channelNamed } from "#shared/live/channels.ts";
import type { ChannelSource, Ministry } from "#shared/site/ministry.ts";
import type { LiveStatus, WatchingCounts } from "#shared/contracts/live-status.ts";
import type { ProgrammeGuide } from "#shared/contracts/programme-guide.ts";
import { nextOccurrences, type ServiceOccurrence } from "#shared/live/service-schedule.domain.ts";
import type { HlsProbe } from "./hls-probe.ts";
import { linearPath, sourceFingerprint, type ActiveSource, type Playing } from "./active-source.ts";
import { MINUTE_MS } from "#server/kit/durations.ts";

type ChannelStatus = LiveStatus["channels"][number];
type WhatIsOn = Pick<ChannelStatus, "state" | "since" | "title">;
type LinearSource = Extract<ChannelSource, { kind: "linear" }>;

/**
 * How often an open tab asks again: with the second until the server has noticed, and the two for which a
 * CDN keeps the answer, what changed is on the page within 15 seconds.
 */
const POLL_SECONDS = 12;

/** Nobody watches a channel that is off the air; who still has its page open is not told of. */
const WATCHED_STATES: ReadonlySet<ChannelStatus["state"]> = new Set(["live", "rerun", "unknown"]);

export type LiveStatusDeps = {
  ministry: Ministry;
  /** What each channel plays. */
  onAir: ActiveSource;
  /** Guide of a linear programme at an instant, by its path. */
  linear: { guideOf: (path: string, nowMs: number) => ProgrammeGuide | null };
  probe: HlsProbe;
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
    channels: Object.keys(ministry.channels).map((id) =>
      channelStatus(deps, id, service ?? null, nowMs),
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
  const states = channels.map(({ id, state, source, instead }) => [id, state, source, instead]);
  return JSON.stringify([site, states]);
}

function channelStatus(
  deps: LiveStatusDeps,
  id: ChannelId,
  service: ServiceOccurrence | null,
  nowMs: number,
): ChannelStatus {
  const playing = deps.onAir(id);
  const now = whatIsOn(deps, { id, ...playing }, service, nowMs);
  const watching = WATCHED_STATES.has(now.state) ? deps.countsOf().channels[id] : undefined;
  const { instead } = playing;
  return {
    id,
    ...now,
    source: sourceFingerprint(playing.source),
    ...(instead && { instead: insteadOf(instead) }),
    ...(watching && { watching }),
  };
}

function insteadOf({ why, sinceMs }: NonNullable<Playing["instead"]>): ChannelStatus["instead"] {
  return { why, ...(sinceMs !== null && { since: isoSeconds(sinceMs) }) };
}

function whatIsOn(
  deps: LiveStatusDeps,
  { id, source }: { id: ChannelId; source: Playing["source"] },
  service: ServiceOccurrence | null,
  nowMs: number,
): WhatIsOn {
  if (source === null) return { state: "offline", since: null, title: null };
  if (source.kind === "linear") return whatRuns(deps, { id, source }, nowMs);
  if (source.kind === "hls") {
    const { state, sinceMs } = deps.probe(source.url);
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

/** A programme of our own never ends. */
function whatRuns(
  { ministry, linear }: LiveStatusDeps,
  { id, source }: { id: ChannelId; source: LinearSource },
  nowMs: number,
): WhatIsOn {
  const path = linearPath(id, channelNamed(ministry.channels, id), source);
  const now = path === null ? null : linear.guideOf(path, nowMs)?.now;
  return { state: "rerun", since: now?.start ?? null, title: now?.title ?? null };
}

function isoSeconds(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}
