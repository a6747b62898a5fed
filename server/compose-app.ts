import { resolve } from "node:path";
import { Hono } from "hono";
import { DEVOTIONAL_TIME_ZONE } from "#shared/devotional/devotional.ts";
import { calendarDay } from "#shared/devotional/devotional-date.ts";
import type { Ministry } from "#shared/site/ministry.ts";
import { type FaultReport, openFaultBook } from "./kit/faults.ts";
import type { SiteFacts } from "#shared/contracts/site.ts";
import { createApp } from "./http/create-app.ts";
import { type BackendDoor, openBackend } from "./backend-link.ts";
import { commaList } from "./settings/backend-settings.ts";
import { createBible } from "./bible/create-bible.ts";
import { openBibleProviders } from "./bible/open-providers.ts";
import { createCalendar } from "./calendar/create-calendar.ts";
import type { Config } from "./settings/config.ts";
import { createDevotional } from "./devotional/create-devotional.ts";
import { followDevotionals } from "./devotional/follow-devotionals.ts";
import { createDevotionalStore, type DevotionalStore } from "./devotional/devotional-store.ts";
import { titleOfDay } from "./devotional/title-of-day.ts";
import { createEmbed } from "./embed/create-embed.ts";
import { guardEmbedOrigin } from "./embed/embed-origin.ts";
import { createFileStore } from "./kit/file-store.ts";
import { openToApp } from "./http/app-cors.ts";
import { type ClientAddress, createClientAddress } from "./kit/client-address.ts";
import { createCspReport } from "./http/csp-report.ts";
import { warnOfUnnamedProxy } from "./http/unnamed-proxy.ts";
import type { Logger } from "./kit/log.ts";
import { createInstalledApp } from "./installed-app/create-installed-app.ts";
import { KILL_SWITCH, workerFile } from "./installed-app/worker-file.ts";
import { createLive } from "./live/create-live.ts";
import { createMedia } from "./media/create-media.ts";
import { createImages } from "./media/images/create-images.ts";
import type { ChannelPosters } from "./media/channel-posters.ts";
import { createKnownVideos } from "./media/known-videos.ts";
import type { MediaLibrary } from "./media/library.ts";
import { openViewCounts } from "./media/view-counts.ts";
import { createAppLinkFiles } from "./pages/app-link-files.ts";
import { offlineShells } from "./pages/offline-shells.ts";
import { pageRenderer } from "./pages/page-renderer.ts";
import type { Transport } from "#shared/transport.ts";
import { createPages, type Pages } from "./pages/pages.ts";
import { createSiteApi } from "./pages/site-api.ts";
import type { WebApp } from "./pages/web-app.ts";
import { openPush } from "./push/open-push.ts";
import { siteMinistry } from "./settings/site-state.ts";
import { createTv } from "./tv/create-tv.ts";

/** What the house is built on. */
export type Ground = {
  config: Config;
  ministry: Ministry;
  library: MediaLibrary;
  posters: ChannelPosters;
  web: WebApp;
  log: Logger;
  /** Clock; milliseconds since the epoch. */
  now: () => number;
};

/** All rooms as one app, with the database and the clocks behind them. */
export type House = {
  app: Hono;
  /** From now on balancers should send nobody any more. */
  startDraining(): void;
  /** Call it when no request runs any more. */
  close(): Promise<void>;
};

/** The ground with what every room may ask for. */
type Site = Ground & {
  door: BackendDoor;
  dataDir: string;
  report: FaultReport;
  clientAddress: ClientAddress;
  state: SiteFacts;
};

const ICON_DIR = resolve(import.meta.dirname, "../web/app/icons");

/**
 * Opens the backend and furnishes every room.
 *
 * @throws StartError for every reason that an operator can do something about.
 */
