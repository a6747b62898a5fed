import type { TestProject } from "vitest/node";
import { type ScratchServer, startScratchPostgres } from "./scratch-postgres.ts";

declare module "vitest" {
  // Vitest types the values of a global setup by this interface.
  interface ProvidedContext {
    testServer: ScratchServer;
  }
}

/** Starts one embedded PostgreSQL for the run. Every test file clones its prepared database. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { server, stop } = await startScratchPostgres();
  project.provide("testServer", server);
  return stop;
}
