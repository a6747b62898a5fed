import { serve, type ServerType } from "@hono/node-server";
import { Hono } from "hono";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createEmbedRoutes } from "#server/embed/embed-routes.ts";
import { securityHeaders } from "#server/http/security-headers.ts";
import { createStaticFiles } from "#server/http/static-files.ts";
import { openLive } from "#server/live/live-routes.ts";
import { createFileStateStore } from "#server/state-store/state-store.ts";
import { mediaRoutes } from "#tests/support/media-routes.ts";
import { openChannelPosters } from "#server/media/channel-posters.ts";
import { loadLibrary, type MediaLibrary } from "#server/media/library.ts";
import { loadWebAssets } from "#server/pages/web-assets.ts";
import { channelNamed, type Channels } from "#shared/live/channels.ts";
import type { ChannelSource, Ministry } from "#shared/site/ministry.ts";
import { testMinistry } from "./ministry-fixture.ts";

/** The live, media and embed routes of the server on the real build, with channels of a test. */
export type LiveServer = {
  readonly url: string;
  close(): Promise<void>;
};

export type LiveServerOptions = {
  sources?: Channels<ChannelSource>;
  /** Fallback of the English channel's source. */
  englishFallback?: ChannelSource;
  /** Cuts every clip to its first segment: a border between clips every 4.8 s. */
  hasShortClips?: boolean;
};

/** Built web app; another folder lets a developer try one entry without a whole build. */
const CLIENT_DIR = process.env["E2E_CLIENT_DIR"] ?? "dist/client";

/** Starts the server on a free port of 127.0.0.1. */
export async function startLiveServer(options: LiveServerOptions = {}): Promise<LiveServer> {
  const whole = await loadLibrary(resolve("media"));
  const library = options.hasShortClips ? withShortClips(whole) : whole;
  const ministry = ministryOf(options);
  const dataDirectory = await mkdtemp(join(tmpdir(), "reign-live-e2e-"));
  const assets = await loadWebAssets(CLIENT_DIR);
  const live = await openLive({
    ministry: () => ministry,
    library,
    stateStore: createFileStateStore(dataDirectory),
    now: Date.now,
    fetch: noFetch,
  });
  const routes = new Hono()
    .use(securityHeaders({ isSecure: false, playerOrigins: [] }))
    .get("/around", (c) => c.html(pageAround(c.req.query("src") ?? ""), 200, AROUND_HEADERS))
    .get("/favicon.ico", (c) => c.body(null, 204))
    .get("/img/*", (c) => c.body(EMPTY_PICTURE, 200, { "Content-Type": "image/svg+xml" }))
    .route("/", await mediaRoutes(library))
    .route("/", live.app);
  const { server, url } = await listen((request) => app.fetch(request));
  const { urls: channelPosters } = await openChannelPosters(ministry, library, ".");
  const embed = createEmbedRoutes({
    ministry: () => ministry,
    library,
    channelPosters: () => channelPosters,
    activeSource: live.activeSource,
    limitPreviews: (_, next) => next(),
    previewedMinistry: () => Promise.resolve(null),
    now: Date.now,
    config: {
      siteUrl: url,
      EMBED_ORIGIN: undefined,
      EMBED_PARENTS: [],
      YOUTUBE_EMBED_BASE: "https://www.youtube-nocookie.com",
    },
    assets: (name) => assets.entry(name),
  });
  const app = routes
    .route("/", embed)
    .route("/", await createStaticFiles({ clientDir: CLIENT_DIR, webDir: "web" }));
  return {
    url,
    async close() {
      const ended = new Promise((resolveEnd) => server.close(resolveEnd));
      if ("closeAllConnections" in server) server.closeAllConnections();
      await ended;
      await rm(dataDirectory, { recursive: true, force: true });
    },
  };
}

const EMPTY_PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 9"/>';
const AROUND_HEADERS = {
  "Content-Security-Policy":
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; frame-src 'self'",
};

/** A page of the site around one embed page: keeps what the player says in `window.heard`. */
function pageAround(src: string): string {
  return `<!doctype html><title>Around</title><style>body{margin:0}iframe{border:0;width:100vw;height:100vh}</style>
<iframe src="${encodeURI(src)}" title="player" allow="autoplay; fullscreen; picture-in-picture; encrypted-media"></iframe>
<script>window.heard=[];addEventListener("message",(event)=>window.heard.push(event.data))</script>`;
}

function ministryOf({ sources, englishFallback }: LiveServerOptions): Ministry {
  const ministry = testMinistry(sources);
  if (englishFallback) channelNamed(ministry.channels, "english").fallback = englishFallback;
  return ministry;
}

function withShortClips(library: MediaLibrary): MediaLibrary {
  const clips = [...library.clips].map(
    ([id, clip]) => [id, { ...clip, segments: clip.segments.slice(0, 1) }] as const,
  );
  return { ...library, clips: new Map(clips) };
}

function noFetch(): Promise<Response> {
  return Promise.reject(new TypeError("Tests reach nobody"));
}

function listen(
  fetch: (request: Request) => Response | Promise<Response>,
): Promise<{ server: ServerType; url: string }> {
  return new Promise((ready) => {
    const server = serve({ fetch, port: 0, hostname: "127.0.0.1" }, ({ port }) =>
      ready({ server, url: `http://127.0.0.1:${port}` }),
    );
  });
}
