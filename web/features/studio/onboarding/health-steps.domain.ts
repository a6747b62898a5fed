import type { HealthCheck, StudioHealth } from "#shared/studio/health.ts";

/** A first step of which the server itself knows whether it is done. */
export type LightStep = { name: "mail" | "backups"; light: HealthCheck; isDone: boolean };

/**
 * The first steps that the server's lights tell of. What fails later is for the lights: a step that was
 * done stays so. With a project elsewhere there is none for mail: that project sends its own.
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
