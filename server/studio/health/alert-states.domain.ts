import { HOUR_MS, isWithin, MINUTE_MS } from "#server/kit/durations.ts";
import type { HealthCheck } from "#shared/studio/health.ts";

/** What is remembered of a light for its mails; milliseconds since the epoch. */
export type AlertState = {
  /** Since when it is bad without a break; null: it is not. */
  readonly badMs: number | null;
  /** When helpers were last told that it turned bad. */
  readonly toldMs: number | null;
  /** Whether they still believe so. */
  readonly isTold: boolean;
};

export type AlertStates = Readonly<Record<string, AlertState>>;

/** What helpers are told of a light. */
export type AlertNews = { readonly light: HealthCheck; readonly kind: "bad" | "well" };

/** A light that is bad for a moment only wakes nobody. */
const BAD_FOR_MS = MINUTE_MS;
/** A light that goes on and off is told once in this time. */
const TOLD_EVERY_MS = 6 * HOUR_MS;

/** What the lights of a moment make of what was remembered, and who is to hear of what. */
export function alertsAfter(
  states: AlertStates,
  lights: readonly HealthCheck[],
  nowMs: number,
): { readonly states: AlertStates; readonly news: readonly AlertNews[] } {
  const news: AlertNews[] = [];
  const next: Record<string, AlertState> = {};
  for (const light of lights) {
    const state = states[light.id] ?? { badMs: null, toldMs: null, isTold: false };
    if (light.tone !== "bad") {
      if (state.isTold) news.push({ light, kind: "well" });
      next[light.id] = { ...state, badMs: null, isTold: false };
      continue;
    }
    const badMs = state.badMs ?? nowMs;
    const isQuiet = state.toldMs !== null && isWithin(TOLD_EVERY_MS, state.toldMs, nowMs);
    const isDue = !state.isTold && !isQuiet && !isWithin(BAD_FOR_MS, badMs, nowMs);
    if (isDue) news.push({ light, kind: "bad" });
    next[light.id] = isDue ? { badMs, toldMs: nowMs, isTold: true } : { ...state, badMs };
  }
  return { states: next, news };
}
