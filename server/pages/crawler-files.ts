import { PLAN_SLUGS } from "#shared/bible/plans/reading-plans.domain.ts";
import type { SiteFacts } from "#shared/contracts/site.ts";
import { categoriesOf } from "#shared/videos/categories.ts";
import { LANGUAGES, localisedPath } from "#shared/languages.ts";

/** Pages that search engines should know; personal pages are left out. */
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
    "/privacy-policy",
  ];
}

/** Pages that hold only a visitor's own things, or are for helpers. */
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

/** sitemap.xml: every public page in every language, each naming its translations. */
export function sitemapXml({ siteUrl, ministry }: Pick<SiteFacts, "siteUrl" | "ministry">): string {
  const entries = publicPaths(ministry).flatMap((path) => {
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
