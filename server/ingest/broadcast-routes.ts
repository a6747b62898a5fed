import { setTimeout as wait } from "node:timers/promises";
import type { Context } from "hono";
import { isWithin, SECOND_MS } from "@reign-tv/kit/durations.ts";
import { precompress } from "@reign-tv/kit/http/precompressed-body.ts";
import { requestContextOf } from "@reign-tv/kit/http/request-context.ts";
import { CACHE } from "#server/http/cache-policy.ts";
import { PUBLIC_HEADERS } from "#server/http/public-headers.ts";
import { type ActiveSource, backupPath } from "#server/live/active-source.ts";
import { type LinearChannels, SOUND_PLAYLIST } from "#server/live/linear-channels.ts";
import { JSON_TYPE, PLAYLIST_TYPE, sendLive } from "#server/live/live-responses.ts";
import { masterPlaylist } from "#server/live/live-playlist.domain.ts";
import type { BroadcastFacts } from "#shared/contracts/broadcast-facts.ts";
import type { ChannelId } from "#shared/live/channels.ts";
import type { Ministry } from "#shared/site/ministry.ts";
import {
  type MediaPlaylist,
  writeMediaPlaylist,
} from "@reign-tv/ingest/playlists/media-playlist.domain.ts";
import {
  type Rendition,
  sessionMasterPlaylist,
} from "@reign-tv/ingest/playlists/session-playlists.domain.ts";
import { broadcastFolder } from "./broadcast-urls.ts";
import { type BroadcastWatch, MEASURED_SEGMENTS, type Watched } from "./broadcast-watch.ts";
import { backPlaylist, edgePlaylist, programmeFrom } from "./channel-playlist.domain.ts";
import type { FileReader } from "./read-broadcast-file.ts";
import { isOfPeer } from "./peer-requests.ts";
import type { RecordedSound } from "./recorded-sound.ts";

/** Name of the only picture rendition of a channel without a lineup. */
const OWN_RENDITION = "live";
/** Playlist of the last two hours of the newest broadcast, and of its sound: it ends when the broadcast has. */
const WINDOWS: Readonly<Record<string, Rendition>> = { window: "picture", "audio-window": "sound" };
const PLAYLIST_SLOT_MS = 500;
/** Above the longest segment of a programme. Later, the encoder is away, or its key frames are far apart. */
const LONGEST_BLOCK_MS = 6 * SECOND_MS;
/** Further numbers than the next ones are answered at once. */
const BLOCKED_AHEAD = 2;
const FILE = /^\/live\/([a-z0-9-]+)\/(\d+-[a-z0-9]+)\/([\w.-]{1,40})$/;
const PLAYLIST = /^\/live\/([a-z0-9-]+)\/([a-z0-9-]+)\.m3u8$/;
const DOCUMENT = /^\/live\/([a-z0-9-]+)\/(guide|broadcast)$/;

type BroadcastRoutesDeps = {
  ministry: () => Pick<Ministry, "channels">;
  activeSource: ActiveSource;
  linear: Pick<LinearChannels, "programmeOf" | "guideOf">;
  watch: BroadcastWatch;
  readFile: FileReader;
  recordedSound: RecordedSound;
  /** Clock; milliseconds since the epoch. */
  now: () => number;
};

type Answer = {
  body: ReturnType<typeof precompress>;
  /** Number of the segment for which a request may wait; null: none. */
  blocksUntil: number | null;
};

/**
 * Serves the paths of channels whose source are own broadcasts, below `/live/{channel}`: `index.m3u8`, its renditions,
 * `audio.m3u8`, `window.m3u8`, `guide`, `broadcast`, the files of a broadcast and, once it has ended, its own
 * `audio.m3u8` and `audio.m4a`. Null for every other path.
 */
