import { Hono } from "hono";
import { hashSource, pagePolicy, policyHeader } from "#server/http/content-policy.ts";
import { LANGUAGES, localisedPath, splitLanguage } from "#shared/language.ts";
import type { SiteState } from "#shared/site-state.ts";
import { robotsText, sitemapXml } from "./crawler-files.ts";
import type { OfflineShell } from "./offline-shells.ts";
import { type FreshPage, PageCache, passingPage } from "./page-cache.ts";
import { pageKey } from "./page-key.ts";
import { pageDocument } from "./page-document.ts";
import type { PageRenderer } from "./page-renderer.ts";
import { sendPage } from "./send-page.ts";
import type { WebApp } from "./web-app.ts";

export type PagesOptions = {
  /** What every page knows, without its language. */
  site: Omit<SiteState, "language">;
  renderer: PageRenderer;
  web: Pick<WebApp, "assets" | "development">;
  /** Pages for devices without a connection. */
  shells: readonly OfflineShell[];
  now: () => number;
};

export type Pages = {
  app: Hono;
  /**
   * Forgets kept pages whose address begins with a prefix ("/devotional" forgets all of its days), so
   * that the next visitor gets what was published a moment ago.
   */
  forget(prefix: string): void;
};

const PAGE_FRESH_MS = 30_000;
const PAGE_MAX_AGE_MS = 10 * 60_000;
const MAX_PAGES = 500;

/** Server-rendered pages for every address that nothing else answers, robots.txt and sitemap.xml. */
export function createPages({ site, renderer, web, shells, now }: PagesOptions): Pages {
  const { assets, development } = web;
  const cache = new PageCache({
    now,
    freshMs: PAGE_FRESH_MS,
    maxAgeMs: PAGE_MAX_AGE_MS,
    maxPages: MAX_PAGES,
  });
  const policy = policyHeader(
    pagePolicy({
      inlineScripts: [hashSource(renderer.bootScript)],
      inlineStyles: [hashSource(assets.styleSheet)],
      embedOrigin: site.embedOrigin || null,
      backendOrigin: site.backendUrl || null,
      isSecure: site.siteUrl.startsWith("https://"),
    }),
  );

  async function render(request: Request): Promise<FreshPage> {
    const { language } = splitLanguage(new URL(request.url).pathname);
    const page = await renderer.render(request, { ...site, language });
    if (page instanceof Response) {
      const location = page.headers.get("location") ?? "/";
      return { status: page.status, headers: { location }, html: "" };
    }
    const html = pageDocument(page, language, { renderer, assets });
    if (development === null) return { status: page.status, headers: {}, html };
    const { pathname } = new URL(request.url);
    return {
      status: page.status,
      headers: {},
      html: await development.transformHtml(pathname, html),
    };
  }

  const app = new Hono();
  for (const { path, html } of shells) {
    const stored = passingPage({ status: 200, headers: {}, html }, now());
    app.get(path, async (context) => sendPage(context, await stored, policy));
  }
  app
    .get("/robots.txt", (context) => context.text(robotsText(site.siteUrl)))
    .get("/sitemap.xml", (context) =>
      context.body(sitemapXml(site.siteUrl), 200, { "content-type": "application/xml" }),
    )
    .get("*", async (context) => {
      const key = pageKey(new URL(context.req.url));
      const page =
        key === null || development !== null
          ? await passingPage(await render(context.req.raw), now())
          : await cache.get(key, () => render(context.req.raw));
      return sendPage(context, page, policy);
    });
  return {
    app,
    forget(prefix) {
      for (const language of LANGUAGES) cache.forget(localisedPath(prefix, language));
    },
  };
}
