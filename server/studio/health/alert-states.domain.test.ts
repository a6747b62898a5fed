import { expect, test } from "vitest";
import type { HealthCheck, HealthStatus } from "#shared/studio/health.ts";
import { alertsAfter, type AlertStates } from "./alerts.ts";

const MINUTE = 60_000;
const light = (tone: HealthStatus): HealthCheck => ({
  id: "mail",
  tone,
  text: "mailFailing",
  values: {},
  since: null,
});

/** What is told while a light has these tones, a step of so many minutes apart. */
function told(tones: readonly HealthStatus[], minutes: number): (string | null)[] {
  let states: AlertStates = {};
  return tones.map((tone, at) => {
    const after = alertsAfter(states, [light(tone)], at * minutes * MINUTE);
    ({ states } = after);
    return after.news[0]?.kind ?? null;
  });
}

test("a light that stays bad is told once, and once that it is well again", () => {
  expect(told(["good", "bad", "bad", "bad", "good", "good"], 1)).toEqual([
    null,
    null,
    "bad",
    null,
    "well",
    null,
  ]);
});

test("a light that is bad for a moment, needs a look or is quiet wakes nobody", () => {
  expect(told(["bad", "good", "bad", "off", "warn", "warn"], 1)).toEqual(Array(6).fill(null));
});

test("a light that goes on and off is told again after six hours only", () => {
  const hours = told(["bad", "bad", "good", "bad", "bad", "bad", "bad", "bad", "bad"], 60);
  expect(hours).toEqual([null, "bad", "well", null, null, null, null, "bad", null]);
});

test("a clock that was set back silences nobody", () => {
  const { states } = alertsAfter({}, [light("bad")], 1e12);
  const second = alertsAfter(states, [light("bad")], 1e12 + MINUTE);
  const well = alertsAfter(second.states, [light("good")], 1e12 + 2 * MINUTE);
  const again = alertsAfter(well.states, [light("bad")], 5e11);
  expect(alertsAfter(again.states, [light("bad")], 5e11 + MINUTE).news).toHaveLength(1);
});
