import { DAY_MS, HOUR_MS, MINUTE_MS } from "@reign-tv/kit/durations.ts";

/** Units from the largest; below the smallest it is "now". */
const STEPS = [
  ["day", DAY_MS],
  ["hour", HOUR_MS],
  ["minute", MINUTE_MS],
] as const;

/**
 * Returns a relative time as text: "2 hours ago", "hier", "now". A clock that is behind gives
 * "now".
 */
export function agoText(iso: string, nowMs: number, locale: string): string {
  const words = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
  const pastMs = Math.max(0, nowMs - new Date(iso).getTime());
  const [unit, lengthMs] = STEPS.find(([, stepMs]) => pastMs >= stepMs) ?? ["second", Infinity];
  return words.format(-Math.floor(pastMs / lengthMs), unit);
}
