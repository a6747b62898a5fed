import { DAY_MS, HOUR_MS } from "@reign-tv/kit/durations.ts";
import type { OnAir } from "#server/live/on-air.ts";
import type { Language } from "#shared/languages.ts";
import { chosenSource } from "#shared/live/channels.ts";
import { nextOccurrences } from "#shared/live/service-schedule.domain.ts";
import type { Ministry } from "#shared/site/ministry.ts";

/** Services are announced this long before, and remain as ended for this long, so that apps see it. */
const AHEAD_MS = DAY_MS;
const AFTER_MS = 6 * HOUR_MS;
/** A broadcast begins up to this long before its service. */
const BEFORE_MS = HOUR_MS;
const MAX_SERVICES = 8;

/** A service as a stream of a podcast. */
export type LiveService = {
  /** The same before, during and after it. */
  guid: string;
  status: "pending" | "live" | "ended";
  startMs: number;
  endMs: number;
  /** Title of the service; null: it has none. */
  title: string | null;
  channel: string;
};

type LiveServicesDeps = {
  ministry: Pick<Ministry, "channels" | "services">;
  language: Language;
  onAir: OnAir;
  nowMs: number;
};

/**
 * Returns the services that a podcast in a language carries as streams: those of a day on channels that receive
 * broadcasts, whose sound exists.
 */
export function liveServices(deps: LiveServicesDeps): LiveService[] {
  const { ministry, language, onAir, nowMs } = deps;
  const { services, channels } = ministry;
  const { weekly, others = [] } = services;
  const all = nextOccurrences(services, nowMs - AFTER_MS, MAX_SERVICES).filter(
    ({ startMs }) => startMs <= nowMs + AHEAD_MS,
  );
  const known = new Map([...weekly, ...others].map((service) => [service.id, service]));
  return Object.entries(channels).flatMap(([channel, facts]) => {
    const isCarrying = chosenSource(facts).kind === "ingest" && facts.isOffAir !== true;
    if (!isCarrying || facts.language !== language) return [];
    const carried = all.filter(({ id }) => (known.get(id)?.channel ?? channel) === channel);
    const broadcast = onAir(channel);
    // What is on the air is the latest service that may have begun.
    const current = carried.findLast(({ startMs }) => startMs - BEFORE_MS <= nowMs);
    return carried.map((occurrence) => {
      const { id, startMs, endMs } = occurrence;
      const isLive = broadcast !== null && occurrence === current && broadcast.startedAtMs < endMs;
      return {
        guid: `live-${channel}-${id}-${new Date(startMs).toISOString()}`,
        status: isLive ? "live" : endMs <= nowMs ? "ended" : "pending",
        startMs,
        endMs,
        title: known.get(id)?.title?.[language] ?? null,
        channel,
      };
    });
  });
}
