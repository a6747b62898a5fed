import type { MiddlewareHandler } from "hono";
import type { Config } from "#server/settings/config.ts";
import { APP_ORIGINS } from "@reign-tv/kit/http/app-origins.ts";
import type { ContentPolicy } from "#server/http/security-headers.ts";

type OriginSettings = Pick<Config, "siteUrl" | "EMBED_ORIGIN">;

/** Paths on the embed origin: players, their assets and their API calls. */
const PLAYER_PATHS = /^\/(?:(?:embed|live|media|assets|img)\/|api\/live$)/;

/**
 * True for a request to the separate origin of the embed pages. Only there may a provider's script keep its origin: no
 * user signs in on it.
 */
export function isOnEmbedOrigin(url: string, { siteUrl, EMBED_ORIGIN }: OriginSettings): boolean {
  if (EMBED_ORIGIN === undefined || EMBED_ORIGIN === siteUrl) return false;
  return new URL(url).host === new URL(EMBED_ORIGIN).host;
}

/** Rejects all other paths on the embed origin, so that a provider's script can never read a session. */
export function restrictEmbedOrigin(settings: OriginSettings): MiddlewareHandler {
  return async (c, next) => {
    if (isOnEmbedOrigin(c.req.url, settings) && !PLAYER_PATHS.test(c.req.path)) {
      return c.text("Not found", 404);
    }
    return next();
  };
}

type EmbedSettings = Pick<Config, "siteUrl" | "EMBED_ORIGIN" | "EMBED_PARENTS">;

/**
 * Origins that may frame our embed pages and exchange messages with them: the app shells, the configured websites and,
 * if embed pages have an origin of their own, the site.
 */
export function parentOrigins(settings: EmbedSettings): string[] {
  const { siteUrl, EMBED_ORIGIN, EMBED_PARENTS } = settings;
  return [...APP_ORIGINS, ...EMBED_PARENTS, ...(EMBED_ORIGIN === undefined ? [] : [siteUrl])];
}

/** Base policy of every embed page. */
function basePolicy(settings: EmbedSettings): ContentPolicy {
  return {
    "default-src": ["'none'"],
    "base-uri": ["'none'"],
    "form-action": ["'none'"],
    "frame-ancestors": ["'self'", ...parentOrigins(settings)],
    "report-to": ["csp"],
  };
}

/** @param streamOrigins origins of an external stream; empty for ours. */
export function playerPolicy(
  settings: EmbedSettings,
  streamOrigins: readonly string[],
): ContentPolicy {
  return {
    ...basePolicy(settings),
    "script-src": ["'self'"],
    "style-src": ["'self'"],
    "img-src": ["'self'", "data:"],
    "connect-src": ["'self'", ...streamOrigins],
    "media-src": ["'self'", "blob:", ...streamOrigins],
  };
}

/**
 * Policy of our page around a provider's frame.
 *
 * @param frameSources allowed origins of frames.
 * @param probeSources origins that our script may check for reachability.
 */
export function providerPolicy(
  settings: EmbedSettings,
  frameSources: readonly string[],
  probeSources: readonly string[] = [],
): ContentPolicy {
  return {
    ...basePolicy(settings),
    "script-src": ["'self'"],
    "style-src": ["'self'"],
    "img-src": ["'self'"],
    "frame-src": frameSources,
    // The script polls whether the source of its channel changed.
    "connect-src": ["'self'", ...probeSources],
  };
}

/**
 * Policy of the inner page that runs a provider's script. It may load anything from the hosts that the ministry
 * confirmed. With `isSandboxed` it has no origin, so no storage and no session, and cannot navigate its parent (S-07).
 */
export function scriptPolicy(
  settings: EmbedSettings,
  options: { hosts: readonly string[]; ownScript: string; isSandboxed: boolean },
): ContentPolicy {
  const hosts = options.hosts.map((host) => `https://${host}`);
  const sockets = options.hosts.map((host) => `wss://${host}`);
  return {
    ...(options.isSandboxed && { sandbox: SCRIPT_SANDBOX }),
    ...basePolicy(settings),
    "script-src": [options.ownScript, ...hosts],
    "style-src": ["'unsafe-inline'", ...hosts],
    "img-src": ["data:", "blob:", ...hosts],
    "font-src": ["data:", ...hosts],
    "connect-src": [...hosts, ...sockets],
    "media-src": ["blob:", ...hosts],
    "frame-src": hosts,
    "worker-src": ["blob:"],
  };
}

/** Sandbox of a provider's script: no origin, navigation, popups or forms. */
export const SCRIPT_SANDBOX = ["allow-scripts", "allow-presentation"] as const;

/**
 * Sandbox of a provider's page in a frame. It keeps its own origin, which it needs for its session, but cannot navigate
 * our page or open windows.
 */
export const FRAME_SANDBOX = [
  "allow-scripts",
  "allow-same-origin",
  "allow-presentation",
  "allow-forms",
] as const;
