import type { Context } from "hono";
import type { BackendEnv } from "#server/backend/context.ts";
import type { RestSettings } from "#server/backend/rest-settings.ts";
import {
  mediaTypeError,
  methodError,
  rootError,
  schemaError,
} from "#server/backend/rest/protocol/errors.ts";
import { schemaFor } from "#server/backend/rest/schema/schema.domain.ts";
import type { SchemaCache } from "#server/backend/rest/schema/schema-cache.ts";
import { describeSchema } from "./open-api.domain.ts";
import { parseAcceptHeader } from "#server/kit/http/content-negotiation.ts";

const offered = new Set(["*/*", "application/*", "application/json", "application/openapi+json"]);

/**
 * Responds at the service's root with the description of a schema.
 *
 * @param address URL of the root.
 * @throws RestError PGRST126 without the secret key, PGRST106, PGRST107, PGRST117.
 */
export async function describeRoot(
  c: Context<BackendEnv>,
  { cache, schemas }: { readonly cache: SchemaCache } & Pick<RestSettings, "schemas">,
  address: URL,
): Promise<Response> {
  const { role } = c.get("caller");
  if (role !== "service_role") throw rootError();
  const { method } = c.req;
  if (method !== "GET" && method !== "HEAD") throw methodError(method);
  const profile = c.req.header("accept-profile");
  const name = profile ?? schemas[0];
  if (!schemas.includes(name)) throw schemaError(name, schemas);
  const accept = c.req.header("accept") ?? "*/*";
  if (!parseAcceptHeader(accept).some((accepted) => offered.has(accepted.name)))
    throw mediaTypeError(accept);
  const document = describeSchema(schemaFor(await cache.current(), name, role), address);
  const headers = new Headers({ "content-type": "application/openapi+json; charset=utf-8" });
  if (profile !== undefined || schemas.length > 1) headers.set("content-profile", name);
  return new Response(method === "HEAD" ? null : JSON.stringify(document), { headers });
}
