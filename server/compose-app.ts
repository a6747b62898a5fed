import { resolve } from "node:path";
import { Hono } from "hono";
import { DEVOTIONAL_TIME_ZONE } from "#shared/devotional/devotional.ts";
import { calendarDay } from "#shared/devotional/devotional-date.ts";
import { LIVE_CHANGED, LIVE_TOPIC } from "#shared/live/live-topic.ts";
import type { Ministry } from "#shared/site/ministry.ts";
import type { LiveStatus } from "#shared/contracts/live-status.ts";
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
import { createCspReport } from "./http/csp-report.ts";
import { warnAboutUntrustedProxy } from "./http/request-log.ts";
import { createPwaRoutes, servedWorkerFile } from "./pwa/pwa-routes.ts";
import { type ClientAddress, createClientAddress } from "./kit/http/client-address.ts";
import { limitByAddress } from "./kit/http/ip-rate-limit.ts";
import { type ReportFault, openFaultRegistry } from "./kit/fault-registry.ts";
import { memoizeLatest } from "./kit/memoize-latest.ts";
import type { Logger } from "./kit/log.ts";
import { createMetrics, type Metrics } from "./kit/metrics.ts";
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
import { liveView } from "./studio/live-view.ts";
import { openHealth } from "./studio/health/health-routes.ts";
import { openEffectiveMinistry } from "./studio/effective-ministry.ts";
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

/** Dependencies shared by the features. */
type FeatureDeps = ComposeAppDeps &
  Pick<BackendConnection, "transport" | "publishableKey" | "notify" | "stateStore"> & {
    dataDir: string;
    report: ReportFault;
    clientAddress: ClientAddress;
    site: SiteFacts;
    channelPosters: ChannelPosters["urls"];
    /** Absent without METRICS_TOKEN. */
    metrics: Metrics | undefined;
    /** Site data of pages with a preview applied; null when the preview has expired. */
    previewedSite: (token: string) => Promise<SiteFacts | null>;
    /** The ministry with a preview applied; null when the preview has expired. */
    previewedMinistry: (token: string) => Promise<Ministry | null>;
    /** Content of `ministry.json` without the documents of the studio. */
    fileMinistry: Ministry;
    /** Returns true on the one server that runs shared jobs; null: no other server shares the database. */
    leads: (() => Promise<boolean>) | null;
  };

/**
 * Opens the backend and mounts every feature's routes in one app.
 *
 * @throws StartError for problems that an operator can fix.
 */
export async function composeApp(file: ComposeAppDeps): Promise<ComposedApp> {
  const { config, web, log, now, library } = file;
  const knownMedia = { ...library, pictures: file.posters.images };
  const effective = openEffectiveMinistry(file.ministry, knownMedia, log);
  const channelPosters = liveView(
    memoizeLatest(() => effective.ministry.channels, file.posters.urlsOf),
  );
  const posters = { ...file.posters, urls: channelPosters };
  const inputs = { ...file, posters, ministry: effective.ministry };
  let app = new Hono();
  const inProcess: Transport = async (url, init) => app.request(url, init);
  const faults = openFaultRegistry({ log, now });
  const metrics = config.METRICS_TOKEN === undefined ? undefined : createMetrics();
  const isReloading = web.development !== null;
  const link = await openBackend({ ...inputs, inProcess, isReloading, faults, metrics });
  const { transport, publishableKey, notify, stateStore } = link;
  const readPreview = createPreviewReader(link);
  /** Recomputed when the ministry changes, and when an announcement begins or ends. */
  const factsNow = memoizeLatest(effective.current, (current) =>
    memoizeLatest(
      () => shownAnnouncements(current, now()),
      () => siteFacts(inputs, link),
    ),
  );
  const shared: FeatureDeps = {
    ...inputs,
    transport,
    publishableKey,
    notify,
    stateStore,
    dataDir: resolve(config.DATA_DIR),
    report: faults.report,
    clientAddress: createClientAddress(commaList(config.TRUSTED_PROXY ?? "")),
    site: liveView(() => factsNow()()),
    channelPosters,
    fileMinistry: file.ministry,
    metrics,
    leads: link.database && (() => link.database?.leads() ?? Promise.resolve(false)),
    async previewedMinistry(token) {
      const preview = await readPreview(token);
      return preview && effective.with(preview);
    },
    async previewedSite(token) {
      const preview = await readPreview(token);
      if (preview === null) return null;
      return { ...siteFacts({ ...inputs, ministry: effective.with(preview) }, link), preview };
    },
  };
  const devotionals = createDevotionalStore(link);
  const verses = createDailyVerses(inProcess, config.siteUrl);
  const { YOUTUBE_IMAGE_BASE: youtubeImageBase } = config;
  const media = await openMedia({ ...shared, inProcess, youtubeImageBase });
  const reminders = openReminders(shared, link, { devotionals, verses });
  const isKnownVideo = (id: string) => media.isKnownVideo(id);
  const analytics = openAnalytics({
    ...shared,
    database: link.database,
    isKnownVideo,
    rateLimitFactor: config.RATE_LIMIT_FACTOR,
  });
  const onEmpty = (text: string): void => analytics.countEmptySearch(text);
  const search = openSearch({ ...shared, devotionals, inProcess, onEmpty });
  const health = openHealth({ ...shared, link, inProcess });
  const requirePermission = createRequirePermission(createPermissionsReader(shared));
  const texts = await openBibleTexts({ ...shared, fetch, requirePermission });
  const { routes: pageRoutes, pages } = openPages({ ...shared, isKnownVideo, texts: texts.store });
  const workerFile = servedWorkerFile(shared);
  const operatorMetrics = openMetrics({
    ...shared,
    records: stateStore,
    faults,
    inProcess,
    backups: link.backups,
  });
  const players = await openPlayers(shared, requirePermission);
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
    rooms: [
      ...requestChecks(shared),
      analytics.app,
      ...operatorMetrics.rooms,
      ...(web.development === null ? [] : [web.development.routes]),
      ...link.routes,
      ...media.routes,
      ...players.routes,
      ...readingRoutes(shared, { store: devotionals, verses, texts: texts.store }),
      texts.app,
      search.app,
      health.app,
      ...(reminders ? [reminders.app] : []),
      createCspReport({ log, now }),
      ...pageRoutes,
      await createPwaRoutes({ ...inputs, workerFile, backendOrigin: link.url || null }),
      web.files,
    ],
    pages: pages.app,
  });
  await watchDevotionals({
    ...link,
    log,
    onChange: () => {
      // Home shows today's devotional, and its path is a prefix of every path.
      pages.forget("/");
      void search.refresh();
    },
  });
  const documents = await watchDocuments({
    reader: createDocumentReader(link),
    database: link.database,
    report: faults.report,
    onChange(found) {
      if (!effective.put(found)) return;
      void players.ministryChanged();
      pages.forget("/");
      void search.refresh();
    },
  });
  await storeInvitationVerification({ ...link, sendsMail: config.SMTP_URL !== undefined, log });
  await printOwnerInvitation({
    ...link,
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
    startDraining: () => link.startDraining(),
    async close() {
      operatorMetrics.stop();
      documents.stop();
      await texts.stop();
      await Promise.all([health.scheduler?.stop(), analytics.stop()]);
      await reminders?.scheduler.stop();
      // Play counts are written before their store closes.
      await media.close();
      await Promise.all([link.close(), web.close()]);
    },
  };
}

