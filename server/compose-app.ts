import { resolve } from "node:path";
import { Hono, type MiddlewareHandler } from "hono";
import { DEVOTIONAL_TIME_ZONE } from "#shared/devotional/devotional.ts";
import { calendarDay } from "#shared/devotional/devotional-date.ts";
import { LIVE_CHANGED, LIVE_TOPIC } from "#shared/live/live-topic.ts";
import type { Ministry } from "#shared/site/ministry.ts";
import type { Channels } from "#shared/live/channels.ts";
import type { SiteFacts } from "#shared/contracts/site.ts";
import { type BackendConnection, openBackend } from "./open-backend.ts";
import type { Transport } from "#shared/transport.ts";
import { createBibleRoutes } from "./bible/bible-routes.ts";
import { openBibleProviders } from "./bible/open-providers.ts";
import { openBibleTexts } from "./bible/texts/studio-texts-routes.ts";
import type { TextStore } from "./bible/free-texts.ts";
import { createCalendarRoutes } from "./calendar/calendar-routes.ts";
import { createDevotionalRoutes } from "./devotional/devotional-routes.ts";
import {
  createDevotionalStore,
  type DevotionalStore,
  watchDevotionals,
  titleOfDay,
} from "./devotional/devotional-store.ts";
import { createEmbedRoutes } from "./embed/embed-routes.ts";
import { restrictEmbedOrigin } from "./embed/embed-policy.ts";
import { allowNativeApp } from "./http/native-app-cors.ts";
import { createApp } from "./http/create-app.ts";
import { createCspReport } from "./http/security-headers.ts";
import { warnAboutUntrustedProxy } from "@reign-tv/kit/http/request-log.ts";
import { createPwaRoutes, servedWorkerFile } from "./pwa/pwa-routes.ts";
import { createClientAddress } from "@reign-tv/kit/http/client-address.ts";
import { type ClientLimits, createClientLimits } from "@reign-tv/kit/http/ip-rate-limit.ts";
import { type ReportFault, createFaultRegistry } from "@reign-tv/kit/fault-registry.ts";
import { memoizeLatest } from "@reign-tv/kit/memoize.ts";
import type { Logger } from "@reign-tv/kit/log.ts";
import { createMetrics, type Metrics } from "@reign-tv/kit/metrics.ts";
import { createStudioChannelsRoutes } from "./live/studio-channels-routes.ts";
import { openLive } from "./live/live-routes.ts";
import type { ChannelPosters } from "./media/channel-posters.ts";
import type { MediaLibrary } from "./media/library.ts";
import { openMedia } from "./media/open-media.ts";
import { openMetrics } from "./metrics/open-metrics.ts";
import { openAnalytics } from "./analytics/open-analytics.ts";
import { openPages } from "./pages/open-pages.ts";
import type { WebApp } from "./pages/web-app.ts";
import { openPush } from "./push/open-push.ts";
import { openSearch } from "./search/search-routes.ts";
import { commaList } from "./settings/backend-settings.ts";
import type { Config } from "./settings/config.ts";
import { createFunctionSettings } from "./settings/function-variables.ts";
import { shownAnnouncements, siteFacts } from "./settings/site-state.ts";
import {
  limitPermissionChecks,
  onlyPreviews,
  createPermissionsReader,
  createRequirePermission,
  type RequirePermission,
} from "./studio/require-permission.ts";
import { createFileDefaultsRoutes } from "./studio/file-defaults-routes.ts";
import { storeInvitationVerification, printOwnerInvitation } from "./studio/invitations.ts";
import {
  watchDocuments,
  createPreviewReader,
  createDocumentReader,
} from "./studio/read-documents.ts";
import { openHealth } from "./studio/health/health-routes.ts";
import { type EffectiveMinistry, openEffectiveMinistry } from "./studio/effective-ministry.ts";
import { createTvRoutes } from "./tv/tv-routes.ts";
import {
  createVerseOfDayRoutes,
  createDailyVerses,
  type DailyVerses,
} from "./verse-of-day/verse-of-day-routes.ts";

