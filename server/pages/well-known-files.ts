import { PLAN_SLUGS } from "#shared/bible/plans/reading-plans.domain.ts";
import type { OwnVideoFacts } from "#shared/contracts/own-videos.ts";
import type { SiteFacts } from "#shared/contracts/site.ts";
import { categoriesOf } from "#shared/videos/categories.ts";
import { LANGUAGES, localisedPath } from "#shared/languages.ts";
import { Hono } from "hono";
import type { Config } from "#server/settings/config.ts";
import { CACHE } from "#server/http/cache-policy.ts";
import { sendApiNotFound } from "#server/http/create-app.ts";
import { APP_ID, APP_LINK_PATHS, APP_LINK_PREFIXES } from "#shared/site/app-links.ts";

/** Pages for search engines; personal pages are excluded. */
export function publicPaths(ministry: SiteFacts["ministry"]): readonly string[] {
  return [
    "/",
    "/live-tv",
    "/video-on-demand",
    ...categoriesOf(ministry).map(({ path }) => path),
    "/bible",
    "/bible/plans",
    ...PLAN_SLUGS.map((slug) => `/bible/plans/${slug}`),
    "/devotional",
    "/podcasts",
    "/privacy-policy",
  ];
}

/** Personal pages of visitors, and staff pages. */
export const PERSONAL_PATHS: readonly string[] = [
  "/auth",
  "/bible/marks",
  "/profile",
  "/studio",
  "/watch-history",
  "/watch-later",
];

/** robots.txt */
export function robotsText(siteUrl: string): string {
  const closed = PERSONAL_PATHS.flatMap((path) =>
    LANGUAGES.map((language) => `Disallow: ${localisedPath(path, language)}`),
  );
  return ["User-agent: *", ...closed, "", `Sitemap: ${siteUrl}/sitemap.xml`, ""].join("\n");
}

/** sitemap.xml: every public page, and own videos at theirs, in every language, each with its translations. */
export function sitemapXml(
  { siteUrl, ministry }: Pick<SiteFacts, "siteUrl" | "ministry">,
  ownVideos: readonly Pick<OwnVideoFacts, "id" | "category" | "soundOf">[],
): string {
  const pathOf = new Map(categoriesOf(ministry).map(({ id, path }) => [id, path]));
  const watchPages = ownVideos
    .filter(({ category, soundOf }) => soundOf === null && pathOf.has(category))
    .map(({ id, category }) => `${pathOf.get(category)}?v=${id}`);
  const entries = [...publicPaths(ministry), ...watchPages].flatMap((path) => {
    const alternates = LANGUAGES.map(
      (language) =>
        `<xhtml:link rel="alternate" hreflang="${language}" href="${siteUrl}${localisedPath(path, language)}"/>`,
    ).join("");
    return LANGUAGES.map(
      (language) => `<url><loc>${siteUrl}${localisedPath(path, language)}</loc>${alternates}</url>`,
    );
  });
  return (
    `<?xml version="1.0" encoding="UTF-8"?>\n` +
    `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n` +
    `${entries.join("\n")}\n</urlset>\n`
  );
}

/**
 * Confirms that the native app may open the site's links (Digital Asset Links, Apple Universal Links). Each file exists
 * only if its app is configured.
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
  // Without a configured app these paths respond 404, not with a page.
  return app.get("/.well-known/*", (context) => sendApiNotFound(context));
}
