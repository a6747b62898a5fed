import type { TvReport } from "#shared/contracts/tv-pairing.ts";

/**
 * Returns the position of the television now, in whole seconds: it reports only now and then.
 *
 * @param passedMs time since the report arrived
 */
export function positionNow(
  { state, position, duration }: Pick<TvReport, "state" | "position" | "duration">,
  passedMs: number,
): number {
  const moved = state === "playing" ? passedMs / 1_000 : 0;
  const now = Math.floor(position + moved);
  return duration > 0 ? Math.min(now, Math.floor(duration)) : now;
}
