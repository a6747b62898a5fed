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
import { createBible } from "./bible/bible-routes.ts";
import { openBibleProviders } from "./bible/open-providers.ts";
import { openBibleTexts } from "./bible/texts/studio-texts-routes.ts";
import type { TextStore } from "./bible/text-store.ts";
import { createCalendar } from "./calendar/calendar-routes.ts";
import { createDevotional } from "./devotional/devotional-routes.ts";
import { createDevotionalStore, type DevotionalStore } from "./devotional/devotional-store.ts";
import { followDevotionals } from "./devotional/watch-devotionals.ts";
import { titleOfDay } from "./devotional/title-of-day.ts";
import { createEmbed } from "./embed/embed-routes.ts";
import { restrictEmbedOrigin } from "./embed/embed-origin.ts";
import { allowNativeApp } from "./http/native-app-cors.ts";
import { createApp } from "./http/create-app.ts";
import { createCspReport } from "./http/csp-report.ts";
import { warnAboutUntrustedProxy } from "./http/request-log.ts";
import { createInstalledApp } from "./pwa/pwa-routes.ts";
import { servedWorkerFile } from "./pwa/worker-file.ts";
import { type ClientAddress, createClientAddress } from "./kit/http/client-address.ts";
import { limitByAddress } from "./kit/http/ip-rate-limit.ts";
import { type ReportFault, openFaultRegistry } from "./kit/fault-registry.ts";
import { memoizeLatest } from "./kit/memoize-latest.ts";
import type { Logger } from "./kit/log.ts";
import { createMetrics, type Metrics } from "./kit/metrics.ts";
import { createStudioChannels } from "./live/studio-channels-routes.ts";
import { createLive } from "./live/live-routes.ts";
import type { ChannelPosters } from "./media/channel-posters.ts";
import type { MediaLibrary } from "./media/library.ts";
import { openMedia } from "./media/open-media.ts";
import { openMetrics } from "./metrics/open-metrics.ts";
import { openAnalytics } from "./analytics/open-analytics.ts";
import { openPages } from "./pages/open-pages.ts";
import type { WebApp } from "./pages/web-app.ts";
import { openPush } from "./push/open-push.ts";
import { openSearch } from "./search/open-search.ts";
import { commaList } from "./settings/backend-settings.ts";
import type { Config } from "./settings/config.ts";
import { createFunctionSettings } from "./settings/function-variables.ts";
import { shownAnnouncements, siteFacts } from "./settings/site-state.ts";
import { limitPermissionChecks } from "./studio/limit-permission-checks.ts";
import { createFileFacts } from "./studio/create-file-facts.ts";
import { storeInvitationVerification } from "./studio/invitation-verification.ts";
import { printOwnerInvitation } from "./studio/owner-invitation.ts";
import { watchDocuments } from "./studio/watch-documents.ts";
import { liveView } from "./studio/live-view.ts";
import { openHealth } from "./studio/health/open-health.ts";
import { openMinistry } from "./studio/effective-ministry.ts";
import {
  createRightsReader,
  createRequirePermission,
  type RequirePermission,
} from "./studio/require-permission.ts";
import { createPreviewReader, createDocumentReader } from "./studio/read-documents.ts";
import { createTv } from "./tv/tv-routes.ts";
import { createVerseOfDay } from "./verse-of-day/verse-of-day-routes.ts";
import { createDailyVerses, type DailyVerses } from "./verse-of-day/daily-verses.ts";

/** What the app is made from. */
export type ComposeAppDeps = {
  config: Config;
  /** As `ministry.json` has it; what was published in the studio goes over it. */
  ministry: Ministry;
  library: MediaLibrary;
  posters: ChannelPosters;
  web: WebApp;
  log: Logger;
  /** Clock; milliseconds since the epoch. */
  now: () => number;
};

/** All rooms as one app, with the database and the clocks behind them. */
export type ComposedApp = {
  app: Hono;
  /** From now on balancers should send nobody any more. */
  startDraining(): Promise<void>;
  /** Call it when no request runs any more. */
  close(): Promise<void>;
};