export async function openHouse(ground: Ground): Promise<House> {
  const { config, web, log, now } = ground;
  let app = new Hono();
  const inProcess: Transport = async (url, init) => app.request(url, init);
  const isReloading = web.development !== null;
  const faults = openFaultBook({ log, now });
  const { report } = faults;
  const door = await openBackend({ ...ground, inProcess, isReloading, faults });
  const site: Site = {
    ...ground,
    door,
    dataDir: resolve(config.DATA_DIR),
    report,
    clientAddress: createClientAddress(commaList(config.TRUSTED_PROXY ?? "")),
    state: siteState(ground, door),
  };
  const media = await openMedia(site);
  const devotionals = createDevotionalStore(door);
  const push =
    door.database &&
    door.pushKeys &&
    openPush({
      ...site,
      database: door.database,
      keys: door.pushKeys,
      devotionalTitle: (language) =>
        titleOfDay(devotionals, language, calendarDay(now(), DEVOTIONAL_TIME_ZONE)),
    });
  const { rooms: siteRooms, pages } = await openPages(site);
  app = createApp({
    headers: {
      isSecure: config.siteUrl.startsWith("https://"),
      playerOrigins: [config.YOUTUBE_EMBED_BASE],
    },
    log,
    rooms: [
      new Hono().use(
        warnOfUnnamedProxy({ trustedProxies: commaList(config.TRUSTED_PROXY ?? ""), log }),
      ),
      new Hono().use(guardEmbedOrigin(config)),
      new Hono().use("/api/*", openToApp()),
      ...(web.development === null ? [] : [web.development.room]),
      ...door.rooms,
      ...media.rooms,
      ...readingRooms(site, devotionals),
      ...(push ? [push.app] : []),
      createCspReport({ log, now }),
      ...siteRooms,
    ],
    pages: pages.app,
  });
  if (door.database !== null) {
    const { database } = door;
    await followDevotionals({ database, log, onChange: () => pages.forget("/devotional") });
  }
  // Nobody waits for it: the first visitors do as well without.
  pages.warm().catch((error: unknown) => log.warn({ event: "pages_not_warmed", err: error }));
  return {
    app,
    startDraining: () => door.startDraining(),
    async close() {
      await push?.clock.stop();
      await Promise.all([door.close(), web.close(), media.close()]);
    },
  };
}

/** What every page knows about the site. */
function siteState({ config, ministry, posters, web }: Ground, door: BackendDoor): Site["state"] {
  return {
    siteUrl: config.siteUrl,
    backendUrl: door.url,
    publishableKey: door.publishableKey,
    embedOrigin: config.EMBED_ORIGIN ?? "",
    ministry: siteMinistry(ministry),
    hasWorker: config.SERVICE_WORKER && web.workerScript !== null,
    hasReminders: door.database !== null,
    channelPosters: posters.addresses,
  };
}

/** Clips, pictures, channels, players and the television page. */
async function openMedia(site: Site): Promise<{ rooms: Hono[]; close(): Promise<void> }> {
  const { config, ministry, library, posters, web, log, now, door, dataDir, report } = site;
  const { clientAddress } = site;
  const channelPosters = posters.addresses;
  const { publishableKey, transport } = door;
  const store = createFileStore(resolve(dataDir, "media"));
  const views = await openViewCounts({ store, now, log });
  const images = createImages({
    dataDir,
    library,
    ownPictures: posters.ownPictures,
    youtubeImageBase: config.YOUTUBE_IMAGE_BASE,
    fetch,
    log,
    report,
    isKnownVideo: createKnownVideos({ ministry, transport, publishableKey, now }),
  });
  return {
    rooms: [
      new Hono().route("/img", images.app),
      createMedia({ library, views, clientAddress }),
      await createLive({
        ministry,
        library,
        dataDirectory: dataDir,
        now,
        fetch,
        report,
        isWatching: true,
      }),
      createEmbed({
        ministry,
        config,
        library,
        channelPosters,
        assets: (name) => web.assets.entry(name),
      }),
      createTv({
        ministry,
        config,
        library,
        web,
        transport,
        publishableKey,
        channelPosters,
        now,
      }),
    ],
    close: () => views.close(),
  };
}

/** The Bible, the devotional and the calendar of services. */
function readingRooms(
  { config, ministry, log, now, report }: Site,
  store: DevotionalStore,
): Hono[] {
  const { siteUrl } = config;
  return [
    createBible(openBibleProviders(config, { fetch, now, log, report })),
    createDevotional({ siteUrl, ministryName: ministry.name, store, now }),
    createCalendar({ ministry, siteUrl, now }),
  ];
}

/** The pages, what they are made of, and what an installed app needs of them. */
async function openPages(site: Site): Promise<{ rooms: Hono[]; pages: Pages }> {
  const { config, ministry, web, now, door, state, clientAddress } = site;
  const { assets, workerScript } = web;
  const renderer = pageRenderer(web.entry, door.transport);
  const shells = state.hasWorker ? offlineShells(state, { renderer, assets }) : [];
  const worker =
    state.hasWorker && workerScript !== null
      ? workerFile({ script: workerScript, files: assets.appFiles, shells, backendUrl: door.url })
      : KILL_SWITCH;
  return {
    rooms: [
      createSiteApi(state),
      createAppLinkFiles(config),
      await createInstalledApp({
        ministry,
        iconDir: ICON_DIR,
        backendOrigin: door.url || null,
        workerFile: worker,
      }),
      web.files,
    ],
    pages: createPages({
      site: state,
      renderer,
      web,
      shells,
      clientAddress,
      rateLimitFactor: config.RATE_LIMIT_FACTOR,
      now,
    }),
  };
}
