import { expect, it } from "vitest";
import type { HealthCheck, HealthStatus } from "#shared/studio/health.ts";
import { alertsAfter, type AlertStates } from "./alerts.ts";

const MINUTE = 60_000;
const check = (tone: HealthStatus): HealthCheck => ({
  id: "mail",
  tone,
  text: "mailFailing",
  values: {},
  since: null,
});

/** Alerts while a check has these statuses, `minutes` apart. */
function alertKinds(tones: readonly HealthStatus[], minutes: number): (string | null)[] {
  let states: AlertStates = {};
  return tones.map((tone, at) => {
    const after = alertsAfter(states, [check(tone)], at * minutes * MINUTE);
    ({ states } = after);
    return after.alerts[0]?.kind ?? null;
  });
}

it("alerts once when a check stays bad, and once when it recovers", () => {
  expect(alertKinds(["good", "bad", "bad", "bad", "good", "good"], 1)).toEqual([
    null,
    null,
    "bad",
    null,
    "well",
    null,
  ]);
});

it("does not alert for short failures, warnings or muted checks", () => {
  expect(alertKinds(["bad", "good", "bad", "off", "warn", "warn"], 1)).toEqual(Array(6).fill(null));
});

it("alerts again after six hours only when a check flaps", () => {
  const hours = alertKinds(["bad", "bad", "good", "bad", "bad", "bad", "bad", "bad", "bad"], 60);
  expect(hours).toEqual([null, "bad", "well", null, null, null, null, "bad", null]);
});

it("alerts although the clock was set back", () => {
  const { states } = alertsAfter({}, [check("bad")], 1e12);
  const second = alertsAfter(states, [check("bad")], 1e12 + MINUTE);
  const well = alertsAfter(second.states, [check("good")], 1e12 + 2 * MINUTE);
  const again = alertsAfter(well.states, [check("bad")], 5e11);
  expect(alertsAfter(again.states, [check("bad")], 5e11 + MINUTE).alerts).toHaveLength(1);
});
