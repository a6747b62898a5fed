import { type Context, Hono } from "hono";
import type { BackendEnv, BackendDeps } from "#backend/context.ts";
import {
  mediaTypeError,
  methodError,
  rootError,
  schemaError,
  pathError,
} from "./protocol/errors.ts";
import { schemaFor } from "./schema/schema.domain.ts";
import { type SchemaCache, createSchemaCache } from "./schema/schema-cache.ts";
import { describeSchema } from "./open-api.domain.ts";
import { parseAcceptHeader } from "@reign-tv/kit/http/content-negotiation.ts";
import { routePath } from "hono/route";
import { postgres } from "#backend/database/driver.ts";
import type { BackendSettings, RestSettings } from "#backend/settings.ts";
import { maySchemaBeStale, toRestError } from "./protocol/postgres-errors.ts";
import { createPreparedStatements, type Runner } from "./run.ts";
import { readRequest, type RestRequest } from "./request.ts";
import { errorResponse } from "./respond.ts";
import { parseRpcAction } from "./rpc-actions.ts";
import { parseTableAction, type TableAction } from "./table-actions.ts";

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

const DESCRIPTION_TYPES = new Set([
  "*/*",
  "application/*",
  "application/json",
  "application/openapi+json",
]);

/**
 * Responds at the service's root with the description of a schema.
 *
 * @param rootUrl of the service.
 * @throws RestError PGRST126 without the secret key, PGRST106, PGRST107, PGRST117.
 */
async function describeRoot(
  c: Context<BackendEnv>,
  { cache, schemas }: { readonly cache: SchemaCache } & Pick<RestSettings, "schemas">,
  rootUrl: URL,
): Promise<Response> {
  const { role } = c.get("caller");
  if (role !== "service_role") throw rootError();
  const { method } = c.req;
  if (method !== "GET" && method !== "HEAD") throw methodError(method);
  const profile = c.req.header("accept-profile");
  const name = profile ?? schemas[0];
  if (!schemas.includes(name)) throw schemaError(name, schemas);
  const accept = c.req.header("accept") ?? "*/*";
  if (!parseAcceptHeader(accept).some((accepted) => DESCRIPTION_TYPES.has(accepted.name)))
    throw mediaTypeError(accept);
  const document = describeSchema(schemaFor(await cache.current(), name, role), rootUrl);
  const headers = new Headers({ "content-type": "application/openapi+json; charset=utf-8" });
  if (profile !== undefined || schemas.length > 1) headers.set("content-profile", name);
  return new Response(method === "HEAD" ? null : JSON.stringify(document), { headers });
}
