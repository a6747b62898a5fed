import { expect, test } from "vitest";
import type { HealthCheck } from "#shared/studio/health.ts";
import { lightStepsOf } from "./health-steps.domain.ts";

const AT = "2026-11-23T03:00:00.000Z";

function stepsOf(light: Pick<HealthCheck, "id" | "text" | "values">, hasAlerts = true) {
  const whole: HealthCheck = { ...light, tone: "good", since: null };
  return lightStepsOf({ now: AT, lights: [whole], hasAlerts }).map(({ name, isDone }) => [
    name,
    isDone,
  ]);
}

test.each([
  ["mailFiles", false],
  ["mailQuiet", true],
  ["mailGood", true],
  ["mailFailing", true],
] as const)("mail with the light %s is done: %s", (text, isDone) => {
  expect(stepsOf({ id: "mail", text, values: {} })).toEqual([["mail", isDone]]);
});

test.each([
  ["backupsNone", { at: null }, false],
  ["backupsMissing", { reason: "DATA_DIR" }, false],
  ["backupsFailing", { at: null, reason: "ENOSPC" }, false],
  ["backupsFailing", { at: AT, reason: "ENOSPC" }, true],
  ["backupsOld", { at: AT }, true],
  ["backupsGood", { at: AT, provenAt: AT }, true],
] as const)("a backup with the light %s and %o is done: %s", (text, values, isDone) => {
  expect(stepsOf({ id: "backups", text, values })).toEqual([["backups", isDone]]);
});

test.each([
  [{ id: "mail", text: "mailFiles", values: {} }, false],
  [{ id: "backups", text: "backupsElsewhere", values: {} }, false],
  [{ id: "disk", text: "diskGood", values: {} }, true],
] as const)("%o with mails: %s is no step", (light, hasAlerts) => {
  expect(stepsOf(light, hasAlerts)).toEqual([]);
});
