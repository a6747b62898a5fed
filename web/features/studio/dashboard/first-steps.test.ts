import { expect, it } from "vitest";
import type { HealthCheck } from "#shared/studio/health.ts";
import { healthStepsOf } from "./first-steps.tsx";

const AT = "2026-11-23T03:00:00.000Z";

function stepsOf(check: Pick<HealthCheck, "id" | "text" | "values">, hasAlerts = true) {
  const whole: HealthCheck = { ...check, tone: "good", since: null };
  return healthStepsOf({ now: AT, lights: [whole], hasAlerts }).map(({ name, isDone }) => [
    name,
    isDone,
  ]);
}

it.each([
  ["mailFiles", false],
  ["mailQuiet", true],
  ["mailGood", true],
  ["mailFailing", true],
] as const)("reports mail with the check %s as done: %s", (text, isDone) => {
  expect(stepsOf({ id: "mail", text, values: {} })).toEqual([["mail", isDone]]);
});

it.each([
  ["backupsNone", { at: null }, false],
  ["backupsMissing", { reason: "DATA_DIR" }, false],
  ["backupsFailing", { at: null, reason: "ENOSPC" }, false],
  ["backupsFailing", { at: AT, reason: "ENOSPC" }, true],
  ["backupsOld", { at: AT }, true],
  ["backupsGood", { at: AT, verifiedAt: AT }, true],
] as const)("reports a backup with the check %s and %o as done: %s", (text, values, isDone) => {
  expect(stepsOf({ id: "backups", text, values })).toEqual([["backups", isDone]]);
});

it.each([
  [{ id: "mail", text: "mailFiles", values: {} }, false],
  [{ id: "backups", text: "backupsElsewhere", values: {} }, false],
  [{ id: "disk", text: "diskGood", values: {} }, true],
] as const)("leaves out %o with alerts: %s", (check, hasAlerts) => {
  expect(stepsOf(check, hasAlerts)).toEqual([]);
});
