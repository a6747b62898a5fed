import type { MiddlewareHandler } from "hono";
import type { BackendDeps, BackendEnv } from "#server/backend/context.ts";
import type { AuthDeps } from "./auth-deps.ts";

/** Registers the sign-in metrics and counts sign-ins. Refreshed sessions do not count. */
export function countSignIns(
  { metrics }: Pick<BackendDeps, "metrics">,
  { hasher }: Pick<AuthDeps, "hasher">,
): MiddlewareHandler<BackendEnv> {
  if (metrics === undefined) return (_, next) => next();
  metrics.gauge("auth_hash_queue", "Passwords that wait to be hashed.", () => hasher.waiting());
  const logins = metrics.counter("auth_logins_total", "Sign-ins that brought a session.");
  const refused = metrics.counter("auth_refused_total", "Sign-ins that were refused.");
  return async (c, next) => {
    await next();
    if (c.req.query("grant_type") === "refresh_token") return;
    if (c.res.ok) logins();
    else if (c.res.status < 500) refused();
  };
}
