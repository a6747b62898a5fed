import { ErrorDetails, ErrorTypes, Events, Hls } from "hls.js/light";
import type { PlayerSource } from "#shared/embed/embed-config.ts";
import { HOUR_S } from "@reign-tv/kit/durations.ts";
import { loaderWithBackoff } from "#shared/live/loader-backoff.ts";
import { followLive } from "#shared/live/follow-live.ts";
import { createRewind } from "#shared/live/hls-rewind.ts";
import { type Engine, type EngineEvents, type Quality, windowOf } from "./engine.ts";
import { SizeCap } from "./size-cap.ts";

/** Target durations between the newest segment and the shown frame. */
const LIVE_SYNC_COUNT = 2;
/**
 * Our own channel needs low latency least: five more seconds absorb slow connections and servers.
 */
const LINEAR_SYNC_COUNT = 3;
const BITS = 8;
const NOT_FOUND = 404;
/** 360p is about 250 MB an hour, 1080p six to eight times as much. */
const SAVING_MAX_HEIGHT_PX = 360;

/**
 * Engine of hls.js, loaded on demand (118 kB gzip). Null where the browser has no Media Source
 * Extensions.
 */
export function createHlsEngine(
  video: HTMLVideoElement,
  source: Exclude<PlayerSource, { kind: "file" }>,
  { onFailure, onProgress }: EngineEvents,
  savesData: boolean,
): Engine | null {
  if (!Hls.isSupported()) return null;
  const hls = new Hls({
    loader: loaderWithBackoff(Hls.DefaultConfig.loader),
    liveSyncDurationCount: source.kind === "linear" ? LINEAR_SYNC_COUNT : LIVE_SYNC_COUNT,
    backBufferLength: 30,
    capLevelToPlayerSize: !savesData,
    // A phone gets the small rendition of our own channels, at any pixel ratio.
    ignoreDevicePixelRatio: source.kind === "linear",
    capLevelController: SizeCap,
    // Data saver starts with the lowest rendition; otherwise the measured bandwidth decides.
    startLevel: savesData ? 0 : -1,
    // A worker would need blob: in the content policy and gains nothing for fragmented MP4.
    enableWorker: false,
    // Otherwise a live stream has a finite duration that grows.
    liveDurationInfinity: true,
  });
  const follower =
    source.broadcasts === undefined ? null : followLive(hls, Events, video, source.playlist);
  const rewind = createRewind(hls, Events, video, {
    home: source.playlist,
    past: windowOf(source),
    onChange: (isLive) => follower?.setFollowing(isLive),
  });
  hls.on(Events.MANIFEST_PARSED, onProgress);
  const savingLines = savesData ? SAVING_MAX_HEIGHT_PX : Number.POSITIVE_INFINITY;
  let chosenLines = Number.POSITIVE_INFINITY;
  const limitLevels = (): void => capLevel(hls, Math.min(chosenLines, savingLines));
  hls.on(Events.MANIFEST_PARSED, limitLevels);
  hls.on(Events.FRAG_BUFFERED, onProgress);
  let playlistBytes = 0;
  let segmentBytes = 0;
  let uselessBytes = 0;
  /** Bytes of playlists before the first segment was requested; null until then. */
  let bytesBefore: number | null = null;
  let onItsWay: { stats: { loaded: number } } | null = null;
  hls.on(Events.FRAG_LOADING, (_event, { frag }) => {
    bytesBefore ??= playlistBytes;
    onItsWay = frag;
  });
  hls.on(Events.FRAG_LOADED, (_event, { frag }) => {
    segmentBytes += frag.stats.loaded;
    onItsWay = null;
  });
  const countPlaylist = (_event: string, { stats }: { stats: { loaded: number } }): void => {
    playlistBytes += stats.loaded;
  };
  hls.on(Events.MANIFEST_LOADED, countPlaylist);
  hls.on(Events.LEVEL_LOADED, countPlaylist);
  hls.on(Events.ERROR, (_event, { fatal, type, details, frag, response }) => {
    // An error response brings no data, nor does one that is no segment.
    if (type === ErrorTypes.NETWORK_ERROR) onItsWay = null;
    if (details === ErrorDetails.FRAG_PARSING_ERROR) uselessBytes += frag?.stats.loaded ?? 0;
    if (!fatal) return;
    // The window of a broadcast that is long over.
    if (rewind.isRewound() && response?.code === NOT_FOUND) rewind.end();
    else if (type === ErrorTypes.NETWORK_ERROR) onFailure("network");
    else if (type === ErrorTypes.MEDIA_ERROR) onFailure("media");
    else onFailure("unsupported");
  });

  const mediaBytes = (): number => segmentBytes + (onItsWay?.stats.loaded ?? 0);
  /** After the first segment request, playlists alone are no sign of progress. */
  function arrived(): number {
    if (bytesBefore === null) return playlistBytes;
    const bytes = mediaBytes() - uselessBytes;
    return bytes > 0 ? bytesBefore + bytes : 0;
  }
  let isResting = false;
  let restedAtMs: number | null = null;

  /** A pause in a broadcast goes on where it began. */
  function resumeLeftBehind(): void {
    if (restedAtMs !== null) rewind.start(restedAtMs);
    else if (hls.liveSyncPosition !== null) {
      video.currentTime = hls.liveSyncPosition;
    }
  }

  return {
    rest() {
      isResting = hls.levels.length > 0;
      restedAtMs = follower?.isBroadcast() === true ? (hls.playingDate?.getTime() ?? null) : null;
      if (isResting) hls.stopLoad();
    },
    wake() {
      if (!isResting) return;
      isResting = false;
      // The refreshed playlist shows whether playback can continue here.
      hls.once(Events.LEVEL_UPDATED, (_event, { details }) => {
        const isLeftBehind = (details.fragments[0]?.start ?? 0) > loadedEnd(video);
        if (isLeftBehind) resumeLeftBehind();
      });
      hls.startLoad();
    },
    start() {
      if (!hls.media) hls.attachMedia(video);
      // Without a parsed master playlist, load from the start.
      if (hls.levels.length === 0) hls.loadSource(source.playlist);
      else hls.startLoad();
    },
    goLive() {
      isResting = false;
      if (rewind.isRewound()) rewind.end();
      else if (hls.liveSyncPosition !== null) video.currentTime = hls.liveSyncPosition;
    },
    rewind(atMs) {
      isResting = false;
      rewind.start(atMs);
    },
    isRewound: () => rewind.isRewound(),
    isBroadcast: () => follower?.isBroadcast() ?? false,
    repair: () => hls.recoverMediaError(),
    liveEdgeSeconds: () => (hls.latestLevelDetails?.live === false ? null : hls.liveSyncPosition),
    arrived,
    movedBytes: () => playlistBytes + mediaBytes(),
    playingAtMs: () => hls.playingDate?.getTime() ?? null,
    qualities: () => qualitiesOf(hls, savingLines),
    limitLines(lines) {
      chosenLines = lines > 0 ? lines : Number.POSITIVE_INFINITY;
      if (hls.levels.length > 0) limitLevels();
    },
    destroy: () => hls.destroy(),
  };
}

/** Allows the best rendition within the height limit, or the lowest; 0 fits the player's size. */
function capLevel(hls: Hls, lines: number): void {
  hls.capLevelToPlayerSize = lines === Number.POSITIVE_INFINITY;
  if (hls.capLevelToPlayerSize) return;
  const heights = hls.levels.map(({ height }) => height);
  hls.autoLevelCapping = Math.max(
    0,
    heights.findLastIndex((height) => height <= lines),
  );
}

function qualitiesOf(hls: Hls, mostLines: number): Quality[] {
  const byLines = new Map(
    hls.levels.map(({ height, averageBitrate, bitrate }) => [
      height,
      ((averageBitrate || bitrate) / BITS) * HOUR_S,
    ]),
  );
  const allowed = [...byLines].filter(([lines]) => lines > 0 && lines <= mostLines);
  if (allowed.length < 2) return [];
  return allowed.toReversed().map(([lines, bytesPerHour]) => ({ lines, bytesPerHour }));
}

function loadedEnd({ buffered, currentTime }: HTMLVideoElement): number {
  return buffered.length === 0 ? currentTime : buffered.end(buffered.length - 1);
}
