import { createCalendarRoutes } from "#server/calendar/calendar-routes.ts";
import { createDevotionalRoutes } from "#server/devotional/devotional-routes.ts";
import { webManifest } from "#server/pwa/pwa-routes.ts";
import { PERSONAL_PATHS, publicPaths, sitemapXml } from "#server/pages/well-known-files.ts";
import { loadEntryServer, pageRenderer } from "#server/pages/web-app.ts";
import { PageUnavailableError, unavailablePage } from "#server/pages/render-queue.ts";
import { tvDocument } from "#server/tv/tv-document.ts";
import { LANGUAGES, localisedPath } from "#shared/languages.ts";
import { APP_LINK_PATHS } from "#shared/site/app-links.ts";
import { siteStateIn } from "#shared/site/site-state.ts";
import { testMinistry } from "./ministry-fixture.ts";
import { testSiteFacts } from "./site-fixture.ts";

/**
 * `node tests/support/language-report.ts {folder of the server bundle}`: makes every page in the last
 * language of the table, as the server does, and prints as JSON what each says of languages.
 */

const language = LANGUAGES.at(-1) ?? LANGUAGES[0];
const [, , bundle = "dist"] = process.argv;
const facts = testSiteFacts();
const ministry = testMinistry();
const nothing = () => Promise.resolve(Response.json({ code: "unavailable" }, { status: 503 }));
const renderer = pageRenderer(await loadEntryServer(bundle), nothing);

const paths = publicPaths(facts.ministry);

async function pageReport(path: string): Promise<object> {
  const address = localisedPath(path, language);
  const page = await renderer.render(address, siteStateIn(facts, language));
  if (page instanceof Response) return { path, status: page.status };
  const { headHtml: head, bodyHtml: body } = page;
  return {
    path,
    isPublic: paths.includes(path),
    isKnown: renderer.isPage(address),
    status: page.status,
    locale: /property="og:locale" content="(\w+)"/.exec(head)?.[1],
    alternates: [...head.matchAll(/hrefLang="(\w+)" href="([^"]+)"/gi)].map(([, tag, url = ""]) => [
      tag,
      new URL(url).pathname,
    ]),
    switches: [...body.matchAll(/<a [^>]*hrefLang="(\w+)"/gi)].map(([, tag]) => tag),
    // Links to pages of the site that leave the language, but for the switch.
    strangers: [...body.matchAll(/<a ([^>]*)>/g)]
      .filter(([, attributes = ""]) => !/hrefLang/i.test(attributes))
      .flatMap(([, attributes = ""]) => /href="(\/[^"]*)"/.exec(attributes)?.[1] ?? [])
      .filter((href) => !`${href}/`.replace(/[?#].*/, "/").startsWith(`/${language}/`)),
  };
}

const store = {
  shipped: () => Promise.resolve(null),
  published: () => Promise.resolve(null),
  latest: () => Promise.resolve([]),
};
const common = { ministry: () => ministry, siteUrl: facts.siteUrl, now: Date.now };
const statusOf = async (
  app: { request(path: string): Response | Promise<Response> },
  path: string,
) => (await app.request(localisedPath(path, language))).status;
const television = await tvDocument({
  language,
  ministryName: ministry.name,
  tagline: ministry.tagline[language],
  channels: [],
  rows: [],
  entry: { js: "/tv.js", css: [], imports: [] },
  isClassic: true,
  hasPlatformVideos: false,
  pairAddress: "",
});
const unavailable = String(await unavailablePage(new PageUnavailableError(503, 5), language, ""));

process.stdout.write(
  JSON.stringify({
    pages: await Promise.all([...paths, ...PERSONAL_PATHS].map(pageReport)),
    sitemap: sitemapXml(facts, []).split(`<loc>${facts.siteUrl}/${language}`).length - 1,
    manifest: webManifest(ministry, language),
    appLinks: APP_LINK_PATHS.includes(localisedPath("/", language)),
    televisionLanguages: [...String(television).matchAll(/hreflang="(\w+)"/g)].map(
      ([, tag]) => tag,
    ),
    calendar: await statusOf(createCalendarRoutes(common), "/calendar.ics"),
    feed: await statusOf(createDevotionalRoutes({ ...common, store }), "/devotional/feed.xml"),
    unavailable: /<html [^>]*>/.exec(unavailable)?.[0],
  }),
);
