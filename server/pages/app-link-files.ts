import { Hono } from "hono";
import type { Config } from "#server/settings/config.ts";
import { CACHE } from "#server/http/cache-policy.ts";
import { sendApiNotFound } from "#server/http/machine-paths.ts";
import { APP_ID, APP_LINK_PATHS, APP_LINK_PREFIXES } from "#shared/site/app-links.ts";

/**
 * The files by which the site confirms that the phone app may open its links (Digital Asset Links,
 * Apple Universal Links). Each is there only for the app whose signature is configured.
 */
export function createAppLinkFiles(config: Pick<Config, "ANDROID_SHA256" | "APPLE_TEAM_ID">): Hono {
  const { ANDROID_SHA256: fingerprints, APPLE_TEAM_ID: teamId } = config;
  const app = new Hono();
  if (fingerprints !== undefined) {
    const links = [
      {
        relation: ["delegate_permission/common.handle_all_urls"],
        target: {
          namespace: "android_app",
          package_name: APP_ID,
          sha256_cert_fingerprints: fingerprints,
        },
      },
    ];
    app.get("/.well-known/assetlinks.json", (context) =>
      context.json(links, 200, { "cache-control": CACHE.hour }),
    );
  }
  if (teamId !== undefined) {
    const components = [...APP_LINK_PATHS, ...APP_LINK_PREFIXES.map((prefix) => `${prefix}*`)];
    const links = {
      applinks: {
        details: [
          {
            appIDs: [`${teamId}.${APP_ID}`],
            components: components.map((path) => ({ "/": path })),
          },
        ],
      },
    };
    app.get("/.well-known/apple-app-site-association", (context) =>
      context.json(links, 200, { "cache-control": CACHE.hour }),
    );
  }
  // Without a configured app nothing may answer here, least of all a page.
  return app.get("/.well-known/*", (context) => sendApiNotFound(context));
}
