import type { MiddlewareHandler } from "hono";
import { createUntrustedProxyCheck, shortenAddress } from "#server/kit/http/client-address.ts";
import type { Logger } from "#server/kit/log.ts";

const REMEDY =
  "If this is your proxy, name its address in TRUSTED_PROXY: until then all visitors behind it share one rate limit. If the server has no proxy, ignore this.";

/**
 * Says once in the log that somebody forwards requests for others without being named in
 * TRUSTED_PROXY: then every visitor counts as one, and a busy evening is refused with 429.
 */
export function warnAboutUntrustedProxy({
  trustedProxies,
  log,
}: {
  trustedProxies: readonly string[];
  log: Logger;
}): MiddlewareHandler {
  const unnamedProxy = createUntrustedProxyCheck(trustedProxies);
  let hasWarned = false;
  return async (c, next) => {
    const peer = hasWarned ? null : unnamedProxy(c);
    if (peer !== null) {
      hasWarned = true;
      log.warn({ event: "proxy_not_trusted", peer: shortenAddress(peer), remedy: REMEDY });
    }
    await next();
  };
}
