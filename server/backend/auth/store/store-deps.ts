import type { Sql } from "postgres";
import type { BackendDeps } from "#server/backend/context.ts";
import type { OneTimeCodes } from "./one-time-code.ts";

export type StoreDeps = Omit<BackendDeps, "database"> & {
  readonly sql: Sql;
  readonly codes: OneTimeCodes;
};
