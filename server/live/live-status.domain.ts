import type { ChannelId } from "#shared/live/channels.ts";
import type { ChannelSource, Ministry } from "#shared/site/ministry.ts";
import type { LiveStatus } from "#shared/contracts/live-status.ts";
import type { ProgrammeGuide } from "#shared/contracts/programme-guide.ts";
import { nextOccurrences, type ServiceOccurrence } from "#shared/live/service-schedule.domain.ts";
import type { HlsProbe } from "./hls-probe.ts";
import { MINUTE_MS } from "#server/kit/durations.ts";

type ChannelStatus = LiveStatus["channels"][number];

/** How often an open tab asks again. */
const POLL_SECONDS = 15;

export type LiveStatusDeps = {
  ministry: Ministry;
  /** Guide of a linear channel at an instant. */
  guideOf: (channelId: ChannelId, nowMs: number) => ProgrammeGuide | null;
  probe: HlsProbe;
};

/** The answer of `GET /api/live` at an instant; the same for every visitor. */
export function liveStatus(deps: LiveStatusDeps, nowMs: number): LiveStatus {
  const { ministry } = deps;
  const [service] = nextOccurrences(ministry.services, nowMs, 1);
  return {
    v: 1,
    now: isoSeconds(nowMs),
    pollSeconds: POLL_SECONDS,
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

/** Which channels there are and what each does, as one text to compare: programmes come and go without it. */
export function channelStates(deps: LiveStatusDeps, nowMs: number): string {
  const quiet = { ...deps, guideOf: () => null };
  const { channels } = liveStatus(quiet, nowMs);
  return JSON.stringify(channels.map(({ id, state }) => [id, state]));
}

function channelStatus(
  { guideOf, probe }: LiveStatusDeps,
  { id, source }: { id: ChannelId; source: ChannelSource },
  service: ServiceOccurrence | null,
  nowMs: number,
): ChannelStatus {
  if (source.kind === "linear") {
    const now = guideOf(id, nowMs)?.now ?? null;
    return { id, state: "rerun", since: now?.start ?? null, title: now?.title ?? null };
  }
  if (source.kind === "hls") {
    const { state, sinceMs } = probe(source.url);
    const since = sinceMs === null ? null : isoSeconds(sinceMs);
    // A stream that is not sent yet waits for the next service.
    const isWaiting = state === "offline" && service !== null && service.startMs > nowMs;
    return { id, state: isWaiting ? "scheduled" : state, since, title: null };
  }
  // Foreign players do not tell; the ministry's own schedule does.
  const isOn = service !== null && service.startMs <= nowMs;
  const since = isOn ? isoSeconds(service.startMs) : null;
  return { id, state: isOn ? "live" : "unknown", since, title: null };
}

function isoSeconds(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}
