import { type Context, Hono } from "hono";
import { CACHE } from "#server/http/cache-policy.ts";
import { policyHeader } from "#server/http/content-policy.ts";
import { prepareBody, sendPrepared } from "#server/kit/http/prepared-body.ts";
import { permissionsPolicy } from "#server/http/security-headers.ts";
import { type ChannelId, channelIds, channelNamed } from "#shared/live/channels.ts";
import { pictureAddress } from "#shared/videos/images.ts";
import { DEFAULT_LANGUAGE } from "#shared/languages.ts";
import { EMBED_TEXTS } from "#shared/messages/embed.ts";
import type { ChannelSource, Ministry } from "#shared/site/ministry.ts";
import { channelAddress } from "./channel-address.ts";
import type { EmbedDeps, EmbedReply } from "./embed-deps.ts";
import { isOnEmbedOrigin } from "./embed-origin.ts";
import { embedDocument } from "./embed-page.ts";
import { playerPolicy } from "./embed-policy.ts";
import { type EmbedQuery, readEmbedQuery } from "./embed-query.ts";
import { notFoundCard } from "./not-found-page.ts";
import { channelPlayerPage, clipPage } from "./player-page.ts";
import { providerPage } from "./provider-page.ts";
import { scriptPage } from "./script-page.ts";
import { youtubePage } from "./youtube-page.ts";

const POSTER_WIDTH = 960;
const VIDEO_ID = "[\\w-]{11}";

/**
 * One small page per player, own or foreign, each with its own content policy. Every player of
 * the product lives in one of them, so that the main pages need no rights for anybody else.
 */
export function createEmbed(deps: EmbedDeps): Hono {
  const { ministry, config, library } = deps;
  const app = new Hono();

  app.get("/embed/channel/:id", (c) => {
    const id = channelIds(ministry.channels).find((candidate) => candidate === c.req.param("id"));
    if (!id) return sendNotFound(c, deps);
    const query = channelQuery(c, ministry, id);
    const source = sourceOf(ministry, id, query);
    if (!source) return sendNotFound(c, deps);
    return send(c, channelPage(deps, { id, query, source, url: c.req.url }));
  });

  app.get("/embed/script/:id", (c) => {
    const id = channelIds(ministry.channels).find((candidate) => candidate === c.req.param("id"));
    if (!id) return sendNotFound(c, deps);
    const query = channelQuery(c, ministry, id);
    const source = sourceOf(ministry, id, query);
    if (source?.kind !== "script") return sendNotFound(c, deps);
    const isSandboxed = !isOnEmbedOrigin(c.req.url, config);
    return send(
      c,
      scriptPage(deps, {
        source,
        title: channelNamed(ministry.channels, id).name[query.language],
        isSandboxed,
      }),
    );
  });

  app.get("/embed/clip/:id", (c) => {
    const clip = library.clips.get(c.req.param("id"));
    if (!clip) return sendNotFound(c, deps);
    return send(c, clipPage(deps, clip, readEmbedQuery(c.req.query(), clip.language)));
  });

  app.get(`/embed/yt/:id{${VIDEO_ID}}`, (c) => {
    const query = readEmbedQuery(c.req.query(), DEFAULT_LANGUAGE);
    const target = { videoId: c.req.param("id") };
    const { title } = query;
    return send(
      c,
      youtubePage(deps, { target, query, title, isChannel: false, fallbackUrl: null }),
    );
  });

  app.get("/embed/*", (c) => sendNotFound(c, deps));
  return app;
}

type ChannelRequest = { id: ChannelId; query: EmbedQuery; source: ChannelSource; url: string };

function channelPage(deps: EmbedDeps, { id, query, source, url }: ChannelRequest): EmbedReply {
  const { ministry, config, channelPosters } = deps;
  const { name, fallback } = channelNamed(ministry.channels, id);
  const hasFallback = fallback !== undefined && query.source === "primary";
  const fallbackUrl = hasFallback ? channelAddress(id, query, "fallback") : null;
  const poster = pictureAddress(channelNamed(channelPosters, id), POSTER_WIDTH, "webp");
  switch (source.kind) {
    case "linear":
      return channelPlayerPage(deps, {
        id,
        query,
        poster,
        fallbackUrl,
        streamOrigins: [],
        source: {
          kind: "linear",
          playlist: `/live/${id}/index.m3u8`,
          guide: `/live/${id}/guide`,
        },
      });
    case "hls": {
      const hosts = (source.hosts ?? []).map((host) => `https://${host}`);
      return channelPlayerPage(deps, {
        id,
        query,
        poster,
        fallbackUrl,
        streamOrigins: [new URL(source.url).origin, ...hosts],
        source: { kind: "hls", playlist: source.url },
      });
    }
    case "youtube": {
      const { videoId, channelId = "" } = source;
      const target = videoId === undefined ? { channelId } : { videoId };
      return youtubePage(deps, {
        target,
        query,
        title: name[query.language],
        isChannel: true,
        fallbackUrl,
      });
    }
    case "iframe":
    case "script": {
      const isOnSibling = isOnEmbedOrigin(url, config);
      return providerPage(deps, {
        id,
        query,
        source,
        poster,
        fallbackUrl,
        isOnEmbedOrigin: isOnSibling,
      });
    }
  }
}

function channelQuery(c: Context, ministry: Ministry, id: ChannelId): EmbedQuery {
  return readEmbedQuery(c.req.query(), channelNamed(ministry.channels, id).language);
}

function sourceOf(ministry: Ministry, id: ChannelId, query: EmbedQuery): ChannelSource | null {
  const { source, fallback } = channelNamed(ministry.channels, id);
  return query.source === "fallback" ? (fallback ?? null) : source;
}

async function send(c: Context, reply: EmbedReply, status: 200 | 404 = 200): Promise<Response> {
  const page = prepareBody(String(await reply.document), "passing");
  const headers = {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": policyHeader(reply.policy),
    "Permissions-Policy": permissionsPolicy(reply.playerOrigins ?? []),
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "X-Content-Type-Options": "nosniff",
    // What it says depends on its query and its origin: no cache between would gain by it.
    "Cache-Control": status === 200 ? CACHE.checked : CACHE.none,
  };
  return sendPrepared(c, page, headers, status);
}

function sendNotFound(c: Context, { config, assets }: EmbedDeps): Promise<Response> {
  const { language } = readEmbedQuery(c.req.query(), DEFAULT_LANGUAGE);
  const texts = EMBED_TEXTS[language];
  const { css } = assets("web/embed/player.ts");
  const document = embedDocument({
    language,
    title: texts.notFoundTitle,
    entry: { js: null, css },
    config: {},
    body: notFoundCard(texts),
  });
  return send(c, { document, policy: playerPolicy(config, []) }, 404);
}
