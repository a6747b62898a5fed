import type { MiddlewareHandler } from "hono";
import type { Config } from "#server/settings/config.ts";

type EmbedSettings = Pick<Config, "siteUrl" | "EMBED_ORIGIN">;

/** What the sibling origin serves: players, what they are made of and what they ask for. */
const PLAYER_PATHS = /^\/(?:(?:embed|live|media|assets|img)\/|api\/live$)/;

/**
 * True for a request that came to the sibling origin of the embed pages. There, and only there, a
 * provider's script may keep its origin: nobody ever signs in on it.
 */
export function isOnEmbedOrigin(url: string, { siteUrl, EMBED_ORIGIN }: EmbedSettings): boolean {
  if (EMBED_ORIGIN === undefined || EMBED_ORIGIN === siteUrl) return false;
  return new URL(url).host === new URL(EMBED_ORIGIN).host;
}

/**
 * Keeps the app itself off the sibling origin, so that no session can ever be where a provider's
 * script could read it.
 */
export function restrictEmbedOrigin(settings: EmbedSettings): MiddlewareHandler {
  return async (c, next) => {
    if (isOnEmbedOrigin(c.req.url, settings) && !PLAYER_PATHS.test(c.req.path)) {
      return c.text("Not found", 404);
    }
    return next();
  };
}
