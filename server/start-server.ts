import { resolve } from "node:path";
import { Hono } from "hono";
import { createApp } from "./app.ts";
import { openBackend } from "./backend-door.ts";
import { commaList } from "./backend-settings.ts";
import { createBible } from "./bible/create-bible.ts";
import { openBibleProviders } from "./bible/open-providers.ts";
import type { Config } from "./config.ts";
import { createEmbed } from "./embed/create-embed.ts";
import { guardEmbedOrigin } from "./embed/embed-origin.ts";
import { createDevotional } from "./devotional/create-devotional.ts";
import { createFileStore } from "./file-store.ts";
import { createClientAddress } from "./http/client-address.ts";
import { createCalendar } from "./calendar/create-calendar.ts";
import { openToApp } from "./http/app-cors.ts";
import { createCspReport } from "./http/csp-report.ts";
import { createLogger } from "./http/log.ts";
import { openPort } from "./http/port.ts";
import { createInstalledApp } from "./installed-app/create-installed-app.ts";
import { KILL_SWITCH, workerFile } from "./installed-app/worker-file.ts";
import { createLive } from "./live/create-live.ts";
import { createMedia } from "./media/create-media.ts";
import { createImages } from "./media/images/create-images.ts";
import { createKnownVideos } from "./media/known-videos.ts";
import { loadLibrary } from "./media/library.ts";
import { openViewCounts } from "./media/view-counts.ts";
import { loadMinistry } from "./ministry.ts";
import { offlineShells } from "./pages/offline-shells.ts";
import { pageRenderer, type Transport } from "./pages/page-renderer.ts";
import { createAppLinkFiles } from "./pages/app-link-files.ts";
import { createPages } from "./pages/pages.ts";
import { createSiteApi } from "./pages/site-api.ts";
import type { WebApp } from "./pages/web-app.ts";
import { openPush } from "./push/open-push.ts";
import { channelPosters, siteMinistry } from "./site-state.ts";
import { createTv } from "./tv/create-tv.ts";

/** A running server. */
export type RunningServer = {
  readonly address: string;
  readonly ministryName: string;
  /** Refuses new work, finishes what runs, stops the database. */
  close(): Promise<void>;
};

const ROOT = resolve(import.meta.dirname, "..");
const MEDIA_DIR = resolve(ROOT, "media");
const ICON_DIR = resolve(ROOT, "web/app/icons");
const DRAIN_MS = 10_000;

/**
 * Starts everything on one port.
 *
 * @throws StartError with one sentence for every reason that an operator can do something about.
 */
export async function startServer(
  config: Config,
  openWebApp: (root: string) => Promise<WebApp>,
): Promise<RunningServer> {
  const log = createLogger(config.LOG_LEVEL);
  const now = Date.now;
  const ministry = await loadMinistry(config.MINISTRY_FILE);
  const port = await openPort(config.HOST, config.PORT);
  try {
    const [library, web] = await Promise.all([loadLibrary(MEDIA_DIR), openWebApp(ROOT)]);
    let app = new Hono();
    const inProcess: Transport = async (url, init) => app.request(url, init);
    const door = await openBackend({
      config,
      ministry,
      log,
      now,
      inProcess,
      isReloading: web.development !== null,
    });
    const { transport } = door;
    const dataDir = resolve(config.DATA_DIR);
    const views = await openViewCounts({
      store: createFileStore(resolve(dataDir, "media")),
      now,
      log,
    });
    const clientAddress = createClientAddress(commaList(config.TRUSTED_PROXY ?? ""));
    const images = createImages({
      dataDir,
      library,
      youtubeImageBase: config.YOUTUBE_IMAGE_BASE,
      fetch,
      log,
      isKnownVideo: createKnownVideos({
        ministry,
        transport,
        publishableKey: door.publishableKey,
        now,
      }),
    });
    const push =
      door.database &&
      openPush({ config, ministry, database: door.database, dataDir, log, now, clientAddress });
    const hasWorker = config.SERVICE_WORKER && web.workerScript !== null;
    const site = {
      siteUrl: config.siteUrl,
      backendUrl: door.url,
      publishableKey: door.publishableKey,
      embedOrigin: config.EMBED_ORIGIN ?? "",
      ministry: siteMinistry(ministry),
      hasWorker,
      channelPosters: channelPosters(ministry, library),
    };
    const renderer = pageRenderer(web.entry, transport);
    const shells = hasWorker ? offlineShells(site, { renderer, assets: web.assets }) : [];
    app = createApp({
      headers: {
        isSecure: config.siteUrl.startsWith("https://"),
        playerOrigins: [config.YOUTUBE_EMBED_BASE],
      },
      log,
      rooms: [
        new Hono().use(guardEmbedOrigin(config)),
        new Hono().use("/api/*", openToApp()),
        ...(web.development === null ? [] : [web.development.room]),
        ...door.rooms,
        new Hono().route("/img", images.app),
        createMedia({ library, views, clientAddress }),
        await createLive({ ministry, library, dataDirectory: dataDir, now, fetch }),
        createBible(openBibleProviders(config, { fetch, now, log })),
        createDevotional({
          siteUrl: config.siteUrl,
          ministryName: ministry.name,
          publishableKey: door.publishableKey,
          transport,
          now,
        }),
        createCalendar({ ministry, siteUrl: config.siteUrl, now }),
        createTv({
          ministry,
          config,
          library,
          web,
          transport,
          publishableKey: door.publishableKey,
          channelPosters: site.channelPosters,
          now,
        }),
        createEmbed({ ministry, config, library, assets: (name) => web.assets.entry(name) }),
        createSiteApi(site),
        createAppLinkFiles(config),
        createCspReport({ log, now }),
        ...(push ? [push.app] : []),
        await createInstalledApp({
          ministry,
          iconDir: ICON_DIR,
          backendOrigin: door.url || null,
          workerFile:
            hasWorker && web.workerScript !== null
              ? workerFile({
                  script: web.workerScript,
                  files: web.assets.appFiles,
                  shells,
                  backendUrl: door.url,
                })
              : KILL_SWITCH,
        }),
        web.files,
      ],
      pages: createPages({ site, renderer, web, shells, now }),
    });
    port.serve(app.fetch);
    return {
      address: port.address,
      ministryName: ministry.name,
      async close() {
        door.startDraining();
        await port.close(DRAIN_MS);
        await push?.clock.stop();
        await Promise.all([door.close(), web.close(), views.close()]);
      },
    };
  } catch (error) {
    await port.close(0);
    throw error;
  }
}
