import { resolve } from "node:path";
import { Hono } from "hono";
import type { Ministry } from "#shared/site/ministry.ts";
import type { SiteFacts } from "#shared/contracts/site.ts";
import { openBackend } from "./open-backend.ts";
import type { Transport } from "#shared/transport.ts";
import { openBibleTexts } from "./bible/texts/studio-texts-routes.ts";
import { createDevotionalStore, watchDevotionals } from "./devotional/devotional-store.ts";
import { createApp } from "./http/create-app.ts";
import { createCspReport } from "./http/security-headers.ts";
import { createPwaRoutes, servedWorkerFile } from "./pwa/pwa-routes.ts";
import { createClientAddress } from "@reign-tv/kit/http/client-address.ts";
import { createClientLimits } from "@reign-tv/kit/http/ip-rate-limit.ts";
import { createFaultRegistry } from "@reign-tv/kit/fault-registry.ts";
import { memoizeLatest } from "@reign-tv/kit/memoize.ts";
import { createMetrics } from "@reign-tv/kit/metrics.ts";
import { readThisServer } from "./ingest/this-server.ts";
import { openMedia } from "./media/open-media.ts";
import { openViewCounts } from "./media/view-counts.ts";
import { openMetrics } from "./metrics/open-metrics.ts";
import { openAnalytics } from "./analytics/open-analytics.ts";
import { createListedOwnVideos, type ListedOwnVideo } from "./own-videos/listed-own-videos.ts";
import { NO_OWN_VIDEOS, openOwnVideos } from "./own-videos/open-own-videos.ts";
import { openPages } from "./pages/open-pages.ts";
import { NEVER_ON_AIR } from "./live/on-air.ts";
import { openFeedGuids } from "./podcasts/feed-guids.ts";
import { createPodcastRoutes } from "./podcasts/podcast-routes.ts";
import { openSearch } from "./search/search-routes.ts";
import { s3Settings } from "./settings/backend-settings.ts";
import { shownAnnouncements, siteFacts } from "./settings/site-state.ts";
import {
  limitPermissionChecks,
  onlyPreviews,
  createPermissionsReader,
  createRequirePermission,
} from "./studio/require-permission.ts";
import { storeInvitationVerification, printOwnerInvitation } from "./studio/invitations.ts";
import { watchDocuments, createDocumentReader } from "./studio/read-documents.ts";
import { openHealth } from "./studio/health/health-routes.ts";
import { openEffectiveMinistry } from "./studio/effective-ministry.ts";
import { createDailyVerses } from "./verse-of-day/verse-of-day-routes.ts";
import {
  openPlayers,
  openPreviews,
  openReminders,
  readingRoutes,
  requestChecks,
  type ServerDeps,
  type SharedDeps,
} from "./open-features.ts";

type ComposeAppDeps = ServerDeps & {
  /** Content of `ministry.json`; documents of the studio are applied over it. */
  ministry: Ministry;
};

/** All routes as one app, with the database and background jobs. */
type ComposedApp = {
  app: Hono;
  /** Reports "not ready", so that load balancers stop sending requests. */
  startDraining(): Promise<void>;
  /** Call it when no request runs any more. */
  close(): Promise<void>;
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
  let listedOwnVideos: () => readonly ListedOwnVideo[] = () => [];
  const backend = await openBackend({
    config,
    ministry,
    ownVideos: () => listedOwnVideos(),
    log,
    now,
    inProcess,
    faults,
    metrics,
    isReloading,
  });
  const { database, transport, publishableKey, stateStore } = backend;
  const dataDir = resolve(config.DATA_DIR);
  const clientAddress = createClientAddress(config.TRUSTED_PROXY);
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
  const views = await openViewCounts({ store: stateStore.storeOf("media"), now, log });
  let publishedChanged = (): void => undefined;
  const thisServer = database === null ? null : await readThisServer(config);
  const ownVideos =
    database === null || thisServer === null
      ? null
      : await openOwnVideos({
          config,
          database,
          s3: s3Settings(config),
          server: thisServer,
          ministry,
          views,
          requirePermission,
          transport,
          publishableKey,
          clientAddress,
          fetch,
          onPublish: () => publishedChanged(),
          report,
          log,
          now,
        });
  const published = ownVideos ?? NO_OWN_VIDEOS;
  listedOwnVideos = createListedOwnVideos(published, views);
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
    thisServer,
    ownVideos: published,
  };
  const devotionals = createDevotionalStore({ transport, publishableKey });
  const verses = createDailyVerses(inProcess, config.siteUrl);
  const media = openMedia({
    youtubeImageBase: config.YOUTUBE_IMAGE_BASE,
    ministry,
    library,
    ownVideos: published,
    ownPoster: (id) => ownVideos?.posterOf(id) ?? null,
    views,
    posters,
    dataDir,
    transport,
    inProcess,
    publishableKey,
    clientAddress,
    log,
    now,
    report,
  });
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
    inlineImages: media.inlineImages,
    isKnownVideo,
    ownVideos: published.list,
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
  const players = await openPlayers(shared, { clientAddress, isKnownVideo });
  const { ingest } = players;
  const ownVideoRoutes =
    ingest === null || ownVideos === null
      ? []
      : ownVideos.start({
          recordings: ingest.recordings,
          isLive: () => Object.keys(ministry().channels).some((id) => ingest.onAir(id) !== null),
        });
  const podcasts =
    database === null
      ? null
      : createPodcastRoutes({
          siteUrl: config.siteUrl,
          ministry,
          onAir: ingest?.onAir ?? NEVER_ON_AIR,
          ownVideos: published.list,
          guidOf: openFeedGuids(database, config.siteUrl),
          inProcess,
          countDownload: (id) => analytics.countDownload(id),
          clientAddress,
          now,
        });
  publishedChanged = () => {
    pages.forget("/");
    void search.refresh();
  };
  const reminders = openReminders(shared, {
    devotionals,
    verses,
    metrics,
    liveAnnouncements: () => ingest?.announcements() ?? [],
  });
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
      ...ownVideoRoutes,
      ...(podcasts ? [podcasts] : []),
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
      await Promise.all([reminders?.scheduler.stop(), ingest?.close(), ownVideos?.close()]);
      // Play counts are written before their store closes.
      await views.close();
      await Promise.all([backend.close(), web.close()]);
    },
  };
}
