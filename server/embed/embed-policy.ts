import type { Config } from "#server/settings/config.ts";
import { APP_ORIGINS } from "#server/kit/http/app-origins.ts";
import type { ContentPolicy } from "#server/http/security-headers.ts";

type EmbedSettings = Pick<Config, "siteUrl" | "EMBED_ORIGIN" | "EMBED_PARENTS">;

/**
 * Who may put our embed pages into a frame besides themselves, and speak with them: the app shells, the
 * websites that the operator names and, where embed pages have an origin of their own, the site.
 */
export function parentOrigins(settings: EmbedSettings): string[] {
  const { siteUrl, EMBED_ORIGIN, EMBED_PARENTS } = settings;
  return [...APP_ORIGINS, ...EMBED_PARENTS, ...(EMBED_ORIGIN === undefined ? [] : [siteUrl])];
}

/** What every embed page starts from. */
function basePolicy(settings: EmbedSettings): ContentPolicy {
  return {
    "default-src": ["'none'"],
    "base-uri": ["'none'"],
    "form-action": ["'none'"],
    "frame-ancestors": ["'self'", ...parentOrigins(settings)],
    "report-to": ["csp"],
  };
}

/** @param streamOrigins where a stream elsewhere comes from; none for our own. */
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
 * A page of ours around a provider's frame.
 *
 * @param frameSources where frames may come from.
 * @param probeSources what our script may ask whether it answers.
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
    // It asks us whether its channel comes from another place now.
    "connect-src": ["'self'", ...probeSources],
  };
}

/**
 * The inner page in which a provider's script runs. It may load what it likes from the hosts that
 * the ministry has confirmed. With `isSandboxed` it has no origin, so no storage, no session and no
 * way to move the page around it (S-07).
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

/** What a provider's script may do: run and present. No origin, navigation, popups or forms. */
export const SCRIPT_SANDBOX = ["allow-scripts", "allow-presentation"] as const;

/**
 * What a provider's own page may do in a frame. It keeps its origin, which is never ours, and needs
 * it for its session with its own server; it cannot move our page or open windows.
 */
export const FRAME_SANDBOX = [
  "allow-scripts",
  "allow-same-origin",
  "allow-presentation",
  "allow-forms",
] as const;
