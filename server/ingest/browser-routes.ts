import { randomUUID } from "node:crypto";
import { type Context, Hono, type MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { Feed } from "@reign-tv/ingest/worker/ingest-host.ts";
import { createBoundedMap } from "@reign-tv/kit/bounded-map.ts";
import { isWithin, SECOND_MS } from "@reign-tv/kit/durations.ts";
import { CACHE } from "#server/http/cache-policy.ts";
import type { RequirePermission } from "#server/studio/require-permission.ts";
import type { ChannelId } from "#shared/live/channels.ts";
import { INGEST_PATH, PIECE_MAX_BYTES, type BrowserSession } from "#shared/studio/studio-ingest.ts";
import type { BroadcastHost } from "./broadcast-host.ts";
import type { Watched } from "./broadcast-watch.ts";
import type { Receiver } from "./receive-broadcasts.ts";

/** A browser that sends nothing for this long has lost its connection. */
const SILENT_MS = 15 * SECOND_MS;
/** One for each channel, and those that ended lately. */
const SESSIONS = 100;

type Session = {
  id: string;
  broadcast: string;
  channel: ChannelId;
  feed: Feed;
  next: number;
  /** Requests whose piece is on its way. */
  arriving: number;
  isBusy: boolean;
  heardAtMs: number;
};

type BrowserRoutesDeps = {
  receiver: Pick<Receiver, "of" | "isReceiving">;
  watch: { find: (id: string) => Pick<Watched, "isStopRequested"> | null };
  host: Pick<BroadcastHost, "openFeed">;
  channels: () => readonly ChannelId[];
  requirePermission: RequirePermission;
  /** Passes a request to the server that receives the channel; null: this one does, or none. */
  passOn: (context: Context, channel: ChannelId) => Promise<Response> | null;
  /** Clock; milliseconds since the epoch. */
  now: () => number;
};

/** Broadcasts from browsers of staff (`INGEST_PATH`), in numbered pieces. */
export type BrowserRoutes = {
  app: Hono;
  /** Notices browsers that went silent; call it every second. */
  tick(): void;
};

/** One browser sends for a channel at a time; each request needs the permission `channels`. */
export function createBrowserRoutes(deps: BrowserRoutesDeps): BrowserRoutes {
  const { receiver, now } = deps;
  const sessions = createBoundedMap<string, Session>(SESSIONS);

  async function start(channel: ChannelId): Promise<BrowserSession | "busy" | "unavailable"> {
    const feed = await deps.host.openFeed(channel).catch(() => undefined);
    if (feed === null) return "busy";
    const broadcast = receiver.of(channel);
    if (feed === undefined || broadcast === null) return "unavailable";
    const id = randomUUID();
    const fresh = { next: 0, arriving: 0, isBusy: false, heardAtMs: now() };
    sessions.set(id, { id, broadcast, channel, feed, ...fresh });
    return { session: id, next: 0 };
  }

  function sessionOf(context: Context): Session | null {
    const session = sessions.get(context.req.query("session") ?? "");
    if (session === undefined || session.channel !== context.req.param("channel")) return null;
    return receiver.isReceiving(session.broadcast) ? session : null;
  }

  /** A browser whose broadcast staff ended does not begin again. */
  function reasonOfEnd(context: Context): "stopped" | "ended" {
    const ended = sessions.get(context.req.query("session") ?? "");
    const broadcast = ended === undefined ? null : deps.watch.find(ended.broadcast);
    return broadcast?.isStopRequested === true ? "stopped" : "ended";
  }

  async function takePiece(context: Context): Promise<Response> {
    const session = sessionOf(context);
    const bytes = session === null ? null : await readPiece(context, session);
    if (session === null || sessionOf(context) === null) {
      return context.json({ error: reasonOfEnd(context) }, 410);
    }
    const isNext = Number(context.req.param("number")) === session.next;
    // Two requests at once would mix their bytes.
    if (bytes === null || !isNext || session.isBusy)
      return context.json({ next: session.next }, 409);
    session.isBusy = true;
    try {
      await session.feed.push(bytes);
      session.next += 1;
      session.heardAtMs = now();
      return context.json({ session: session.id, next: session.next } satisfies BrowserSession);
    } catch {
      await close(session);
      return context.json({ error: "unreadable" }, 422);
    } finally {
      session.isBusy = false;
    }
  }

  /**
   * Reads a whole piece; null when its connection broke off. Several may arrive at once: a phone that changes its
   * network sends the piece again while the first connection hangs.
   */
  async function readPiece(context: Context, session: Session): Promise<Uint8Array | null> {
    session.arriving += 1;
    try {
      const bytes = new Uint8Array(await context.req.arrayBuffer());
      session.heardAtMs = now();
      return bytes;
    } catch {
      return null;
    } finally {
      session.arriving -= 1;
    }
  }

  async function close(session: Session): Promise<void> {
    sessions.delete(session.id);
    await session.feed.end().catch(() => undefined);
  }

  const tooLarge = bodyLimit({
    maxSize: PIECE_MAX_BYTES,
    onError: (context) => context.json({ error: "too large" }, 413),
  });
  const known: MiddlewareHandler = async (context, next) => {
    const channel = context.req.param("channel") ?? "";
    if (!deps.channels().includes(channel)) return context.json({ error: "not found" }, 404);
    const passed = deps.passOn(context, channel);
    if (passed !== null) return passed;
    return next();
  };
  const staff = deps.requirePermission("channels");
  const app = new Hono()
    .use(`${INGEST_PATH}/*`, async (context, next) => {
      context.header("Cache-Control", CACHE.none);
      await next();
    })
    .post(`${INGEST_PATH}/:channel/start`, staff, known, async (context) => {
      const started = await start(context.req.param("channel"));
      if (typeof started !== "string") return context.json(started);
      return context.json({ error: started }, started === "unavailable" ? 503 : 409);
    })
    .post(`${INGEST_PATH}/:channel/pieces/:number{[0-9]{1,9}}`, staff, known, tooLarge, takePiece)
    .post(`${INGEST_PATH}/:channel/end`, staff, known, async (context) => {
      const session = sessionOf(context);
      if (session !== null) await close(session);
      return context.body(null, 204);
    });

  return {
    app,
    tick() {
      for (const id of sessions.keys()) {
        const session = sessions.get(id);
        if (session === undefined || session.isBusy || session.arriving > 0) continue;
        if (!isWithin(SILENT_MS, session.heardAtMs, now())) void close(session);
      }
    },
  };
}
