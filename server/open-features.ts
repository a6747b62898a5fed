import { Hono, type MiddlewareHandler } from "hono";
import { DEVOTIONAL_TIME_ZONE } from "#shared/devotional/devotional.ts";
import { calendarDay } from "#shared/devotional/devotional-date.ts";
import { LIVE_CHANGED, LIVE_TOPIC } from "#shared/live/live-topic.ts";
import type { Announcement } from "#shared/announcements/announcement.schema.ts";
import type { Ministry } from "#shared/site/ministry.ts";
import type { Channels } from "#shared/live/channels.ts";
import type { SiteFacts } from "#shared/contracts/site.ts";
import type { BackendConnection } from "./open-backend.ts";
import type { Transport } from "#shared/transport.ts";
import { createBibleRoutes } from "./bible/bible-routes.ts";
import { openBibleProviders } from "./bible/open-providers.ts";
import type { TextStore } from "./bible/free-texts.ts";
import { createCalendarRoutes } from "./calendar/calendar-routes.ts";
import { createDevotionalRoutes } from "./devotional/devotional-routes.ts";
import { type DevotionalStore, titleOfDay } from "./devotional/devotional-store.ts";
import { createEmbedRoutes } from "./embed/embed-routes.ts";
import { restrictEmbedOrigin } from "./embed/embed-policy.ts";
import { allowNativeApp } from "./http/native-app-cors.ts";
import { warnAboutUntrustedProxy } from "@reign-tv/kit/http/request-log.ts";
import type { ClientAddress } from "@reign-tv/kit/http/client-address.ts";
import type { ClientLimits } from "@reign-tv/kit/http/ip-rate-limit.ts";
import type { ReportFault } from "@reign-tv/kit/fault-registry.ts";
import type { Logger } from "@reign-tv/kit/log.ts";
import type { Metrics } from "@reign-tv/kit/metrics.ts";
import { createStudioChannelsRoutes } from "./live/studio-channels-routes.ts";
import { encoderPort, type Ingest, openIngest } from "./ingest/open-ingest.ts";
import { startBroadcastHost } from "./ingest/start-broadcast-host.ts";
import type { ThisServer } from "./ingest/this-server.ts";
import type { PublishedVideos } from "./own-videos/own-video-list.ts";
import { openLive } from "./live/live-routes.ts";
import type { ChannelPosters } from "./media/channel-posters.ts";
import type { MediaLibrary } from "./media/library.ts";
import type { WebApp } from "./pages/web-app.ts";
import { openPush } from "./push/open-push.ts";
import type { Config } from "./settings/config.ts";
import { createFunctionSettings } from "./settings/function-variables.ts";
import { callRpc } from "./studio/call-rpc.ts";
import type { RequirePermission } from "./studio/require-permission.ts";
import { createFileDefaultsRoutes } from "./studio/file-defaults-routes.ts";
import { createPreviewReader } from "./studio/read-documents.ts";
import type { EffectiveMinistry } from "./studio/effective-ministry.ts";
import { createPairingRoutes } from "./tv/pairing-routes.ts";
import { createTvRoutes } from "./tv/tv-routes.ts";
import { createVerseOfDayRoutes, type DailyVerses } from "./verse-of-day/verse-of-day-routes.ts";

/** Settings, files and clock of the server, opened before its features. */
export type ServerDeps = {
  config: Config;
  library: MediaLibrary;
  posters: ChannelPosters;
  web: WebApp;
  log: Logger;
  /** Clock; milliseconds since the epoch. */
  now: () => number;
};

/** Dependencies that several features share. Each feature receives only those that it names. */
export type SharedDeps = ServerDeps & {
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
  /** Null with an external project. */
  thisServer: ThisServer | null;
  /** Published own videos. */
  ownVideos: PublishedVideos;
};

/** Both return null when the preview has expired. */
type Previews = {
  ministryOf: (token: string) => Promise<Ministry | null>;
  siteOf: (token: string) => Promise<SiteFacts | null>;
};

