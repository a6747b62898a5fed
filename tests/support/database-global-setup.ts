import type { TestProject } from "vitest/node";
import { type ScratchServer, startScratchPostgres } from "./scratch-postgres.ts";

declare module "vitest" {
  // Vitest's own way to type what a global setup provides.
  interface ProvidedContext {
    testServer: ScratchServer;
  }
}

/**
 * Starts one embedded PostgreSQL for the whole run; its prepared database is the template that every
 * test file clones.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { server, stop } = await startScratchPostgres();
  project.provide("testServer", server);
  return stop;
}