type ComposeAppDeps = {
  config: Config;
  /** Content of `ministry.json`; documents of the studio are applied over it. */
  ministry: Ministry;
  library: MediaLibrary;
  posters: ChannelPosters;
  web: WebApp;
  log: Logger;
  /** Clock; milliseconds since the epoch. */
  now: () => number;
};

/** All routes as one app, with the database and background jobs. */
type ComposedApp = {
  app: Hono;
  /** Reports "not ready", so that load balancers stop sending requests. */
  startDraining(): Promise<void>;
  /** Call it when no request runs any more. */
  close(): Promise<void>;
};

/** Dependencies that several features share. Each feature receives only those that it names. */
type SharedDeps = Pick<ComposeAppDeps, "config" | "library" | "posters" | "web" | "log" | "now"> & {
  backend: BackendConnection;
  inProcess: Transport;
  report: ReportFault;
  limits: ClientLimits;
  limitPreviews: MiddlewareHandler;
  /** The ministry with the published documents applied. */
  ministry: () => Ministry;
  /** Content of `ministry.json` without the documents of the studio. */
  fileMinistry: Ministry;
  /** Data that every page knows about the site. */
  site: () => SiteFacts;
  channelPosters: () => Channels<string>;
  previews: Previews;
  requirePermission: RequirePermission;
};

/** Both return null when the preview has expired. */
type Previews = {
  ministryOf: (token: string) => Promise<Ministry | null>;
  siteOf: (token: string) => Promise<SiteFacts | null>;
};

/**
 * Opens the backend and mounts every feature's routes in one app.
 *
 * @throws StartError for problems that an operator can fix.
 */
