import { Hono } from "hono";
import type { Context } from "hono";
import { routePath } from "hono/route";
import { postgres } from "#server/database/driver.ts";
import type { BackendDeps, BackendEnv } from "#server/backend/context.ts";
import type { BackendSettings } from "#server/backend/settings.ts";
import { pathError } from "./protocol/errors.ts";
import { maySchemaBeStale, toRestError } from "./protocol/postgres-errors.ts";
import { describeRoot } from "./describe/describe-action.ts";
import { createPreparedStatements } from "./sql/prepared-statements.ts";
import { readRequest } from "./request.ts";
import type { RestRequest } from "./request.ts";
import { schemaFor } from "./schema/schema.domain.ts";
import { errorResponse } from "./respond.ts";
import { parseRpcAction } from "./rpc-actions.ts";
import type { Runner } from "./run.ts";
import { createSchemaCache } from "./schema/schema-cache.ts";
import { parseTableAction } from "./table-actions.ts";
import type { TableAction } from "./table-actions.ts";

export type RestDeps = Pick<BackendDeps, "database" | "log" | "now"> & {
  readonly settings: Pick<BackendSettings, "rest">;
};

/**
 * Creates PostgREST's interface to the exposed schemas, for the unmodified client.
 *
 * Threat: any client sends any URL, header and body. Every request runs as its role with its
 * claims, in one transaction that PostgreSQL times out. Text of a request reaches a statement only
 * as a parameter (sql.domain.ts); names are resolved in the schema first; sizes are limited.
 * Accepted: error codes reveal which tables, columns and functions of these schemas exist, as on
 * Supabase; hints name only those that the caller's role may use.
 */
export function createRest(deps: RestDeps): Hono<BackendEnv> {
  const cache = createSchemaCache(deps);
  const runner: Runner = { database: deps.database, prepared: createPreparedStatements() };
  const app = new Hono<BackendEnv>();

  const run = async (request: RestRequest, action: TableAction): Promise<Response> => {
    const { schema: name, caller } = request;
    const attempt = async (): Promise<Response> =>
      action(runner, schemaFor(await cache.current(), name, caller.role));
    try {
      return await attempt();
    } catch (error) {
      if (!maySchemaBeStale(error) || !(await cache.refresh())) throw error;
      return attempt();
    }
  };
  app.all("/rpc/:name", async (c) => {
    const name = c.req.param("name");
    const request = readRequest(c, `/rpc/${name}`, deps.settings.rest);
    return run(request, await parseRpcAction(request, name));
  });
  app.all("/:table", async (c) => {
    const name = c.req.param("table");
    const request = readRequest(c, `/${name}`, deps.settings.rest);
    return run(request, await parseTableAction(request, name));
  });
  app.all("*", (c) => {
    const mount = routePath(c).slice(0, -"/*".length);
    if (c.req.path !== mount && c.req.path !== `${mount}/`) throw pathError();
    return describeRoot(
      c,
      { cache, schemas: deps.settings.rest.schemas },
      new URL(`${mount}/`, c.req.url),
    );
  });
  app.onError((error, c) => respondToError(error, c));
  return app;
}

function respondToError(error: Error, c: Context<BackendEnv>): Response {
  const restError = toRestError(error, c.get("caller").role === "anon");
  if (restError.status >= 500) {
    // PostgreSQL's messages may quote values of the request, which no log may contain.
    const fault =
      error instanceof postgres.PostgresError ? { routine: error.routine } : { err: error };
    c.get("facts").fault = { code: restError.code, ...fault };
  }
  return errorResponse(restError, c.req.method);
}
