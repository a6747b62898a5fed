import type { MiddlewareHandler } from "hono";
import { z } from "zod";
import { CACHE } from "#server/http/cache-policy.ts";
import { PERMISSIONS, type Permission } from "#shared/studio/permissions.ts";
import type { DocumentsDeps } from "./read-documents.ts";

const meSchema = z.object({ permissions: z.array(z.string()) });

/** What somebody may do: 401 stands for nobody that the backend knows, 403 for one who does not help. */
type Rights = readonly Permission[] | 401 | 403;

/** Reads the rights of whoever sends this `Authorization` header. */
export type RightsReader = (authorization: string | undefined) => Promise<Rights>;

/**
 * Lets those pass who hold one of the permissions and whose token comes as Bearer. Others get 401 without one,
 * 403, or 503 while the backend cannot say who asks. Nobody keeps what is answered behind it.
 */
export type RequirePermission = (...permissions: readonly Permission[]) => MiddlewareHandler;

/** Tokens are longer by their claims; what is longer still is none. */
const BEARER = /^Bearer [\w.-]{20,8192}$/i;

const REFUSALS = {
  401: "Sign in",
  403: "Not yours",
  503: "The backend does not answer",
} as const;

/** @throws Error from the reader when the backend does not answer. */
export function createRightsReader({ transport, publishableKey }: DocumentsDeps): RightsReader {
  return async (authorization) => {
    if (authorization === undefined || !BEARER.test(authorization)) return 401;
    const response = await transport("/rest/v1/rpc/studio_me", {
      method: "POST",
      headers: { apikey: publishableKey, authorization, "content-type": "application/json" },
      body: "{}",
    });
    if (response.status === 401) return 401;
    if (response.status === 403) return 403;
    if (!response.ok) throw new Error(`Rights could not be read: HTTP ${response.status}`);
    const { permissions } = meSchema.parse(await response.json());
    return PERMISSIONS.filter((known) => permissions.includes(known));
  };
}

/** Makes the door of what helpers alone read. */
export function createRequirePermission(readRights: RightsReader): RequirePermission {
  return (...permissions) =>
    async (context, next) => {
      context.header("cache-control", CACHE.none);
      const rights = await readRights(context.req.header("authorization")).catch(
        () => 503 as const,
      );
      const refusal =
        typeof rights === "number" ? rights : holdsOne(rights, permissions) ? null : 403;
      if (refusal === null) return next();
      return context.json({ error: REFUSALS[refusal] }, refusal);
    };
}

function holdsOne(held: readonly Permission[], needed: readonly Permission[]): boolean {
  return needed.some((permission) => held.includes(permission));
}
