import { validationFailed } from "#backend/auth/protocol/auth-error.ts";
import { MINUTE_MS, HOUR_MS, DAY_MS } from "@reign-tv/kit/durations.ts";

const UNIT_MS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1_000,
  m: MINUTE_MS,
  h: HOUR_MS,
};
/** 100 years. */
const BAN_MAX_MS = 100 * 365.25 * DAY_MS;

/**
 * Parses a ban duration in Go's notation ("24h", "1h30m", "none").
 *
 * @returns the end of the ban; null for "none".
 * @throws AuthError 400 validation_failed.
 */
export function parseBanEnd(text: string, nowMs: number): Date | null {
  if (text === "none") return null;
  const isDuration = /^(\d+(\.\d+)?(ms|s|m|h))+$/.test(text);
  const parts = isDuration ? [...text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h)/g)] : [];
  const durationMs = parts.reduce(
    (sum, [, count, unit = ""]) => sum + Number(count) * (UNIT_MS[unit] ?? 0),
    0,
  );
  if (!isDuration || durationMs > BAN_MAX_MS) {
    throw validationFailed(`invalid format for ban duration: ${JSON.stringify(text)}`);
  }
  return durationMs === 0 ? null : new Date(nowMs + durationMs);
}
