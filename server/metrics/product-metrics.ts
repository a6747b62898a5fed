import * as v from "valibot";
import type { StateStore } from "#server/state-store/state-store.ts";
import { calendarDay } from "#shared/devotional/devotional-date.ts";
import { MINUTE_MS } from "@reign-tv/kit/durations.ts";
import type { FaultRegistry } from "@reign-tv/kit/fault-registry.ts";
import type { Metrics } from "@reign-tv/kit/metrics.ts";
import { type LiveStatus, liveStatusSchema } from "#shared/contracts/live-status.ts";
import type { Transport } from "#shared/transport.ts";

/** The video platform's quota starts again at midnight in this zone. */
const QUOTA_ZONE = "America/Los_Angeles";
const UNITS_KEY = "youtube-units";
const spentUnitsSchema = v.object({ day: v.string(), units: v.number() });

/**
 * Units of the Data API that were used on this day of its zone.
 *
 * @param records store in which the playlist function counts them.
 * @param nowMs milliseconds since the epoch.
 */
export async function readQuotaUsage(
  records: Pick<StateStore, "storeOf">,
  nowMs: number,
): Promise<number> {
  const text = await records.storeOf("functions-store/youtube-playlist-videos").get(UNITS_KEY);
  if (text === null) return 0;
  const { day, units } = v.parse(spentUnitsSchema, JSON.parse(text));
  return day === calendarDay(nowMs, QUOTA_ZONE) ? units : 0;
}

export type ProductMetricsDeps = {
  readonly metrics: Metrics;
  readonly faults: Pick<FaultRegistry, "states">;
  /** Calls /api/live in process. */
  readonly inProcess: Transport;
  /** Store in which the playlist function counts its units. */
  readonly records: Pick<StateStore, "storeOf">;
  readonly dailyUnits: number;
  /** Clock; milliseconds since the epoch. */
  readonly now: () => number;
};

/** States that say whether a channel's stream is up; all others are unknown. */
const UP_OF_STATE: ReadonlyMap<string, number> = new Map([
  ["live", 1],
  ["rerun", 1],
  ["offline", 0],
  ["down", 0],
]);

/** Registers the metrics that the product's alerts use: channels, services, external dependencies and quota. */
export function registerProductMetrics(deps: ProductMetricsDeps): void {
  const { metrics, faults, now } = deps;
  metrics.gauge(
    "channel_up",
    "1 while a channel sends, 0 while it should and does not.",
    async () => upOf(await readLive(deps)),
  );
  metrics.gauge("service_on", "1 during a service of ministry.json.", async () =>
    isServiceOn(await readLive(deps), now()) ? 1 : 0,
  );
  metrics.gauge("component_up", "0 while a part elsewhere fails; absent until it was used.", () =>
    Object.entries(faults.states()).map(([component, { state }]) => ({
      labels: { component },
      value: state === "ok" ? 1 : 0,
    })),
  );
  metrics.gauge(
    "playlist_quota_units",
    "Units of the Data API spent on this day of its zone.",
    () => readQuotaUsage(deps.records, now()),
  );
  metrics.gauge("playlist_quota_limit_units", "Most units of a day.", () => deps.dailyUnits);
}

async function readLive({ inProcess }: ProductMetricsDeps): Promise<LiveStatus> {
  const answer = await inProcess("/api/live");
  return v.parse(liveStatusSchema, await answer.json());
}

function upOf({ channels }: LiveStatus): { labels: { channel: string }; value: number }[] {
  return channels.flatMap(({ id: channel, state }) => {
    const value = UP_OF_STATE.get(state);
    return value === undefined ? [] : [{ labels: { channel }, value }];
  });
}

function isServiceOn({ next }: LiveStatus, nowMs: number): boolean {
  if (next === null) return false;
  const startMs = Date.parse(next.start);
  return startMs <= nowMs && nowMs < startMs + next.minutes * MINUTE_MS;
}
