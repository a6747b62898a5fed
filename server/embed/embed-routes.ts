import { type Context, Hono } from "hono";
import { CACHE } from "#server/http/cache-policy.ts";
import { policyHeader, permissionsPolicy } from "#server/http/security-headers.ts";
import { precompress, sendPrecompressed } from "@reign-tv/kit/http/precompressed-body.ts";
import { DEFAULT_LANGUAGE } from "#shared/languages.ts";
import { findRequestedChannel, channelPage } from "./channel-page.ts";
import type { EmbedDeps, EmbedReply } from "./embed-page.ts";
import { isOnEmbedOrigin } from "./embed-policy.ts";
import { readEmbedQuery } from "./embed-query.ts";
import { notFoundPage } from "./notice-pages.ts";
import { clipPage, ownVideoPage } from "./player-page.ts";
import { scriptPage } from "./script-page.ts";
import { youtubePage } from "./provider-page.ts";

const VIDEO_ID = "[\\w-]{11}";

/**
 * Serves one small page per player, ours and providers', each with its own content policy (R-21). The main pages need
 * no permissions for third parties, because every player runs in one of these pages.
 */
export function createEmbedRoutes(deps: EmbedDeps): Hono {
  const { library } = deps;
  const app = new Hono();

  app.use("/embed/*", deps.limitPreviews);
  app.get("/embed/channel/:id", async (c) => {
    const request = await findRequestedChannel(c, deps);
    return request === null ? sendNotFound(c, deps) : send(c, channelPage(request));
  });

  app.get("/embed/script/:id", async (c) => {
    const request = await findRequestedChannel(c, deps);
    if (request?.source?.kind !== "script") return sendNotFound(c, deps);
    const { source, channel, query } = request;
    const isSandboxed = !isOnEmbedOrigin(c.req.url, deps.config);
    return send(c, scriptPage(deps, { source, title: channel.name[query.language], isSandboxed }));
  });

  app.get("/embed/clip/:id", (c) => {
    const clip = library.clips.get(c.req.param("id"));
    const own = clip ? undefined : deps.ownVideos?.find(c.req.param("id"));
    if (own) return send(c, ownVideoPage(deps, own, readEmbedQuery(c.req.query(), own.language)));
    if (!clip) return sendNotFound(c, deps);
    return send(c, clipPage(deps, clip, readEmbedQuery(c.req.query(), clip.language)));
  });

  app.get(`/embed/yt/:id{${VIDEO_ID}}`, (c) => {
    const query = readEmbedQuery(c.req.query(), DEFAULT_LANGUAGE);
    const target = { videoId: c.req.param("id") };
    const { title } = query;
    return send(
      c,
      youtubePage(deps, {
        target,
        query,
        title,
        isChannel: false,
        fallbackUrl: null,
        follow: null,
      }),
    );
  });

  app.get("/embed/*", (c) => sendNotFound(c, deps));
  return app;
}

async function send(c: Context, reply: EmbedReply, status: 200 | 404 = 200): Promise<Response> {
  const page = precompress(String(await reply.document), "passing");
  const headers = {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": policyHeader(reply.policy),
    "Permissions-Policy": permissionsPolicy(reply.playerOrigins ?? []),
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "X-Content-Type-Options": "nosniff",
    // The page depends on query and origin, so shared caches gain nothing.
    "Cache-Control":
      status === 200 && c.req.query("preview") === undefined ? CACHE.checked : CACHE.none,
  };
  return sendPrecompressed(c, page, headers, status);
}

function sendNotFound(c: Context, deps: EmbedDeps): Promise<Response> {
  const { language } = readEmbedQuery(c.req.query(), DEFAULT_LANGUAGE);
  return send(c, notFoundPage(deps, language), 404);
}
