import type { Sql } from "postgres";
import type { BackendDeps } from "#server/backend/context.ts";
import type { OneTimeCodes } from "./one-time-code.ts";

/** What the tables of the service are read and written with. */
export type StoreDeps = Omit<BackendDeps, "database"> & {
  readonly sql: Sql;
  readonly codes: OneTimeCodes;
};
