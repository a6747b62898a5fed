import { type Context, Hono, type MiddlewareHandler } from "hono";
import { measuredRate } from "@reign-tv/ingest/playlists/session-playlists.domain.ts";
import { isWithin, MINUTE_MS } from "@reign-tv/kit/durations.ts";
import type { Logger } from "@reign-tv/kit/log.ts";
import type { RequirePermission } from "#server/studio/require-permission.ts";
import type { ChannelId } from "#shared/live/channels.ts";
import {
  STUDIO_INGEST_PATH,
  type StudioIngest,
  type StudioRecordings,
} from "#shared/studio/studio-ingest.ts";
import type { BroadcastHost } from "./broadcast-host.ts";
import type { BroadcastStore } from "./broadcast-store.ts";
import type { BroadcastWatch, Watched } from "./broadcast-watch.ts";
import type { Recordings } from "./recordings.ts";
import type { Receiver } from "./receive-broadcasts.ts";

/** A rejection is shown for as long as staff may be setting up the encoder. */
const REJECTION_SHOWN_MS = 5 * MINUTE_MS;
/** Segments whose sizes tell the bit rate. */
const MEASURED_SEGMENTS = 10;

type StudioIngestDeps = {
  /** Address for encoders; null without a port. */
  rtmpUrl: string | null;
  store: Pick<BroadcastStore, "keyHashes" | "watching">;
  watch: BroadcastWatch;
  receiver: Pick<Receiver, "lastRejection">;
  host: Pick<BroadcastHost, "checkOf" | "isPortBlocked">;
  recordings: Pick<Recordings, "space" | "list" | "remove">;
  /** Viewers are counted. */
  isCounting: boolean;
  channels: () => readonly ChannelId[];
  requirePermission: RequirePermission;
  log: Pick<Logger, "info">;
  /** Passes a request to the server that receives the channel; null: this one does, or none. */
  passOn: (context: Context, channel: ChannelId) => Promise<Response> | null;
  /** Clock; milliseconds since the epoch. */
  now: () => number;
};

/**
 * `GET /api/studio/ingest/{channel}` (`StudioIngest`) and the channel's recordings (`StudioRecordings`), for staff with
 * the permission `channels`.
 */
export function createStudioIngestRoutes(deps: StudioIngestDeps): Hono {
  const path = `${STUDIO_INGEST_PATH}/:channel`;
  const staff = deps.requirePermission("channels");
  const known: MiddlewareHandler = async (context, next) => {
    const isKnown = deps.channels().includes(context.req.param("channel") ?? "");
    return isKnown ? next() : context.json({ error: "not found" }, 404);
  };
  return new Hono()
    .get(path, staff, known, async (context) => {
      const channel = context.req.param("channel");
      return deps.passOn(context, channel) ?? context.json(await stateOf(deps, channel));
    })
    .get(`${path}/recordings`, staff, known, async (context) =>
      context.json(await recordingsOf(deps, context.req.param("channel"))),
    )
    .delete(`${path}/recordings/:id{[0-9]+-[a-z0-9]+}`, staff, known, async (context) => {
      const { channel, id } = context.req.param();
      if (!(await deps.recordings.remove(channel, id))) {
        return context.json({ error: "not found" }, 404);
      }
      deps.log.info({ event: "recording_deleted", channel, recording: id });
      return context.json(await recordingsOf(deps, channel));
    });
}

async function recordingsOf(
  { recordings }: Pick<StudioIngestDeps, "recordings">,
  channel: ChannelId,
): Promise<StudioRecordings> {
  const sessions = await recordings.list(channel);
  return {
    recordings: sessions.map(({ id, startMs, seconds, bytes }) => ({
      id,
      startedAt: startMs === null ? null : iso(startMs),
      seconds: Math.round(seconds),
      bytes,
    })),
  };
}

async function stateOf(deps: StudioIngestDeps, channel: ChannelId): Promise<StudioIngest> {
  const { store, watch, now } = deps;
  const [keys, watching, space] = await Promise.all([
    store.keyHashes(),
    deps.isCounting ? store.watching() : null,
    deps.recordings.space(deps.channels()),
  ]);
  const key = keys.find((one) => one.channel === channel);
  const broadcast = watch.of(channel).findLast(({ endedAtMs }) => endedAtMs === null) ?? null;
  const rejection = deps.receiver.lastRejection();
  const isRecent = rejection !== null && isWithin(REJECTION_SHOWN_MS, rejection.atMs, now());
  return {
    rtmpUrl: deps.rtmpUrl,
    isPortBlocked: deps.host.isPortBlocked(),
    keyMadeAt: key === undefined ? null : iso(key.createdAtMs),
    broadcast: broadcast === null ? null : broadcastOf(deps, broadcast),
    rejection: isRecent ? { reason: rejection.reason, at: iso(rejection.atMs) } : null,
    watching: watching && (watching[channel] ?? 0),
    ...space,
  };
}

function broadcastOf(
  { host }: Pick<StudioIngestDeps, "host">,
  broadcast: Watched,
): NonNullable<StudioIngest["broadcast"]> {
  const { id, channel, via, startedAtMs, droppedAtMs, chapters, recordingProblem } = broadcast;
  const check = host.checkOf(channel);
  return {
    id,
    via,
    startedAt: iso(startedAtMs),
    isArriving: droppedAtMs === null,
    isOnAir: broadcast.first !== null,
    isStopping: broadcast.isStopRequested,
    recordingProblem,
    chapters: chapters.map(({ id: chapter, atMs, title }) => ({
      id: chapter,
      at: iso(atMs),
      title,
    })),
    input: check?.input ?? null,
    checkResults: check?.checkResults ?? [],
    kilobitsPerViewer: kilobitsOf(broadcast),
  };
}

function kilobitsOf({ entries }: Watched): number | null {
  const newest = entries.slice(-MEASURED_SEGMENTS);
  const rate = measuredRate(newest, "picture") ?? measuredRate(newest, "sound");
  return rate === null ? null : Math.round(rate.average / 1_000);
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