/** Middleware that runs before all routes. */
function requestChecks({ config, log, clientAddress }: FeatureDeps): Hono[] {
  const trustedProxies = commaList(config.TRUSTED_PROXY ?? "");
  return [
    new Hono().use(warnAboutUntrustedProxy({ trustedProxies, log })),
    new Hono().use(restrictEmbedOrigin(config)),
    new Hono().use("/api/*", allowNativeApp()),
    new Hono().use(limitPermissionChecks({ clientAddress, factor: config.RATE_LIMIT_FACTOR })),
  ];
}

/** Channels, players and the television page. */
async function openPlayers(
  shared: FeatureDeps,
  requirePermission: RequirePermission,
): Promise<{ routes: Hono[]; ministryChanged: () => Promise<void> }> {
  const { config, web, notify, leads, posters, fileMinistry } = shared;
  const onChange = (status: LiveStatus): void => notify(LIVE_TOPIC, LIVE_CHANGED, status);
  const { leads: _leads, ...deps } = shared;
  const live = await openLive({
    ...deps,
    fetch,
    siteRevision: () => shared.site.revision,
    isWatching: true,
    onChange,
    ...(leads && { leads }),
    ...(config.WATCHING_FLOOR > 0 && { fetchCounts: countsFrom(shared) }),
  });
  const { activeSource, ministryChanged } = live;
  const routes = [
    live.app,
    createStudioChannelsRoutes({
      ...shared,
      file: fileMinistry,
      images: posters.images,
      probe: live.probe,
      requirePermission,
    }),
    createFileDefaultsRoutes({ file: fileMinistry, requirePermission }),
    createFunctionSettings(shared),
    createEmbedRoutes({ ...shared, activeSource, assets: (name) => web.assets.entry(name) }),
    createTvRoutes({ ...shared, activeSource }),
  ];
  return { routes, ministryChanged };
}

/** Viewer counts come from a function of the backend, embedded or external. */
function countsFrom({ transport, site, publishableKey }: FeatureDeps): () => Promise<Response> {
  const headers = { apikey: publishableKey };
  return () => transport(`${site.backendUrl}/functions/v1/watch-pulse`, { headers });
}

type Readings = { store: DevotionalStore; verses: DailyVerses; texts: TextStore };

/** As for the search of the site. */
const BIBLE_SEARCHES_PER_MINUTE = 300;

/** The Bible, the verse of the day, the devotional and the calendar of services. */
function readingRoutes(shared: FeatureDeps, { store, verses, texts }: Readings): Hono[] {
  const { config, ministry, log, now, report } = shared;
  const { siteUrl } = config;
  const counts = shared.stateStore.countsOf("bible");
  const providers = openBibleProviders(config, { fetch, log, now, report, counts });
  const limits = {
    points: BIBLE_SEARCHES_PER_MINUTE,
    seconds: 60,
    factor: config.RATE_LIMIT_FACTOR,
    clientAddress: shared.clientAddress,
  };
  const error = { error: "too many searches", detail: "Search again in a minute." };
  const searchLimit = limitByAddress(limits, error);
  return [
    createVerseOfDayRoutes({ siteUrl, ministry, verses, now }),
    createBibleRoutes({ ...providers, texts, searchLimit }),
    createDevotionalRoutes({ siteUrl, ministry, store, now }),
    createCalendarRoutes({ ministry, siteUrl, now }),
  ];
}

/** Reminders need our own database: null with an external project. */
function openReminders(
  shared: FeatureDeps,
  { database, pushKeys: keys }: BackendConnection,
  { devotionals, verses }: { devotionals: DevotionalStore; verses: DailyVerses },
): ReturnType<typeof openPush> | null {
  if (database === null || keys === null) return null;
  const today = (): string => calendarDay(shared.now(), DEVOTIONAL_TIME_ZONE);
  return openPush({
    ...shared,
    database,
    keys,
    devotionalTitle: (language) => titleOfDay(devotionals, language, today()),
    verseOn: (day, language) => verses.on(day, language),
  });
}