/** Reads previews of unpublished documents. */
export function openPreviews(
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
export function requestChecks({ config, log }: SharedDeps): Hono[] {
  return [
    new Hono().use(warnAboutUntrustedProxy({ trustedProxies: config.TRUSTED_PROXY, log })),
    new Hono().use(restrictEmbedOrigin(config)),
    new Hono().use("/api/*", allowNativeApp()),
  ];
}

type PlayerDeps = {
  clientAddress: ClientAddress;
  isKnownVideo: (id: string) => Promise<boolean>;
};

/** Channels, players, the television page and its remote control on phones. */
export async function openPlayers(
  shared: SharedDeps,
  { clientAddress, isKnownVideo }: PlayerDeps,
): Promise<{ routes: Hono[]; ministryChanged: () => Promise<void>; ingest: Ingest | null }> {
  const { config, library, posters, web, now, backend, report, ministry, fileMinistry } = shared;
  const { site, channelPosters, previews, limitPreviews, requirePermission, ownVideos } = shared;
  const { database, transport, publishableKey, notify, stateStore } = backend;
  const ingest = await openOwnBroadcasts(shared);
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
    ...(ingest && { broadcasts: ingest }),
    ...(database && { leads: () => database.leads() }),
    ...(config.WATCHING_FLOOR > 0 && { fetchCounts: countsFrom(shared) }),
  });
  const { activeSource, probe, ministryChanged } = live;
  const routes = [
    live.app,
    ...(ingest?.routes ?? []),
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
      ownVideos,
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
      ownVideos,
      ministry,
      transport,
      publishableKey,
      channelPosters,
      activeSource,
      web,
      now,
    }),
    createPairingRoutes({
      config,
      library,
      ownVideos,
      ministry,
      stateStore,
      activeSource,
      isKnownVideo,
      clientAddress,
      limits: shared.limits,
      factor: config.RATE_LIMIT_FACTOR,
      now,
    }),
  ];
  return { routes, ministryChanged, ingest };
}

/** Own broadcasts need our own database: null with an external project. */
async function openOwnBroadcasts({
  config,
  ministry,
  backend,
  requirePermission,
  report,
  log,
  now,
  thisServer,
}: SharedDeps): Promise<Ingest | null> {
  const { database } = backend;
  if (database === null || thisServer === null) return null;
  const startHost = startBroadcastHost({
    rtmpPort: encoderPort(config),
    ffmpeg: config.FFMPEG === "off" ? null : config.FFMPEG,
    log,
    report,
    now,
  });
  return openIngest({
    config,
    ministry,
    database,
    server: thisServer,
    requirePermission,
    startHost,
    noteDeletion: async (authorization, { channel, id }) => {
      const args = { p_channel: channel, p_recording: id };
      const response = await callRpc(backend, "studio_delete_recording", args, authorization);
      if (!response.ok) throw new Error(`The log does not answer: HTTP ${response.status}`);
    },
    fetch,
    report,
    log,
    now,
  });
}

/** Viewer counts come from a function of the backend, embedded or external. */
function countsFrom({ backend }: SharedDeps): () => Promise<Response> {
  const { url, transport, publishableKey } = backend;
  const headers = { apikey: publishableKey };
  return () => transport(`${url}/functions/v1/watch-pulse`, { headers });
}

type Readings = { store: DevotionalStore; verses: DailyVerses; texts: TextStore };

/** The Bible, the verse of the day, the devotional and the calendar of services. */
export function readingRoutes(
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
  /** Announcements of channels that are on the air. */
  liveAnnouncements: () => readonly Announcement[];
  devotionals: DevotionalStore;
  verses: DailyVerses;
  metrics: Metrics | undefined;
};

/** Reminders need our own database: null with an external project. */
export function openReminders(
  { config, ministry, log, now, report, backend, limits }: SharedDeps,
  { devotionals, verses, metrics, liveAnnouncements }: ReminderDeps,
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
    announcements: () => [...(ministry().announcements ?? []), ...liveAnnouncements()],
    devotionalTitle: (language) => titleOfDay(devotionals, language, today()),
    verseOn: (day, language) => verses.on(day, language),
  });
}
