import { type Context, Hono } from "hono";
import type { StoredText } from "#server/bible/text-store.ts";
import { memoizeLatest } from "#server/kit/memoize-latest.ts";
import { createIpRateLimit } from "#server/kit/http/ip-rate-limit.ts";
import type { ClientAddress } from "#server/kit/http/client-address.ts";
import type { Metrics } from "#server/kit/metrics.ts";
import { CACHE } from "#server/http/cache-policy.ts";
import { hashSource, pagePolicy, policyHeader } from "#server/http/security-headers.ts";
import { precompress, sendPrecompressed } from "#server/kit/http/precompressed-body.ts";
import { isApiPath, sendApiNotFound } from "#server/http/create-app.ts";
import type { HtmlString } from "#server/kit/html-page.ts";
import { CHOOSE_SCRIPT } from "#shared/announcements/choose-script.ts";
import { channelIds } from "#shared/live/channels.ts";
import { LANGUAGES, type Language, localisedPath, splitLanguage } from "#shared/languages.ts";
import type { SiteFacts } from "#shared/contracts/site.ts";
import { SHELL_REVISION_HEADER } from "#shared/site/offline-shell.ts";
import { siteStateIn } from "#shared/site/site-state.ts";
import { robotsText, sitemapXml } from "./well-known-files.ts";
import { type OfflineShell, pageDocument } from "./html-document.ts";
import { canonicalPath, type PageAddress, readPageAddress } from "./page-address.ts";
import {
  type FreshPage,
  PageCache,
  type PageLookup,
  passingPage,
  type StoredPage,
} from "./page-cache.ts";
import {
  createRenderQueue,
  MISSES_PER_MINUTE,
  PageRefusal,
  previewOverPage,
  refusalPage,
} from "./render-queue.ts";
import type { PageRenderer } from "./page-renderer.ts";
import type { WebApp } from "./web-app.ts";
import { MINUTE_MS } from "#server/kit/durations.ts";

export type PagesOptions = {
  /** What every page knows, without its language. */
  site: SiteFacts;
  renderer: PageRenderer;
  web: Pick<WebApp, "assets" | "development">;
  /** Pages for devices without a connection. */
  shells: () => readonly OfflineShell[];
  clientAddress: ClientAddress;
  /** Multiplies the limit of pages that are made for one address (RATE_LIMIT_FACTOR). */
  rateLimitFactor: number;
  /** Whether a video is one of this site's: pages of others are not kept. */
  isKnownVideo: (id: string) => Promise<boolean>;
  /** What pages know of the site with what a preview's link shows in it; null when that is over. */
  previewedSite: (token: string) => Promise<SiteFacts | null>;
  /** The free texts of the Bible that are here. */
  shelf: { list(): readonly Pick<StoredText, "revision">[] };
  now: () => number;
  metrics?: Metrics | undefined;
};

export type Pages = {
  app: Hono;
  /**
   * Forgets kept pages whose address begins with a prefix ("/devotional" forgets all of its days), so
   * that the next visitor gets what was published a moment ago.
   */
  forget(prefix: string): void;
  /** Makes Home in every language before the first visitor asks for it. */
  warm(): Promise<void>;
};

/** A page of words alone, in a language and with the pages' styles. */
type WordsPage = (language: Language, styleSheet: string) => HtmlString;

type FoundPage = Extract<PageAddress, { kind: "page" }>;

const PAGE_FRESH_MS = 30_000;
const PAGE_MAX_AGE_MS = 10 * MINUTE_MS;
const MAX_PAGES = 500;
/** Carries the token of a preview's link. */
const PREVIEW_PARAMETER = "preview";
const UNLISTED = { "x-robots-tag": "noindex" };
/** Leads to no page, in the spelling under which the page of missing addresses is made. */
const MISSING_PATH = "/404";
/** Pages that are not of the route table, but that people type as well. */
const OTHER_PAGES: readonly string[] = LANGUAGES.map((language) => localisedPath("/tv", language));

const CACHE_OF_AUDIENCE = {
  all: CACHE.page,
  session: CACHE.session,
  unkept: CACHE.none,
} as const satisfies Record<FoundPage["audience"], string>;

