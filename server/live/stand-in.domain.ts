import type { HlsProbeResult } from "./hls-probe.ts";

/** Why a back-up plays by itself: its source does not answer, or nobody sends anything on it. */
export type OutageReason = "down" | "silent";

/** How a source does, since when it was first seen so; milliseconds since the epoch. */
export type Health = { dead: OutageReason | null; sinceMs: number };

/** A back-up that plays by itself, and since when its source is dead. */
export type Failover = { why: OutageReason; sinceMs: number };

/** For so long a source has to be well again before its channel goes back to it. */
const WELL_AGAIN_MS = 60_000;
/** A source may be dead for so long where its channel says nothing else. */
export const FAILOVER_AFTER_SECONDS = 30;

/** What is known of a source after another look: what lasts keeps its beginning. */
export function nextHealth(
  last: Health | null,
  { state }: Pick<HlsProbeResult, "state">,
  nowMs: number,
): Health | null {
  if (state === "unknown") return last;
  const dead = state === "live" ? null : state === "down" ? "down" : "silent";
  const isSame = last !== null && (last.dead === null) === (dead === null);
  return { dead, sinceMs: isSame ? last.sinceMs : nowMs };
}

/** Whether a back-up stands in from now on, whose source may be dead for `afterMs`. */
export function nextFailover(
  last: Failover | null,
  health: Health | null,
  { afterMs, nowMs }: { afterMs: number; nowMs: number },
): Failover | null {
  if (health === null) return last;
  const { dead, sinceMs } = health;
  const lastsMs = nowMs - sinceMs;
  if (dead === null) return lastsMs < WELL_AGAIN_MS ? last : null;
  if (last !== null) return { ...last, why: dead };
  return lastsMs >= afterMs ? { why: dead, sinceMs } : null;
}