export function createBroadcastRoutes(
  deps: BroadcastRoutesDeps,
): (context: Context) => Promise<Response> | null {
  const { ministry, activeSource, linear, watch, recordedSound, now } = deps;
  const memos = new Map<string, Answer & { version: string }>();

  /** While staff play another source, viewers do not see what arrives. */
  function isShown(channel: ChannelId): boolean {
    const { channels } = ministry();
    return Object.hasOwn(channels, channel) && activeSource(channel).source?.kind === "ingest";
  }

  const programmeOf = (channel: ChannelId) => linear.programmeOf(backupPath(channel));

  function mediaPlaylist(channel: ChannelId, name: string, nowMs: number): MediaPlaylist | null {
    const broadcasts = watch.of(channel);
    const window = WINDOWS[name];
    if (window !== undefined) {
      const broadcast = broadcasts.findLast(({ first, entries }) => first && entries.length > 0);
      return broadcast ? backPlaylist(broadcast, window) : null;
    }
    const open = programmeOf(channel);
    const renditions = open?.renditions ?? [];
    const found = renditions.find((one) => one.name === name);
    const isKnown = found !== undefined || (name === OWN_RENDITION && open === null);
    if (!isKnown && name !== SOUND_PLAYLIST) return null;
    const rendition = name === SOUND_PLAYLIST ? "sound" : "picture";
    return edgePlaylist(broadcasts, programmeFrom(open, found?.size), rendition, nowMs);
  }

  function master(channel: ChannelId): string | null {
    const renditions = programmeOf(channel)?.renditions ?? [];
    const broadcast = running(watch.of(channel));
    if (broadcast === null) return renditions.length === 0 ? null : masterPlaylist(renditions);
    return sessionMasterPlaylist({
      entries: broadcast.entries.slice(-MEASURED_SEGMENTS),
      pictureUri: `${renditions[0]?.name ?? OWN_RENDITION}.m3u8`,
      soundUri: `${SOUND_PLAYLIST}.m3u8`,
    });
  }

  function playlist(channel: ChannelId, name: string, isDelta: boolean): Answer | null {
    const slotMs = Math.floor(now() / PLAYLIST_SLOT_MS) * PLAYLIST_SLOT_MS;
    const states = watch
      .of(channel)
      .map((one) => [one.id, one.entries.length, one.onAirAtMs, one.endedAtMs]);
    const version = JSON.stringify([slotMs, states]);
    const key = `${channel}/${name}/${isDelta}`;
    const memo = memos.get(key);
    if (memo?.version === version) return memo;
    const media = name === "index" ? null : mediaPlaylist(channel, name, slotMs);
    const text = name === "index" ? master(channel) : media && writeMediaPlaylist(media, isDelta);
    if (text === null) return null;
    const blocksUntil = media?.canBlock ? media.firstSequence + media.segments.length : null;
    const answer = { body: precompress(text, "passing"), blocksUntil };
    // Only names that exist, so that requests take no memory.
    memos.set(key, { version, ...answer });
    return answer;
  }

  /** Waits for a segment that a player asks for before there is one. */
  async function playlistWith(
    channel: ChannelId,
    name: string,
    isDelta: boolean,
    wanted: number,
  ): Promise<Answer | null> {
    const askedAtMs = now();
    let answer = playlist(channel, name, isDelta);
    while (isAhead(answer, wanted) && isWithin(LONGEST_BLOCK_MS, askedAtMs, now())) {
      // Nothing changes any more when the server stops.
      await Promise.race([watch.changed(), wait(SECOND_MS, undefined, { ref: false })]);
      answer = playlist(channel, name, isDelta);
    }
    return answer;
  }

  async function sendPlaylist(context: Context, channel: ChannelId, name: string) {
    const isDelta = context.req.query("_HLS_skip") === "YES";
    const wanted = Number(context.req.query("_HLS_msn") ?? Number.NaN);
    const askedMs = performance.now();
    const answer = isShown(channel) ? await playlistWith(channel, name, isDelta, wanted) : null;
    requestContextOf(context.req.raw).heldMs = performance.now() - askedMs;
    if (answer === null) return notFound(context);
    return sendLive(context, answer.body, PLAYLIST_TYPE, CACHE.broadcastPlaylist);
  }

  async function sendDocument(context: Context, channel: ChannelId, name: string) {
    if (!isShown(channel)) return notFound(context);
    const broadcast = running(watch.of(channel));
    // Viewers who are behind ask after the end, too: null is no error.
    const answer = name === "guide" ? guide(channel, broadcast) : facts(broadcast);
    if (name === "guide" && answer === null) return notFound(context);
    const body = precompress(JSON.stringify(answer), "passing");
    return sendLive(context, body, JSON_TYPE, CACHE.liveGuide);
  }

  function guide(channel: ChannelId, broadcast: Watched | null) {
    if (broadcast !== null) return { v: 1, previous: [], now: null, next: [] };
    return linear.guideOf(backupPath(channel), now());
  }

  async function sendFile(context: Context, channel: ChannelId, folder: string, name: string) {
    const broadcast = watch.of(channel).find((one) => broadcastFolder(one) === folder);
    const sound = broadcast && (await recordedSound(context, broadcast, name));
    if (sound) return sound;
    const asksPeer = !isOfPeer(context);
    const bytes = broadcast === undefined ? null : await deps.readFile(broadcast, name, asksPeer);
    if (bytes === null) return notFound(context);
    return context.body(new Uint8Array(bytes), 200, {
      ...PUBLIC_HEADERS,
      "Content-Type": name.includes(".audio.") ? "audio/mp4" : "video/mp4",
      "Cache-Control": CACHE.immutable,
    });
  }

  return (context) => {
    const { path } = context.req;
    const [, channel = "", ...rest] =
      FILE.exec(path) ?? PLAYLIST.exec(path) ?? DOCUMENT.exec(path) ?? [];
    const { channels } = ministry();
    const isOwn = Object.hasOwn(channels, channel) && channels[channel]?.source.kind === "ingest";
    const [first = "", second] = rest;
    if (!isOwn || first === "") return null;
    if (second !== undefined) return sendFile(context, channel, first, second);
    return path.endsWith(".m3u8")
      ? sendPlaylist(context, channel, first)
      : sendDocument(context, channel, first);
  };
}

function isAhead(answer: Answer | null, wanted: number): boolean {
  const next = answer?.blocksUntil ?? null;
  return next !== null && wanted >= next && wanted < next + BLOCKED_AHEAD;
}

function notFound(context: Context): Response {
  context.header("Cache-Control", CACHE.none);
  return context.json({ error: "not_found" }, 404, PUBLIC_HEADERS);
}

function running(broadcasts: readonly Watched[]): Watched | null {
  return broadcasts.findLast((one) => one.first !== null && one.endedAtMs === null) ?? null;
}

function facts(broadcast: Watched | null): BroadcastFacts | null {
  if (broadcast === null || broadcast.onAirAtMs === null) return null;
  return {
    v: 1,
    // Its first segment was recorded before it was published.
    startedAt: new Date(broadcast.entries[0]?.startMs ?? broadcast.onAirAtMs).toISOString(),
    chapters: broadcast.chapters.map(({ atMs, title }) => ({
      at: new Date(atMs).toISOString(),
      title,
    })),
  };
}
