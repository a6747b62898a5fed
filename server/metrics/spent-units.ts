import * as v from "valibot";
import type { StateStore } from "#server/state-store/state-store.ts";
import { calendarDay } from "#shared/devotional/devotional-date.ts";

/** The video platform's quota begins anew at midnight there. */
const QUOTA_ZONE = "America/Los_Angeles";
const UNITS_KEY = "youtube-units";
const spentUnitsSchema = v.object({ day: v.string(), units: v.number() });

/**
 * Units of the Data API that were spent on this day of its zone.
 *
 * @param records where the function that lists playlists counts them.
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
