import { z } from "zod";
import type { HealthReport } from "#server/backend/health.ts";

/** Name of the question how a process is. */
export const HEALTH_QUESTION = "health";

const componentSchema = z.object({
  state: z.enum(["ok", "failing"]),
  since: z.string(),
  reason: z.string().nullable(),
  workedAt: z.string().nullable(),
});
const reportSchema = z.object({
  checks: z.record(z.string(), z.boolean()),
  components: z.record(z.string(), componentSchema),
  details: z.record(z.string(), z.unknown()),
});

function latest(one: string | null | undefined, other: string | null): string | null {
  return [one ?? "", other ?? ""].toSorted().at(-1) || null;
}

/**
 * How a server of several processes is: a check holds when it does in all of them, and a part elsewhere fails when
 * one of them says so.
 *
 * @throws ZodError when a part is no report.
 */
export function aggregateHealth(parts: readonly unknown[]): HealthReport {
  const reports = z.array(reportSchema).parse(parts);
  const checks: Record<string, boolean> = {};
  const components: Record<string, z.infer<typeof componentSchema>> = {};
  for (const report of reports) {
    for (const [name, holds] of Object.entries(report.checks)) {
      checks[name] = (checks[name] ?? true) && holds;
    }
    for (const [name, component] of Object.entries(report.components)) {
      const before = components[name];
      const worse = before?.state === "failing" ? before : component;
      components[name] = { ...worse, workedAt: latest(before?.workedAt, component.workedAt) };
    }
  }
  return {
    checks,
    components,
    details: Object.assign({}, ...reports.map(({ details }) => details)),
  };
}
