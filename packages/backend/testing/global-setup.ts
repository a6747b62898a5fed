import { resolve } from "node:path";
import type { TestProject } from "vitest/node";
import { provideScratchServer } from "./scratch-server.ts";

/** Starts the PostgreSQL of the backend's tests, with one table and one bucket. */
export function setup(project: TestProject): Promise<() => Promise<void>> {
  return provideScratchServer(project, {
    migrationsDir: resolve(import.meta.dirname, "migrations"),
  });
}