/** Server-rendered pages for every address that nothing else answers, robots.txt and sitemap.xml. */
export function createPages(options: PagesOptions): Pages {
  const { site, renderer, web, shells, clientAddress, isKnownVideo, now } = options;
  const { assets, development } = web;
  const onLookup = lookupCounter(options.metrics);
  const lifetime = { now, freshMs: PAGE_FRESH_MS, maxAgeMs: PAGE_MAX_AGE_MS, onLookup };
  const cache = new PageCache({ ...lifetime, maxPages: MAX_PAGES });
  const missing = new PageCache({ ...lifetime, maxPages: LANGUAGES.length, keptStatus: 404 });
  const renderQueue = createRenderQueue(
    createIpRateLimit({
      points: MISSES_PER_MINUTE,
      seconds: 60,
      factor: options.rateLimitFactor,
    }),
  );
  const policy = policyHeader(
    pagePolicy({
      inlineScripts: [hashSource(renderer.bootScript), hashSource(CHOOSE_SCRIPT)],
      inlineStyles: [hashSource(assets.styleSheet)],
      embedOrigin: site.embedOrigin || null,
      backendOrigin: site.backendUrl || null,
      isSecure: site.siteUrl.startsWith("https://"),
    }),
  );
  /** What kept pages show that changes by itself. */
  let shown = passingFacts();
  const headersFor = (cacheControl: string) => ({
    "content-type": "text/html; charset=utf-8",
    "cache-control": cacheControl,
    "content-security-policy": policy,
  });

  async function render(address: string, language: Language, facts = site): Promise<FreshPage> {
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

  async function pageAt(context: Context, address: string, language: Language, isKept: boolean) {
    const make = () => renderQueue.make(() => render(address, language));
    const admit = () => renderQueue.admit(clientAddress(context));
    if (isKept && development === null) return cache.get(address, { render: make, admit });
    await admit();
    return passingPage(await make(), now());
  }

  function missingPage(language: Language): Promise<StoredPage> {
    const path = localisedPath(MISSING_PATH, language);
    return missing.get(language, { render: () => renderQueue.make(() => render(path, language)) });
  }

  async function send(context: Context, page: StoredPage, cacheControl: string): Promise<Response> {
    const { status, headers, body } = page;
    const all = { ...headers, ...headersFor(status === 200 ? cacheControl : CACHE.none) };
    return sendPrecompressed(context, body, all, status);
  }

  /** Nobody keeps such a page, and no search engine lists it. */
  async function answerPreview(context: Context, token: string): Promise<Response> {
    const facts = await options.previewedSite(token);
    const found = addressOf(context, facts ?? site);
    if (facts === null || found.kind !== "page") {
      return sendWords(context, previewOverPage, 410, UNLISTED);
    }
    await renderQueue.admit(clientAddress(context));
    const { address, language } = found;
    const page = await renderQueue.make(() => render(address, language, facts));
    const { status, headers, body } = passingPage(page, now());
    const all = { ...headers, ...headersFor(CACHE.none), ...UNLISTED };
    return sendPrecompressed(context, body, all, status);
  }

  function addressOf(context: Context, { ministry }: SiteFacts): PageAddress {
    const { pathname, search } = new URL(context.req.url);
    return readPageAddress({ pathname, search }, isKnownPage, channelIds(ministry.channels));
  }

  /** What nobody publishes: an announcement that begins or ends by its hour, a text that has come or gone. */
  function passingFacts(): string {
    return [site.revision, ...options.shelf.list().map(({ revision }) => revision)].join();
  }

  function forgetWhatHasPassed(): void {
    const facts = passingFacts();
    if (facts === shown) return;
    shown = facts;
    cache.forget();
    missing.forget();
  }

  async function answer(context: Context): Promise<Response> {
    forgetWhatHasPassed();
    const token = context.req.query(PREVIEW_PARAMETER);
    if (token !== undefined) return answerPreview(context, token);
    const found = addressOf(context, site);
    switch (found.kind) {
      case "moved":
        // Not for caches: it repeats what this visitor brought.
        return context.body(null, 301, { location: found.location, "cache-control": CACHE.none });
      case "unknown":
        if (isApiPath(found.path)) return sendApiNotFound(context);
        return send(context, await missingPage(found.language), CACHE.none);
      case "page": {
        const { address, language, isKept, keptForVideo, audience } = found;
        const mayKeep = isKept || (keptForVideo !== null && (await isKnownVideo(keptForVideo)));
        const page = await pageAt(context, address, language, mayKeep);
        return send(context, page, CACHE_OF_AUDIENCE[audience]);
      }
    }
  }

  function isKnownPage(path: string): boolean {
    return renderer.isPage(path) || OTHER_PAGES.includes(path);
  }

  async function refuse(context: Context, refusal: PageRefusal): Promise<Response> {
    const page: WordsPage = (language, style) => refusalPage(refusal, language, style);
    const headers = { "retry-after": String(refusal.retryAfterS) };
    return sendWords(context, page, refusal.status, headers);
  }

  async function sendWords(
    context: Context,
    page: WordsPage,
    status: 410 | PageRefusal["status"],
    more: Readonly<Record<string, string>>,
  ): Promise<Response> {
    const { language } = splitLanguage(canonicalPath(new URL(context.req.url).pathname));
    const html = String(await page(language, assets.styleSheet));
    const headers = { ...headersFor(CACHE.none), ...more };
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
        ...headersFor(CACHE.checked),
        [SHELL_REVISION_HEADER]: site.revision,
      }),
    );
  }
  addCrawlerFiles(app, site);
  app.get("*", async (context) => {
    try {
      return await answer(context);
    } catch (error) {
      if (error instanceof PageRefusal) return refuse(context, error);
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

function addCrawlerFiles(app: Hono, site: SiteFacts): void {
  const robots = precompress(robotsText(site.siteUrl));
  const sitemap = memoizeLatest(
    () => site.revision,
    () => precompress(sitemapXml(site)),
  );
  app
    .get("/robots.txt", (context) =>
      sendPrecompressed(context, robots, {
        "content-type": "text/plain; charset=utf-8",
        "cache-control": CACHE.hour,
      }),
    )
    .get("/sitemap.xml", (context) =>
      sendPrecompressed(context, sitemap(), {
        "content-type": "application/xml; charset=utf-8",
        "cache-control": CACHE.hour,
      }),
    );
}

/** Counts how pages were found in memory. */
function lookupCounter(metrics: Metrics | undefined): (result: PageLookup) => void {
  const help = "Pages by how they were found in memory: hit, stale or miss.";
  const count = metrics?.counter("page_cache_hits_total", help);
  return (result) => count?.({ result });
}
