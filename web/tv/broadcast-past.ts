import type { default as HlsClass } from "hls.js";
import { seekTarget, type Span, spanOf } from "#shared/live/broadcast-clock.domain.ts";
import type { LiveFollower } from "#shared/live/follow-live.ts";
import { createRewind } from "#shared/live/hls-rewind.ts";
import { watchBroadcast } from "#shared/live/watch-broadcast.ts";

/** A seek is shown at once; the playlist of the past takes this long at most. */
const SEEK_SHOWN_MS = 5_000;
const SEEK_DONE_MS = 3_000;
/** A pause of a broadcast up to this length goes on at the live edge, which players keep close to. */
const SHORT_PAUSE_MS = 15_000;

/** What is used of hls.js, which is loaded as a script. */
export type PastHls = Pick<
  HlsClass,
  "on" | "latestLevelDetails" | "config" | "loadSource" | "playingDate"
>;

/** Place of the picture in a broadcast. */
export type PastPlace = {
  /** What can be played, by the wall clock; milliseconds since the epoch. */
  span: Span;
  atMs: number;
  isLive: boolean;
};

/** The past of the broadcasts of one of our own channels. */
export type BroadcastPast = {
  /** Returns the place of the picture; null while that is not of a broadcast. */
  read(): PastPlace | null;
  /** Plays from an instant of the span; close to its end, the live edge. */
  seekTo(atMs: number): void;
  goLive(): void;
  isRewound(): boolean;
  /** Call it before playback goes on after a pause: a long one goes on where it began. */
  resume(): void;
};

type PastOptions = {
  /** The channel's master playlist. */
  playlist: string;
  follower: LiveFollower;
  /** Returns the last broadcast of the channel. */
  broadcastOf?: ReturnType<typeof watchBroadcast>;
};

export function createBroadcastPast(
  hls: PastHls,
  events: typeof HlsClass.Events,
  video: HTMLVideoElement,
  { playlist, follower, ...options }: PastOptions,
): BroadcastPast {
  const folder = playlist.slice(0, playlist.lastIndexOf("/"));
  const broadcastOf = options.broadcastOf || watchBroadcast(`${folder}/broadcast`);
  const rewind = createRewind(hls, events, video, {
    home: playlist,
    past: `${folder}/window.m3u8`,
    onChange: (isLive) => follower.setFollowing(isLive),
  });
  let place: PastPlace | null = null;
  let wanted: { atMs: number; sinceMs: number } | null = null;
  let pausedAtMs: number | null = null;

  video.addEventListener("pause", () => {
    pausedAtMs = place === null || rewind.isRewound() ? null : place.atMs;
  });
  video.addEventListener("playing", () => (pausedAtMs = null));

  /** End of the newest segment that is listed. */
  function edgeMs(): number | null {
    const fragments = hls.latestLevelDetails?.fragments || [];
    const last = fragments[fragments.length - 1];
    if (!last || last.programDateTime === null) return null;
    return last.programDateTime + last.duration * 1000;
  }

  function shownAt(playingMs: number): number {
    if (!wanted) return playingMs;
    const isDone = Math.abs(playingMs - wanted.atMs) < SEEK_DONE_MS;
    if (isDone || performance.now() - wanted.sinceMs > SEEK_SHOWN_MS) wanted = null;
    return wanted === null ? playingMs : wanted.atMs;
  }

  function read(): PastPlace | null {
    const playing = hls.playingDate;
    const edge = edgeMs();
    // Without a picture, for a moment after each seek, the last place stays.
    if (playing === null || edge === null) return place;
    const broadcast = follower.isBroadcast() ? broadcastOf() : null;
    place = broadcast && {
      span: spanOf(broadcast.startedAtMs, edge),
      atMs: shownAt(playing.getTime()),
      isLive: !rewind.isRewound(),
    };
    return place;
  }

  function goLive(): void {
    wanted = null;
    pausedAtMs = null;
    if (rewind.isRewound()) rewind.end();
  }

  return {
    read,
    seekTo(atMs) {
      if (place === null) return;
      const target = seekTarget(place.span, atMs);
      if (target === null) return goLive();
      pausedAtMs = null;
      wanted = { atMs: target, sinceMs: performance.now() };
      rewind.start(target);
    },
    goLive,
    isRewound: () => rewind.isRewound(),
    resume() {
      const edge = edgeMs();
      if (pausedAtMs === null || edge === null || edge - pausedAtMs < SHORT_PAUSE_MS) return;
      wanted = { atMs: pausedAtMs, sinceMs: performance.now() };
      rewind.start(pausedAtMs);
    },
  };
}
