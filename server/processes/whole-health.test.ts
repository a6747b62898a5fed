import { expect, it } from "vitest";
import { aggregateHealth } from "./whole-health.ts";

const since = "2026-11-22T10:00:00.000Z";
const later = "2026-11-22T11:00:00.000Z";
const works = { state: "ok", since, reason: null, workedAt: later } as const;
const fails = { state: "failing", since, reason: "status 500", workedAt: null } as const;

it("a check holds when it does in every process, and a part fails when one says so", () => {
  const report = aggregateHealth([
    { checks: {}, components: { backup: works }, details: { backups: { newest: null } } },
    { checks: { database: true, disk: true }, components: { mail: fails }, details: {} },
    { checks: { database: false, disk: true }, components: { mail: works }, details: {} },
  ]);
  expect(report).toEqual({
    checks: { database: false, disk: true },
    components: { backup: works, mail: { ...fails, workedAt: later } },
    details: { backups: { newest: null } },
  });
});

it("what is no report is refused", () => {
  expect(() => aggregateHealth([{ checks: { database: "yes" } }])).toThrow("Invalid input");
});
