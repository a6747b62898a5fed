import { type Context, Hono, type MiddlewareHandler } from "hono";
import type { StoredText } from "#server/bible/free-texts.ts";
import { memoizeLatest } from "@reign-tv/kit/memoize.ts";
import type { ClientLimits } from "@reign-tv/kit/http/ip-rate-limit.ts";
import type { Metrics } from "@reign-tv/kit/metrics.ts";
import { CACHE, PAGE_LIFETIME_S } from "#server/http/cache-policy.ts";
import { hashSource, pagePolicy, policyHeader } from "#server/http/security-headers.ts";
import { precompress, sendPrecompressed } from "@reign-tv/kit/http/precompressed-body.ts";
import { isApiPath, sendApiNotFound } from "#server/http/create-app.ts";
import type { HtmlString } from "@reign-tv/kit/html-page.ts";
import { CHOOSE_SCRIPT } from "#shared/announcements/choose-script.ts";
import { channelIds } from "#shared/live/channels.ts";
import { LANGUAGES, type Language, localisedPath, splitLanguage } from "#shared/languages.ts";
import type { InlineImages } from "#server/media/images/inline-images.ts";
import type { OwnVideoFacts } from "#shared/contracts/own-videos.ts";
import type { SiteFacts } from "#shared/contracts/site.ts";
import { SHELL_REVISION_HEADER } from "#shared/site/offline-shell.ts";
import { canonicalAddress } from "#shared/site/canonical-address.domain.ts";
import { siteStateIn } from "#shared/site/site-state.ts";
import { isStudioPath } from "#shared/studio/studio-path.ts";
import { robotsText, sitemapXml } from "./well-known-files.ts";
import { CODE_AFTER_IMAGE, type OfflineShell, pageDocument } from "./html-document.ts";
import { type PageAddress, readPageAddress } from "./page-address.ts";
import {
  type FreshPage,
  PageCache,
  type PageLookup,
  uncachedPage,
  type StoredPage,
} from "./page-cache.ts";
import {
  createRenderQueue,
  MISSES,
  PageUnavailableError,
  previewOverPage,
  unavailablePage,
} from "./render-queue.ts";
import type { PageRenderer, WebApp } from "./web-app.ts";

export type PagesOptions = {
  /** Site data of every page, independent of its language. */
  site: () => SiteFacts;
  renderer: PageRenderer;
  web: Pick<WebApp, "assets" | "development">;
  /** Pages for offline devices. */
  shells: () => readonly OfflineShell[];
  /** Rate limits per client IP address. */
  limits: ClientLimits;
  /** Limits requests with a preview. */
  limitPreviews: MiddlewareHandler;
  /** Returns true for videos of this site: pages of other videos are not cached. */
  isKnownVideo: (id: string) => Promise<boolean>;
  /** Published own videos; another array after each change. */
  ownVideos: () => readonly OwnVideoFacts[];
  /** Site data with a preview applied; null when the preview has expired. */
  previewedSite: (token: string) => Promise<SiteFacts | null>;
  inlineImages: Pick<InlineImages, "load">;
  /** Installed free texts of the Bible. */
  texts: { list(): readonly Pick<StoredText, "revision">[] };
  now: () => number;
  metrics?: Metrics | undefined;
};

export type Pages = {
  app: Hono;
  /**
   * Removes cached pages whose path begins with a prefix ("/devotional" removes all of its days), so that published
   * changes appear at once.
   */
  forget(prefix: string): void;
  /** Renders Home in every language before the first request. */
  warm(): Promise<void>;
};

/** A page with text and one link. */
type TextPage = (language: Language, styleSheet: string) => HtmlString;

type FoundPage = Extract<PageAddress, { kind: "page" }>;

const MAX_PAGES = 500;
/** Query parameter with the token of a preview. */
const PREVIEW_PARAMETER = "preview";
const UNLISTED = { "x-robots-tag": "noindex" };
/** A path without a page, used to render the 404 page. */
const MISSING_PATH = "/404";
/** Pages outside the route table that people also type. */
const OTHER_PAGES: readonly string[] = LANGUAGES.map((language) => localisedPath("/tv", language));

const CACHE_OF_AUDIENCE = {
  all: CACHE.page,
  session: CACHE.session,
  uncached: CACHE.none,
} as const satisfies Record<FoundPage["audience"], string>;

