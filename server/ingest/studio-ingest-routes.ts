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
import type { BroadcastStore, EncoderAccess } from "./broadcast-store.ts";
import { broadcastFolder } from "./broadcast-urls.ts";
import type { BroadcastWatch, Watched } from "./broadcast-watch.ts";
import type { Recordings } from "./recordings.ts";
import type { Receiver } from "./receive-broadcasts.ts";

/** A rejection is shown for as long as staff may be setting up the encoder. */
const REJECTION_SHOWN_MS = 5 * MINUTE_MS;
/** Segments whose sizes tell the bit rate. */
const NEWEST_SEGMENTS = 10;

/** @param authorization header of the member of staff. */
export type NoteDeletion = (
  authorization: string,
  recording: { channel: ChannelId; id: string },
) => Promise<void>;

type StudioIngestDeps = {
  /** Address for encoders; null without a port. */
  rtmpUrl: string | null;
  encoderAccess: () => Promise<EncoderAccess>;
  store: Pick<BroadcastStore, "watching" | "recordingsElsewhere">;
  /** Name of this server in rows. */
  serverId: string;
  /**
   * Writes the deletion of a recording to the activity log, in the name of the caller.
   *
   * @throws Error when that fails.
   */
  noteDeletion: NoteDeletion;
  watch: BroadcastWatch;
  receiver: Pick<Receiver, "lastRejection">;
  host: Pick<BroadcastHost, "checkOf" | "portProblem">;
  recordings: Pick<Recordings, "space" | "list" | "remove">;
  /** Viewers are counted. */
  isCounting: boolean;
  channels: () => readonly ChannelId[];
  requirePermission: RequirePermission;
  log: Pick<Logger, "info" | "warn">;
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
      context.json({ recordings: await recordingsOf(deps, context.req.param("channel")) }),
    )
    .delete(`${path}/recordings/:id{[0-9]+-[a-z0-9]+}`, staff, known, async (context) => {
      const { channel, id } = context.req.param();
      const listed = await recordingsOf(deps, channel);
      if (!listed.some((one) => one.id === id)) return context.json({ error: "not found" }, 404);
      try {
        await deps.noteDeletion(context.req.header("authorization") ?? "", { channel, id });
      } catch (error) {
        deps.log.warn({ event: "recording_not_deleted", channel, recording: id, err: error });
        return context.json({ error: "unavailable" }, 503);
      }
      await deps.recordings.remove(channel, id);
      deps.log.info({ event: "recording_deleted", channel, recording: id });
      return context.json({ recordings: await recordingsOf(deps, channel) });
    });
}

/** Recordings on this server, and those on others as the rows name them. */
async function recordingsOf(
  { recordings, store, serverId }: Pick<StudioIngestDeps, "recordings" | "store" | "serverId">,
  channel: ChannelId,
): Promise<StudioRecordings["recordings"]> {
  const own = (await recordings.list(channel)).map(({ id, startMs, seconds, bytes }) => ({
    id,
    startedAt: startMs === null ? null : iso(startMs),
    seconds: Math.round(seconds),
    bytes,
    server: null,
  }));
  const others = (await store.recordingsElsewhere(channel, serverId)).map((one) => ({
    id: broadcastFolder(one),
    startedAt: iso(one.startedAtMs),
    seconds: Math.round(one.seconds),
    bytes: one.bytes,
    server: one.server.split(":")[0] ?? "",
  }));
  // Servers may share a folder.
  const ids = new Set(own.map(({ id }) => id));
  return [...own, ...others.filter(({ id }) => !ids.has(id))].toSorted((a, b) =>
    (b.startedAt ?? "").localeCompare(a.startedAt ?? ""),
  );
}

async function stateOf(deps: StudioIngestDeps, channel: ChannelId): Promise<StudioIngest> {
  const { store, watch, now } = deps;
  const [{ isOpen, keys }, watching, space] = await Promise.all([
    deps.encoderAccess(),
    deps.isCounting ? store.watching() : null,
    deps.recordings.space(deps.channels()),
  ]);
  const key = keys.find((one) => one.channel === channel);
  const broadcast = watch.of(channel).findLast(({ endedAtMs }) => endedAtMs === null) ?? null;
  const rejection = deps.receiver.lastRejection();
  const isRecent = rejection !== null && isWithin(REJECTION_SHOWN_MS, rejection.atMs, now());
  return {
    rtmpUrl: deps.rtmpUrl,
    acceptsEncoders: isOpen,
    portProblem: deps.host.portProblem(),
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
  const newest = entries.slice(-NEWEST_SEGMENTS);
  const rate = measuredRate(newest, "picture") ?? measuredRate(newest, "sound");
  return rate === null ? null : Math.round(rate.average / 1_000);
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
