import type { Sql } from "postgres";
import type { BackendDeps } from "#server/backend/context.ts";
import type { HookCaller } from "#server/backend/auth/hooks/hook-caller.ts";
import type { CodeBook } from "./one-time-code.ts";

/** What the tables of the service are read and written with. */
export type StoreParts = Omit<BackendDeps, "database"> & {
  readonly sql: Sql;
  readonly codes: CodeBook;
  readonly hooks: HookCaller;
};
