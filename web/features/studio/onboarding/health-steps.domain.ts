import type { HealthCheck, StudioHealth } from "#shared/studio/health.ts";

/** Set-up step whose state the server reports. */
export type LightStep = { name: "mail" | "backups"; light: HealthCheck; isDone: boolean };

/**
 * Returns the set-up steps that the health checks cover. A finished step stays finished when its
 * check fails later. Leaves out mail with an external project, which sends its own.
 */
export function lightStepsOf({ lights, hasAlerts }: StudioHealth): LightStep[] {
  return lights.flatMap((light): LightStep[] => {
    if (light.id === "mail" && hasAlerts) {
      return [{ name: "mail", light, isDone: light.text !== "mailFiles" }];
    }
    if (light.id === "backups" && light.text !== "backupsElsewhere") {
      return [{ name: "backups", light, isDone: typeof light.values["at"] === "string" }];
    }
    return [];
  });
}
