import type { HealthCheck, StudioHealth } from "#shared/studio/health.ts";

/** Set-up step whose state the server reports. */
export type HealthStep = { name: "mail" | "backups"; check: HealthCheck; isDone: boolean };

/**
 * Returns the set-up steps that the health checks cover. A finished step stays finished when its
 * check fails later. Leaves out mail with an external project, which sends its own.
 */
export function healthStepsOf({ lights, hasAlerts }: StudioHealth): HealthStep[] {
  return lights.flatMap((check): HealthStep[] => {
    if (check.id === "mail" && hasAlerts) {
      return [{ name: "mail", check, isDone: check.text !== "mailFiles" }];
    }
    if (check.id === "backups" && check.text !== "backupsElsewhere") {
      return [{ name: "backups", check, isDone: typeof check.values["at"] === "string" }];
    }
    return [];
  });
}