export async function composeApp(deps: ComposeAppDeps): Promise<ComposedApp> {
  const { config, ministry: fileMinistry, library, posters, web, log, now } = deps;
  const effective = openEffectiveMinistry(
    fileMinistry,
    { ...library, pictures: posters.images },
    log,
  );
  const ministry = effective.current;
  let app = new Hono();
  const inProcess: Transport = async (url, init) => app.request(url, init);
  const faults = createFaultRegistry({
    now,
    log: (level, event, details) => log[level]({ event, ...details }),
  });
  const { report } = faults;
  const metrics = config.METRICS_TOKEN === undefined ? undefined : createMetrics();
  const isReloading = web.development !== null;
  const backend = await openBackend({
    config,
    ministry,
    log,
    now,
    inProcess,
    faults,
    metrics,
    isReloading,
  });
  const { database, transport, publishableKey, stateStore } = backend;
  const dataDir = resolve(config.DATA_DIR);
  const clientAddress = createClientAddress(commaList(config.TRUSTED_PROXY ?? ""));
  const channelPosters = memoizeLatest(() => ministry().channels, posters.urlsOf);
  const siteOf = (shown: Ministry): SiteFacts =>
    siteFacts({ config, ministry: shown, posters: { urls: channelPosters() }, web, now }, backend);
  /** Recomputed when the ministry changes, and when an announcement begins or ends. */
  const currentSite = memoizeLatest(ministry, (current) =>
    memoizeLatest(
      () => shownAnnouncements(current, now()),
      () => siteOf(current),
    ),
  );
  const site = (): SiteFacts => currentSite()();
  const limits = createClientLimits({ clientAddress, factor: config.RATE_LIMIT_FACTOR });
  const permissionLimit = limitPermissionChecks(limits);
  const limitPreviews = onlyPreviews(permissionLimit);
  const requirePermission = createRequirePermission(
    createPermissionsReader({ transport, publishableKey }),
    permissionLimit,
  );
  const shared: SharedDeps = {
    config,
    library,
    posters,
    web,
    log,
    now,
    backend,
    inProcess,
    report,
    limits,
    limitPreviews,
    ministry,
    fileMinistry,
    site,
    channelPosters,
    previews: openPreviews(backend, effective, siteOf),
    requirePermission,
  };
  const devotionals = createDevotionalStore({ transport, publishableKey });
  const verses = createDailyVerses(inProcess, config.siteUrl);
  const media = await openMedia({
    youtubeImageBase: config.YOUTUBE_IMAGE_BASE,
    ministry,
    library,
    posters,
    dataDir,
    transport,
    inProcess,
    publishableKey,
    clientAddress,
    log,
    now,
    report,
    stateStore,
  });
  const reminders = openReminders(shared, { devotionals, verses, metrics });
  const isKnownVideo = (id: string) => media.isKnownVideo(id);
  const analytics = openAnalytics({
    database,
    isKnownVideo,
    limits,
    report,
    now,
  });
  const search = openSearch({
    config,
    ministry,
    devotionals,
    limits,
    now,
    transport,
    publishableKey,
    inProcess,
    onEmpty: (text) => analytics.countEmptySearch(text),
  });
  const health = openHealth({
    config,
    ministry,
    link: backend,
    inProcess,
    dataDir,
    requirePermission,
    limits,
    log,
    now,
  });
  const texts = await openBibleTexts({
    config,
    dataDir,
    stateStore,
    requirePermission,
    fetch,
    now,
    log,
    report,
  });
  const { routes: pageRoutes, pages } = openPages({
    config,
    site,
    web,
    transport,
    limits,
    limitPreviews,
    previewedSite: shared.previews.siteOf,
    isKnownVideo,
    texts: texts.store,
    now,
    metrics,
  });
  const workerFile = servedWorkerFile({ site: site(), web });
  const operatorMetrics = openMetrics({
    config,
    metrics,
    faults,
    inProcess,
    dataDir,
    records: stateStore,
    backups: backend.backups,
    now,
  });
  const players = await openPlayers(shared);
  app = createApp({
    headers: {
      isSecure: config.siteUrl.startsWith("https://"),
      playerOrigins: [config.YOUTUBE_EMBED_BASE],
    },
    record: {
      log,
      slowMs: config.LOG_SLOW_MS,
      isAccessLogged: config.ACCESS_LOG,
      metrics,
    },
    routes: [
      ...requestChecks(shared),
      analytics.app,
      ...operatorMetrics.routes,
      ...(web.development === null ? [] : [web.development.routes]),
      ...backend.routes,
      ...media.routes,
      ...players.routes,
      ...readingRoutes(shared, { store: devotionals, verses, texts: texts.store }),
      texts.app,
      search.app,
      health.app,
      ...(reminders ? [reminders.app] : []),
      createCspReport({ log, now }),
      ...pageRoutes,
      await createPwaRoutes({ ministry, workerFile, backendOrigin: backend.url || null }),
      web.files,
    ],
    pages: pages.app,
  });
  await watchDevotionals({
    database,
    log,
    onChange: () => {
      // Home shows today's devotional, and its path is a prefix of every path.
      pages.forget("/");
      void search.refresh();
    },
  });
  const documents = await watchDocuments({
    reader: createDocumentReader(backend),
    database,
    report,
    onChange(found) {
      if (!effective.put(found)) return;
      void players.ministryChanged();
      pages.forget("/");
      void search.refresh();
    },
  });
  await storeInvitationVerification({ database, sendsMail: config.SMTP_URL !== undefined, log });
  await printOwnerInvitation({
    database,
    siteUrl: config.siteUrl,
    log,
    print: (line) => process.stdout.write(`${line}\n`),
  });
  // Runs in the background; the first requests work without it.
  pages
    .warm()
    .then(() => search.warm())
    .catch((error: unknown) => log.warn({ event: "pages_not_warmed", err: error }));
  return {
    app,
    startDraining: () => backend.startDraining(),
    async close() {
      operatorMetrics.stop();
      documents.stop();
      await texts.stop();
      await Promise.all([health.scheduler?.stop(), analytics.stop()]);
      await reminders?.scheduler.stop();
      // Play counts are written before their store closes.
      await media.close();
      await Promise.all([backend.close(), web.close()]);
    },
  };
}

function openPreviews(
  backend: BackendConnection,
  effective: EffectiveMinistry,
  siteOf: (ministry: Ministry) => SiteFacts,
): Previews {
  const readPreview = createPreviewReader(backend);
  return {
    async ministryOf(token) {
      const preview = await readPreview(token);
      return preview && effective.with(preview);
    },
    async siteOf(token) {
      const preview = await readPreview(token);
      return preview && { ...siteOf(effective.with(preview)), preview };
    },
  };
}

