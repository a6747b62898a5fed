import type { MiddlewareHandler } from "hono";
import { every } from "hono/combine";
import * as v from "valibot";
import { CACHE } from "#server/http/cache-policy.ts";
import { PERMISSIONS, type Permission } from "#shared/studio/permissions.ts";
import { callRpc } from "./call-rpc.ts";
import type { DocumentsDeps } from "./read-documents.ts";
import type { ClientLimits } from "@reign-tv/kit/http/ip-rate-limit.ts";

const meSchema = v.object({ permissions: v.array(v.string()) });

/** Permissions of a caller: 401 for an unknown user, 403 for a user who is not staff. */
type CallerPermissions = readonly Permission[] | 401 | 403;

/** Reads the permissions of an `Authorization` header. */
export type PermissionsReader = (authorization: string | undefined) => Promise<CallerPermissions>;

/**
 * Requires one of `permissions`. Responds 401 without a token, 403 without a permission, 503 when the backend is down.
 * Responses behind it are not cached.
 */
export type RequirePermission = (...permissions: readonly Permission[]) => MiddlewareHandler;

/** Length limits of a token with its claims. */
const BEARER = /^Bearer [\w.-]{20,8192}$/i;

const ERRORS = {
  401: "Sign in",
  403: "Not yours",
  503: "The backend does not answer",
} as const;

/** @throws Error from the reader when the backend does not respond. */
export function createPermissionsReader(deps: DocumentsDeps): PermissionsReader {
  return async (authorization) => {
    if (authorization === undefined || !BEARER.test(authorization)) return 401;
    const response = await callRpc(deps, "studio_me", {}, authorization);
    if (response.status === 401) return 401;
    if (response.status === 403) return 403;
    if (!response.ok) throw new Error(`Rights could not be read: HTTP ${response.status}`);
    const { permissions } = v.parse(meSchema, await response.json());
    return PERMISSIONS.filter((known) => permissions.includes(known));
  };
}

/**
 * Creates the middleware factory for staff routes.
 *
 * @param limit runs first, because each check is a query.
 */
export function createRequirePermission(
  readPermissions: PermissionsReader,
  limit: MiddlewareHandler,
): RequirePermission {
  return (...permissions) =>
    every(limit, async (context, next) => {
      context.header("cache-control", CACHE.none);
      const granted = await readPermissions(context.req.header("authorization")).catch(
        () => 503 as const,
      );
      const status =
        typeof granted === "number" ? granted : holdsOne(granted, permissions) ? null : 403;
      if (status === null) return next();
      return context.json({ error: ERRORS[status] }, status);
    });
}

function holdsOne(granted: readonly Permission[], needed: readonly Permission[]): boolean {
  return needed.some((permission) => granted.includes(permission));
}

/** A staff page with a preview makes about five requests; larger bursts would take the database from visitors. */
const CHECKS = { points: 60, seconds: 10 };

/**
 * Limits per client the requests whose permission the database checks: previews and routes for staff share one
 * counter. Responds 429 with Retry-After beyond the limit.
 */
export function limitPermissionChecks(limits: ClientLimits): MiddlewareHandler {
  return limits.middleware(CHECKS, { error: "too many requests" });
}

/** Applies a limit to requests with a preview (`?preview=`) only. */
export function onlyPreviews(limit: MiddlewareHandler): MiddlewareHandler {
  return (context, next) =>
    context.req.query("preview") === undefined ? next() : limit(context, next);
}
