import { Hono } from "hono";
import type { Context } from "hono";
import { routePath } from "hono/route";
import postgres from "postgres";
import type { BackendDeps, BackendEnv } from "#server/backend/context.ts";
import { pathError, rootError } from "./protocol/errors.ts";
import { maySchemaBeStale, toRestError } from "./protocol/postgres-errors.ts";
import { createPreparedStatements } from "./sql/prepared-statements.ts";
import { readRequest } from "./request.ts";
import { errorResponse } from "./respond.ts";
import { parseRpcAction } from "./rpc-actions.ts";
import type { Runner } from "./run.ts";
import { createSchemaCache } from "./schema/schema-cache.ts";
import { parseTableAction } from "./table-actions.ts";
import type { TableAction } from "./table-actions.ts";

/**
 * PostgREST's interface to schema public, for the unmodified client.
 *
 * Threat: a stranger writes any address, header and body. Every request runs as its role, with its
 * claims, in one transaction that PostgreSQL times out; a request's text reaches a statement only
 * as a parameter (see sql.domain.ts); names are compared with the schema first; sizes are limited
 * . Accepted: a caller learns from error codes which tables, columns and functions of public
 * exist, as on Supabase; nothing is listed or suggested.
 */
export function createRest(deps: BackendDeps): Hono<BackendEnv> {
  const cache = createSchemaCache(deps);
  const runner: Runner = { database: deps.database, prepared: createPreparedStatements() };
  const app = new Hono<BackendEnv>();

  const run = async (action: TableAction): Promise<Response> => {
    try {
      return await action(runner, await cache.current());
    } catch (error) {
      if (!maySchemaBeStale(error) || !(await cache.refresh())) throw error;
      return action(runner, await cache.current());
    }
  };
  app.all("/rpc/:name", async (c) => {
    const name = c.req.param("name");
    return run(await parseRpcAction(readRequest(c, `/rpc/${name}`), name));
  });
  app.all("/:table", async (c) => {
    const name = c.req.param("table");
    return run(await parseTableAction(readRequest(c, `/${name}`), name));
  });
  app.all("*", (c) => {
    const mount = routePath(c).slice(0, -"/*".length);
    throw c.req.path === mount || c.req.path === `${mount}/` ? rootError() : pathError();
  });
  app.onError((error, c) => respondToError(deps, error, c));
  return app;
}

function respondToError({ log }: BackendDeps, error: Error, c: Context<BackendEnv>): Response {
  const refusal = toRestError(error, c.get("caller").role === "anon");
  if (refusal.status >= 500) {
    const { code, status } = refusal;
    // PostgreSQL's own words may quote values of the request, which no log may hold.
    const fault =
      error instanceof postgres.PostgresError ? { routine: error.routine } : { err: error };
    log.error({ event: "rest_failed", requestId: c.get("requestId"), code, status, ...fault });
  }
  return errorResponse(refusal, c.req.method);
}
