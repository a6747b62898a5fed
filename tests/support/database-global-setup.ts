import type { TestProject } from "vitest/node";
import { provideScratchServer } from "@reign-tv/backend/testing/scratch-server.ts";
import { MIGRATIONS_DIR } from "#server/settings/backend-settings.ts";
import { fillDatabase } from "./lived-in-database.ts";

/** Starts the run's PostgreSQL with the product's migrations and the rows of a year's use. */
export function setup(project: TestProject): Promise<() => Promise<void>> {
  return provideScratchServer(project, { migrationsDir: MIGRATIONS_DIR, fill: fillDatabase });
}
