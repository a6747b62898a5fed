import { type ChannelId, channelNamed } from "#shared/live/channels.ts";
import type { ChannelSource, Ministry } from "#shared/site/ministry.ts";
import type { LiveStatus, WatchingCounts } from "#shared/contracts/live-status.ts";
import type { ProgrammeGuide } from "#shared/contracts/programme-guide.ts";
import { nextOccurrences, type ServiceOccurrence } from "#shared/live/service-schedule.domain.ts";
import type { HlsProbe } from "./hls-probe.ts";
import { lineupPath, sourceFingerprint, type ActiveSource, type Playing } from "./active-source.ts";
import type { DataRates } from "./live-playlist.domain.ts";
import type { OnAir } from "./on-air.ts";
import { HOUR_MS, MINUTE_MS } from "@reign-tv/kit/durations.ts";

type ChannelStatus = LiveStatus["channels"][number];
type ChannelState = Pick<ChannelStatus, "state" | "since" | "title">;

/**
 * Polling interval of open tabs. With the server's check each second and the CDN's two seconds, changes show within 15
 * s.
 */
const POLL_SECONDS = 12;

/** States with viewers: open pages of a channel that is off the air do not count. */
const WATCHED_STATES: ReadonlySet<ChannelStatus["state"]> = new Set(["live", "rerun", "unknown"]);

type LiveStatusDeps = {
  ministry: () => Ministry;
  /** Active source of each channel. */
  activeSource: ActiveSource;
  /** Guide of a lineup at an instant, by its path. */
  linear: {
    guideOf: (path: string, nowMs: number) => ProgrammeGuide | null;
    programmeOf: (path: string) => { readonly rates: DataRates } | null;
  };
  probe: HlsProbe;
  onAir: OnAir;
  /** Revision of the site data; absent: not reported. */
  siteRevision?: (() => string) | undefined;
  /** Estimated viewer counts of the backend. */
  countsOf: () => WatchingCounts;
};

/** The response of `GET /api/live` at an instant; the same for every visitor. */
export function liveStatus(deps: LiveStatusDeps, nowMs: number): LiveStatus {
  const { countsOf } = deps;
  const ministry = deps.ministry();
  const { share } = countsOf();
  const [service] = nextOccurrences(ministry.services, nowMs, 1);
  const channels = Object.keys(ministry.channels).map((id) =>
    channelStatus(deps, id, service ?? null, nowMs),
  );
  return {
    v: 1,
    now: isoSeconds(nowMs),
    ...(deps.siteRevision && { site: deps.siteRevision() }),
    pollSeconds: POLL_SECONDS,
    ...(share > 0 && { pulseShare: share }),
    channels,
    next: service ? nextService(ministry.services, service, { channels, nowMs }) : null,
  };
}

function nextService(
  { timeZone, weekly, others = [] }: Ministry["services"],
  { id, startMs, endMs }: ServiceOccurrence,
  { channels, nowMs }: { channels: ChannelStatus[]; nowMs: number },
): LiveStatus["next"] {
  const named = [...weekly, ...others].find((service) => service.id === id)?.channel;
  const onAir = channels.filter(({ state }) => state === "live");
  const only = onAir.length === 1 ? onAir[0]?.id : undefined;
  const carrier = channels.some((channel) => channel.id === named) ? named : only;
  return {
    id,
    start: isoSeconds(startMs),
    minutes: Math.round((endMs - startMs) / MINUTE_MS),
    zone: timeZone,
    ...(startMs - nowMs <= HOUR_MS && { isNear: true }),
    ...(startMs <= nowMs && carrier !== undefined && { channel: carrier }),
  };
}

/** Serializes channel states, sources and the site revision for comparison; excludes programmes, which change often. */
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
  const playing = deps.activeSource(id);
  const now = channelState(deps, { id, ...playing }, service, nowMs);
  const watching = WATCHED_STATES.has(now.state) ? deps.countsOf().channels[id] : undefined;
  const { instead } = playing;
  return {
    id,
    ...now,
    source: sourceFingerprint(playing.source),
    ...(instead && { instead: insteadOf(instead) }),
    ...(watching && { watching }),
    ...ratesOf(deps, id, playing.source),
  };
}

/** Data rates of what a channel plays; none for players and streams of others. */
function ratesOf(
  deps: LiveStatusDeps,
  id: ChannelId,
  source: Playing["source"],
): Pick<ChannelStatus, "pictureRate" | "soundRate"> {
  const broadcast = source?.kind === "ingest" ? deps.onAir(id) : null;
  const path = lineupPath(deps.ministry().channels, id, source);
  const lineup = path === null ? null : deps.linear.programmeOf(path);
  const rates = broadcast?.rates ?? lineup?.rates;
  if (!rates) return {};
  const { picture, sound } = rates;
  return {
    ...(picture !== null && { pictureRate: picture }),
    ...(sound !== null && { soundRate: sound }),
  };
}

function insteadOf({ why, sinceMs }: NonNullable<Playing["instead"]>): ChannelStatus["instead"] {
  return { why, ...(sinceMs !== null && { since: isoSeconds(sinceMs) }) };
}

function channelState(
  deps: LiveStatusDeps,
  { id, source }: { id: ChannelId; source: Playing["source"] },
  service: ServiceOccurrence | null,
  nowMs: number,
): ChannelState {
  // A stream without signal waits for the next service.
  const isWaiting = service !== null && service.startMs > nowMs;
  const idle = { state: isWaiting ? "scheduled" : "offline", since: null, title: null } as const;
  if (source === null) {
    const { isOffAir } = channelNamed(deps.ministry().channels, id);
    return isOffAir === true ? { ...idle, state: "offline" } : idle;
  }
  if (source.kind === "ingest" || source.kind === "linear") {
    return ownState(deps, { id, source }, nowMs) ?? idle;
  }
  if (source.kind === "hls") {
    const { state, sinceMs } = deps.probe(source.url);
    const since = sinceMs === null ? null : isoSeconds(sinceMs);
    return { state: state === "offline" ? idle.state : state, since, title: null };
  }
  // Foreign players report no state: use the ministry's schedule.
  const isOn = service !== null && service.startMs <= nowMs;
  const since = isOn ? isoSeconds(service.startMs) : null;
  return { state: isOn ? "live" : "unknown", since, title: null };
}

/** A running broadcast, else the lineup, which never ends; null between broadcasts of a channel without one. */
function ownState(
  { ministry, onAir, linear }: LiveStatusDeps,
  { id, source }: { id: ChannelId; source: ChannelSource },
  nowMs: number,
): ChannelState | null {
  const broadcast = source.kind === "ingest" ? onAir(id) : null;
  if (broadcast !== null) {
    return { state: "live", since: isoSeconds(broadcast.startedAtMs), title: null };
  }
  const path = lineupPath(ministry().channels, id, source);
  if (path === null) return null;
  const now = linear.guideOf(path, nowMs)?.now;
  return { state: "rerun", since: now?.start ?? null, title: now?.title ?? null };
}

function isoSeconds(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}
