import type { MiddlewareHandler } from "hono";
import type { Config } from "#server/settings/config.ts";

type EmbedSettings = Pick<Config, "siteUrl" | "EMBED_ORIGIN">;

/** Paths on the embed origin: players, their assets and their API calls. */
const PLAYER_PATHS = /^\/(?:(?:embed|live|media|assets|img)\/|api\/live$)/;

/**
 * True for a request to the separate origin of the embed pages. Only there may a provider's script keep its origin: no
 * user signs in on it.
 */
export function isOnEmbedOrigin(url: string, { siteUrl, EMBED_ORIGIN }: EmbedSettings): boolean {
  if (EMBED_ORIGIN === undefined || EMBED_ORIGIN === siteUrl) return false;
  return new URL(url).host === new URL(EMBED_ORIGIN).host;
}

/** Rejects all other paths on the embed origin, so that a provider's script can never read a session. */
export function restrictEmbedOrigin(settings: EmbedSettings): MiddlewareHandler {
  return async (c, next) => {
    if (isOnEmbedOrigin(c.req.url, settings) && !PLAYER_PATHS.test(c.req.path)) {
      return c.text("Not found", 404);
    }
    return next();
  };
}