/** Server-rendered pages for every URL without another route, robots.txt and sitemap.xml. */
export function createPageRoutes(options: PagesOptions): Pages {
  const { site, renderer, web, shells, isKnownVideo, now } = options;
  const { assets, development } = web;
  const onLookup = lookupCounter(options.metrics);
  const lifetime = {
    freshMs: PAGE_LIFETIME_S.fresh * 1_000,
    maxAgeMs: PAGE_LIFETIME_S.stale * 1_000,
  };
  const stored = { ...lifetime, now, onLookup };
  const cache = new PageCache({ ...stored, maxPages: MAX_PAGES });
  const missing = new PageCache({ ...stored, maxPages: LANGUAGES.length, storedStatus: 404 });
  const renderQueue = createRenderQueue(options.limits.counter(MISSES));
  const { embedOrigin, backendUrl, siteUrl } = site();
  const policyOf = (isStudio: boolean): string =>
    policyHeader(
      pagePolicy({
        isStudio,
        inlineScripts: [renderer.bootScript, CHOOSE_SCRIPT, CODE_AFTER_IMAGE].map(hashSource),
        inlineStyles: [assets.styleSheet, ...assets.pageStyles.values()].map(hashSource),
        embedOrigin: embedOrigin || null,
        backendOrigin: backendUrl || null,
        isSecure: siteUrl.startsWith("https://"),
      }),
    );
  const policies = { page: policyOf(false), studio: policyOf(true) };
  /** State that cached pages show and that changes by itself. */
  let lastState = volatileState();
  const headersFor = ({ req }: Context, cacheControl: string) => ({
    "content-type": "text/html; charset=utf-8",
    "cache-control": cacheControl,
    "content-security-policy": isStudioPath(req.path) ? policies.studio : policies.page,
  });

  async function render(address: string, language: Language, facts = site()): Promise<FreshPage> {
    await options.inlineImages.load(Object.values(facts.channelPosters));
    const page = await renderer.render(address, siteStateIn(facts, language));
    if (page instanceof Response) {
      const location = page.headers.get("location") ?? "/";
      return { status: page.status, headers: { location }, html: "" };
    }
    const html = pageDocument(page, language, { renderer, assets });
    if (development === null) return { status: page.status, headers: {}, html };
    const [path = "/"] = address.split("?");
    return { status: page.status, headers: {}, html: await development.transformHtml(path, html) };
  }

  async function pageAt(context: Context, address: string, language: Language, isCached: boolean) {
    const make = () => renderQueue.make(() => render(address, language));
    const admit = () => renderQueue.admit(context);
    if (isCached && development === null) return cache.get(address, { render: make, admit });
    await admit();
    return uncachedPage(await make(), now());
  }

  function missingPage(language: Language): Promise<StoredPage> {
    const path = localisedPath(MISSING_PATH, language);
    return missing.get(language, { render: () => renderQueue.make(() => render(path, language)) });
  }

  async function send(context: Context, page: StoredPage, cacheControl: string): Promise<Response> {
    const { status, headers, body } = page;
    const all = { ...headers, ...headersFor(context, status === 200 ? cacheControl : CACHE.none) };
    return sendPrecompressed(context, body, all, status);
  }

  /** Never cached and not indexed. */
  async function sendPreview(context: Context, token: string): Promise<Response> {
    const facts = await options.previewedSite(token);
    const found = addressOf(context, facts ?? site());
    if (facts === null || found.kind !== "page") {
      return sendTextPage(context, previewOverPage, 410, UNLISTED);
    }
    await renderQueue.admit(context);
    const { address, language } = found;
    const page = await renderQueue.make(() => render(address, language, facts));
    const { status, headers, body } = uncachedPage(page, now());
    const all = { ...headers, ...headersFor(context, CACHE.none), ...UNLISTED };
    return sendPrecompressed(context, body, all, status);
  }

  function addressOf(context: Context, { ministry }: SiteFacts): PageAddress {
    const { pathname, search } = new URL(context.req.url);
    return readPageAddress({ pathname, search }, isKnownPage, channelIds(ministry.channels));
  }

  /** Changes without publication: an announcement that begins or ends, an installed or removed text. */
  function volatileState(): string {
    return [site().revision, ...options.texts.list().map(({ revision }) => revision)].join();
  }

  function dropOutdatedPages(): void {
    const facts = volatileState();
    if (facts === lastState) return;
    lastState = facts;
    cache.forget();
    missing.forget();
  }

  async function respond(context: Context): Promise<Response> {
    dropOutdatedPages();
    const token = context.req.query(PREVIEW_PARAMETER);
    if (token !== undefined) return sendPreview(context, token);
    const found = addressOf(context, site());
    switch (found.kind) {
      case "moved":
        // Not cacheable: it repeats this visitor's query.
        return context.body(null, 301, { location: found.location, "cache-control": CACHE.none });
      case "unknown":
        if (isApiPath(found.path)) return sendApiNotFound(context);
        return send(context, await missingPage(found.language), CACHE.none);
      case "page": {
        const { address, language, isCached, cachedForVideo, audience } = found;
        const mayCache =
          isCached || (cachedForVideo !== null && (await isKnownVideo(cachedForVideo)));
        const page = await pageAt(context, address, language, mayCache);
        return send(context, page, CACHE_OF_AUDIENCE[audience]);
      }
    }
  }

  function isKnownPage(path: string): boolean {
    return renderer.isPage(path) || OTHER_PAGES.includes(path);
  }

  async function sendUnavailable(context: Context, error: PageUnavailableError): Promise<Response> {
    const page: TextPage = (language, style) => unavailablePage(error, language, style);
    const headers = { "retry-after": String(error.retryAfterS) };
    return sendTextPage(context, page, error.status, headers);
  }

  async function sendTextPage(
    context: Context,
    page: TextPage,
    status: 410 | PageUnavailableError["status"],
    more: Readonly<Record<string, string>>,
  ): Promise<Response> {
    const { language } = splitLanguage(canonicalAddress(new URL(context.req.url)).pathname);
    const html = String(await page(language, assets.styleSheet));
    const headers = { ...headersFor(context, CACHE.none), ...more };
    return sendPrecompressed(context, precompress(html, "passing"), headers, status);
  }

  const app = new Hono();
  for (const { path } of shells()) {
    const shell = memoizeLatest(
      () => shells().find((one) => one.path === path)?.html ?? "",
      precompress,
    );
    app.get(path, (context) =>
      sendPrecompressed(context, shell(), {
        ...headersFor(context, CACHE.checked),
        [SHELL_REVISION_HEADER]: site().revision,
      }),
    );
  }
  addRobotsAndSitemap(app, site, options.ownVideos);
  app.get("*", options.limitPreviews, async (context) => {
    try {
      return await respond(context);
    } catch (error) {
      if (error instanceof PageUnavailableError) return sendUnavailable(context, error);
      throw error;
    }
  });
  return {
    app,
    forget(prefix) {
      for (const language of LANGUAGES) cache.forget(localisedPath(prefix, language));
      missing.forget();
    },
    async warm() {
      if (development !== null) return;
      await Promise.all(
        LANGUAGES.map((language) => {
          const home = localisedPath("/", language);
          return cache.warm(home, { render: () => renderQueue.make(() => render(home, language)) });
        }),
      );
    },
  };
}

function addRobotsAndSitemap(
  app: Hono,
  site: () => SiteFacts,
  ownVideos: PagesOptions["ownVideos"],
): void {
  const robots = precompress(robotsText(site().siteUrl));
  const sitemapOf = memoizeLatest(ownVideos, (videos) =>
    memoizeLatest(
      () => site().revision,
      () => precompress(sitemapXml(site(), videos)),
    ),
  );
  app
    .get("/robots.txt", (context) =>
      sendPrecompressed(context, robots, {
        "content-type": "text/plain; charset=utf-8",
        "cache-control": CACHE.hour,
      }),
    )
    .get("/sitemap.xml", (context) =>
      sendPrecompressed(context, sitemapOf()(), {
        "content-type": "application/xml; charset=utf-8",
        "cache-control": CACHE.hour,
      }),
    );
}

/** Counts cache lookups by their result. */
function lookupCounter(metrics: Metrics | undefined): (result: PageLookup) => void {
  const help = "Pages by how they were found in memory: hit, stale or miss.";
  const count = metrics?.counter("page_cache_hits_total", help);
  return (result) => count?.({ result });
}
