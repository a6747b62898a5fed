/** Display texts of a video ("1:02:03", "12K views"). */

const SECONDS_PER_MINUTE = 60;
const SECONDS_PER_HOUR = 60 * SECONDS_PER_MINUTE;
const SECONDS_PER_DAY = 24 * SECONDS_PER_HOUR;
const SECONDS_PER_WEEK = 7 * SECONDS_PER_DAY;

const ISO_DURATION =
  /^P(?:(\d{1,4})W)?(?:(\d{1,4})D)?(?:T(?:(\d{1,6})H)?(?:(\d{1,6})M)?(?:(\d{1,6})(?:\.\d+)?S)?)?$/;

/**
 * Parses an ISO 8601 duration without years and months ("PT1H2M3S", "P1DT1S") to seconds.
 *
 * @returns null for other text
 */
export function parseIsoDurationSeconds(text: string): number | null {
  const match = ISO_DURATION.exec(text);
  if (!match || text === "P" || text.endsWith("T")) return null;
  const [weeks, days, hours, minutes, seconds] = match.slice(1).map((part) => Number(part ?? 0));
  return (
    (weeks ?? 0) * SECONDS_PER_WEEK +
    (days ?? 0) * SECONDS_PER_DAY +
    (hours ?? 0) * SECONDS_PER_HOUR +
    (minutes ?? 0) * SECONDS_PER_MINUTE +
    (seconds ?? 0)
  );
}

/** "1:02:03", "1:05", "0:45"; "" for an unknown length (zero or less). */
export function durationText(seconds: number): string {
  const whole = Math.round(seconds);
  if (!Number.isFinite(whole) || whole <= 0) return "";
  const hours = Math.floor(whole / SECONDS_PER_HOUR);
  const minutes = Math.floor((whole % SECONDS_PER_HOUR) / SECONDS_PER_MINUTE);
  const rest = String(whole % SECONDS_PER_MINUTE).padStart(2, "0");
  if (hours === 0) return `${minutes}:${rest}`;
  return `${hours}:${String(minutes).padStart(2, "0")}:${rest}`;
}

const VIEW_SCALES = [
  { from: 1_000_000_000, suffix: "B" },
  { from: 1_000_000, suffix: "M" },
  { from: 1_000, suffix: "K" },
] as const;

/**
 * "1 view", "999 views", "1.2K views", "12K views", "3.4M views"; "" if unknown. Cut, not rounded,
 * as on the platform: 1,999 is "1.9K", and 999,999 never becomes "1000K".
 */
export function viewCountText(views: number | null): string {
  if (views === null || !Number.isFinite(views) || views < 0) return "";
  const whole = Math.floor(views);
  if (whole === 1) return "1 view";
  const scale = VIEW_SCALES.find((candidate) => whole >= candidate.from);
  if (!scale) return `${whole} views`;
  const tenths = Math.floor((whole * 10) / scale.from);
  const shown =
    tenths < 100 && tenths % 10 !== 0 ? (tenths / 10).toFixed(1) : Math.floor(tenths / 10);
  return `${shown}${scale.suffix} views`;
}