/** Middleware that runs before all routes. */
function requestChecks({ config, log }: SharedDeps): Hono[] {
  const trustedProxies = commaList(config.TRUSTED_PROXY ?? "");
  return [
    new Hono().use(warnAboutUntrustedProxy({ trustedProxies, log })),
    new Hono().use(restrictEmbedOrigin(config)),
    new Hono().use("/api/*", allowNativeApp()),
  ];
}

/** Channels, players and the television page. */
async function openPlayers(
  shared: SharedDeps,
): Promise<{ routes: Hono[]; ministryChanged: () => Promise<void> }> {
  const { config, library, posters, web, now, backend, report, ministry, fileMinistry } = shared;
  const { site, channelPosters, previews, limitPreviews, requirePermission } = shared;
  const { database, transport, publishableKey, notify, stateStore } = backend;
  const live = await openLive({
    ministry,
    library,
    stateStore,
    now,
    fetch,
    report,
    siteRevision: () => site().revision,
    isWatching: true,
    onChange: (status) => notify(LIVE_TOPIC, LIVE_CHANGED, status),
    ...(database && { leads: () => database.leads() }),
    ...(config.WATCHING_FLOOR > 0 && { fetchCounts: countsFrom(shared) }),
  });
  const { activeSource, probe, ministryChanged } = live;
  const routes = [
    live.app,
    createStudioChannelsRoutes({
      file: fileMinistry,
      ministry,
      library,
      images: posters.images,
      probe,
      requirePermission,
    }),
    createFileDefaultsRoutes({ file: fileMinistry, requirePermission }),
    createFunctionSettings({ ministry }),
    createEmbedRoutes({
      ministry,
      config,
      library,
      channelPosters,
      activeSource,
      limitPreviews,
      previewedMinistry: previews.ministryOf,
      now,
      assets: (name) => web.assets.entry(name),
    }),
    createTvRoutes({
      config,
      library,
      ministry,
      transport,
      publishableKey,
      channelPosters,
      activeSource,
      web,
      now,
    }),
  ];
  return { routes, ministryChanged };
}

/** Viewer counts come from a function of the backend, embedded or external. */
function countsFrom({ backend }: SharedDeps): () => Promise<Response> {
  const { url, transport, publishableKey } = backend;
  const headers = { apikey: publishableKey };
  return () => transport(`${url}/functions/v1/watch-pulse`, { headers });
}

type Readings = { store: DevotionalStore; verses: DailyVerses; texts: TextStore };

/** The Bible, the verse of the day, the devotional and the calendar of services. */
function readingRoutes(
  { config, ministry, log, now, report, backend, limits }: SharedDeps,
  { store, verses, texts }: Readings,
): Hono[] {
  const { siteUrl } = config;
  const counts = backend.stateStore.countsOf("bible");
  const providers = openBibleProviders(config, { fetch, log, now, report, counts });
  return [
    createVerseOfDayRoutes({ siteUrl, ministry, verses, now }),
    createBibleRoutes({ ...providers, texts, limits }),
    createDevotionalRoutes({ siteUrl, ministry, store, now }),
    createCalendarRoutes({ ministry, siteUrl, now }),
  ];
}

type ReminderDeps = {
  devotionals: DevotionalStore;
  verses: DailyVerses;
  metrics: Metrics | undefined;
};

/** Reminders need our own database: null with an external project. */
function openReminders(
  { config, ministry, log, now, report, backend, limits }: SharedDeps,
  { devotionals, verses, metrics }: ReminderDeps,
): ReturnType<typeof openPush> | null {
  const { database, pushKeys: keys } = backend;
  if (database === null || keys === null) return null;
  const today = (): string => calendarDay(now(), DEVOTIONAL_TIME_ZONE);
  return openPush({
    config,
    ministry,
    database,
    keys,
    log,
    now,
    limits,
    report,
    metrics,
    devotionalTitle: (language) => titleOfDay(devotionals, language, today()),
    verseOn: (day, language) => verses.on(day, language),
  });
}