/** The inputs with what every room may ask for. */
type RoomInputs = ComposeAppDeps &
  Pick<BackendConnection, "transport" | "publishableKey" | "tell" | "records"> & {
    dataDir: string;
    report: ReportFault;
    clientAddress: ClientAddress;
    site: SiteFacts;
    channelPosters: ChannelPosters["addresses"];
    /** Absent while nobody may read them. */
    metrics: Metrics | undefined;
    /** What pages know of the site with what a preview's link shows in it; null when that is over. */
    previewedSite: (token: string) => Promise<SiteFacts | null>;
    /** The ministry with what a preview's link shows in it; null when that is over. */
    previewedMinistry: (token: string) => Promise<Ministry | null>;
    /** What `ministry.json` says, without what was published in the studio. */
    fileMinistry: Ministry;
    /** Whether this server does what a clock asks for; null: no other shares its rows. */
    leads: (() => Promise<boolean>) | null;
  };

/**
 * Opens the backend and joins every room to one app.
 *
 * @throws StartError for every reason that an operator can do something about.
 */
export async function composeApp(file: ComposeAppDeps): Promise<ComposedApp> {
  const { config, web, log, now, library } = file;
  const media = { ...library, pictures: file.posters.pictures };
  const inForce = openMinistry(file.ministry, media, log);
  const channelPosters = liveView(
    memoizeLatest(() => inForce.ministry.channels, file.posters.addressesOf),
  );
  const posters = { ...file.posters, addresses: channelPosters };
  const inputs = { ...file, posters, ministry: inForce.ministry };
  let app = new Hono();
  const inProcess: Transport = async (url, init) => app.request(url, init);
  const faults = openFaultRegistry({ log, now });
  const metrics = config.METRICS_TOKEN === undefined ? undefined : createMetrics();
  const isReloading = web.development !== null;
  const link = await openBackend({ ...inputs, inProcess, isReloading, faults, metrics });
  const { transport, publishableKey, tell, records } = link;
  const readPreview = createPreviewReader(link);
  /** Made again with each change of the ministry, and when an announcement begins or ends. */
  const factsNow = memoizeLatest(inForce.current, (current) =>
    memoizeLatest(
      () => shownAnnouncements(current, now()),
      () => siteFacts(inputs, link),
    ),
  );
  const shared: RoomInputs = {
    ...inputs,
    transport,
    publishableKey,
    tell,
    records,
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
      return preview && inForce.with(preview);
    },
    async previewedSite(token) {
      const preview = await readPreview(token);
      if (preview === null) return null;
      return { ...siteFacts({ ...inputs, ministry: inForce.with(preview) }, link), preview };
    },
  };
  const devotionals = createDevotionalStore(link);
  const verses = createDailyVerses(inProcess, config.siteUrl);
  const { YOUTUBE_IMAGE_BASE: youtubeImageBase } = config;
  const mediaRooms = await openMedia({ ...shared, inProcess, youtubeImageBase });
  const reminders = openReminders(shared, link, { devotionals, verses });
  const isKnownVideo = (id: string) => mediaRooms.isKnownVideo(id);
  const numbers = openAnalytics({
    ...shared,
    database: link.database,
    isKnownVideo,
    rateLimitFactor: config.RATE_LIMIT_FACTOR,
  });
  const onEmpty = (text: string): void => numbers.countEmptySearch(text);
  const search = openSearch({ ...shared, devotionals, inProcess, onEmpty });
  const health = openHealth({ ...shared, link, inProcess });
  const door = createRequirePermission(createRightsReader(shared));
  const texts = await openBibleTexts({ ...shared, fetch, door });
  const { rooms: pageRooms, pages } = openPages({ ...shared, isKnownVideo, shelf: texts.shelf });
  const workerFile = servedWorkerFile(shared);
  const figures = openMetrics({ ...shared, faults, inProcess, backups: link.backups });
  const players = await openPlayers(shared, door);
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
      ...guards(shared),
      numbers.app,
      ...figures.rooms,
      ...(web.development === null ? [] : [web.development.room]),
      ...link.rooms,
      ...mediaRooms.rooms,
      ...players.rooms,
      ...readingRooms(shared, { store: devotionals, verses, texts: texts.shelf }),
      texts.app,
      search.app,
      health.app,
      ...(reminders ? [reminders.app] : []),
      createCspReport({ log, now }),
      ...pageRooms,
      await createInstalledApp({ ...inputs, workerFile, backendOrigin: link.url || null }),
      web.files,
    ],
    pages: pages.app,
  });
  await followDevotionals({
    ...link,
    log,
    onChange: () => {
      // Home shows the day's, and begins every address.
      pages.forget("/");
      void search.refresh();
    },
  });
  const documents = await watchDocuments({
    reader: createDocumentReader(link),
    database: link.database,
    report: faults.report,
    onChange(found) {
      if (!inForce.put(found)) return;
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
  // Nobody waits for it: the first visitors do as well without.
  pages
    .warm()
    .then(() => search.warm())
    .catch((error: unknown) => log.warn({ event: "pages_not_warmed", err: error }));
  return {
    app,
    startDraining: () => link.startDraining(),
    async close() {
      figures.stop();
      documents.stop();
      await texts.stop();
      await Promise.all([health.clock?.stop(), numbers.stop()]);
      await reminders?.clock.stop();
      // Views are written down before what they are kept in is closed.
      await mediaRooms.close();
      await Promise.all([link.close(), web.close()]);
    },
  };
}

/** What looks at requests before any room answers. */
function guards({ config, log, clientAddress }: RoomInputs): Hono[] {
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
  shared: RoomInputs,
  door: RequirePermission,
): Promise<{ rooms: Hono[]; ministryChanged: () => Promise<void> }> {
  const { config, web, tell, leads, posters, fileMinistry } = shared;
  const onChange = (status: LiveStatus): void => tell(LIVE_TOPIC, LIVE_CHANGED, status);
  const { leads: _leads, ...needs } = shared;
  const live = await createLive({
    ...needs,
    fetch,
    siteRevision: () => shared.site.revision,
    isWatching: true,
    onChange,
    ...(leads && { leads }),
    ...(config.WATCHING_FLOOR > 0 && { askCounts: countsFrom(shared) }),
  });
  const { onAir, ministryChanged } = live;
  const rooms = [
    live.app,
    createStudioChannels({
      ...shared,
      file: fileMinistry,
      pictures: posters.pictures,
      probe: live.probe,
      door,
    }),
    createFileFacts({ file: fileMinistry, door }),
    createFunctionSettings(shared),
    createEmbed({ ...shared, onAir, assets: (name) => web.assets.entry(name) }),
    createTv({ ...shared, onAir }),
  ];
  return { rooms, ministryChanged };
}

/** About how many watch is told by a function of the backend, ours or a project's. */
function countsFrom({ transport, site, publishableKey }: RoomInputs): () => Promise<Response> {
  const headers = { apikey: publishableKey };
  return () => transport(`${site.backendUrl}/functions/v1/watch-pulse`, { headers });
}

type Readings = { store: DevotionalStore; verses: DailyVerses; texts: TextStore };

/** As many as the search of the site answers. */
const BIBLE_SEARCHES_PER_MINUTE = 300;

/** The Bible with the verse of the day, the devotional and the calendar of services. */
function readingRooms(shared: RoomInputs, { store, verses, texts }: Readings): Hono[] {
  const { config, ministry, log, now, report } = shared;
  const { siteUrl } = config;
  const counts = shared.records.countsOf("bible");
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
    createVerseOfDay({ siteUrl, ministry, verses, now }),
    createBible({ ...providers, texts, searchLimit }),
    createDevotional({ siteUrl, ministry, store, now }),
    createCalendar({ ministry, siteUrl, now }),
  ];
}

/** Reminders need a database of ours: null with a Supabase project elsewhere. */
function openReminders(
  shared: RoomInputs,
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
