import type { default as Hls, Fragment, LevelDetails } from "hls.js";
import { liveStep, targetBehind } from "./follow-live.domain.ts";

/** Longest wait for a full buffer after the first data that follows a stall. */
const LONGEST_REFILL_MS = 6_000;
/** Behind a segment's start, where its first picture is surely buffered. */
const INTO_SEGMENT_SECONDS = 0.05;

/** What is used of hls.js, which televisions load as a script. */
export type FollowedHls = Pick<
  Hls,
  "on" | "latestLevelDetails" | "liveSyncPosition" | "targetLatency"
>;
type EventNames = typeof Hls.Events;

export type LiveFollower = {
  /** Whether the player keeps close to the live edge; a viewer who has sought back does not. */
  setFollowing(isFollowing: boolean): void;
  /** Whether the shown segment is of a broadcast. */
  isBroadcast(): boolean;
};

/**
 * Keeps a player close to the live edge of a channel with own broadcasts. Their segments are below the channel's own
 * path, those of films are not.
 *
 * @param playlist the channel's master playlist.
 */
export function followLive(
  hls: FollowedHls,
  events: EventNames,
  video: HTMLVideoElement,
  playlist: string,
): LiveFollower {
  const folder = new URL(".", new URL(playlist, window.location.href)).href;
  let isFollowing = true;
  let isRefilling = false;
  let refillFromMs = 0;
  let hasPlayed = false;
  let target = 0;

  /** Segments of the broadcast that the playlist ends with, the newest first. */
  function ownSegments({ fragments }: LevelDetails): Fragment[] {
    const own: Fragment[] = [];
    for (let index = fragments.length - 1; index >= 0; index--) {
      const fragment = fragments[index];
      if (!fragment || !isOwn(fragment)) break;
      own.push(fragment);
    }
    return own;
  }

  function broadcastStart(details: LevelDetails): number | null {
    const own = ownSegments(details);
    const first = own[own.length - 1];
    return first ? first.start : null;
  }

  function isOwn(fragment: Fragment | undefined): boolean {
    return fragment !== undefined && fragment.url.indexOf(folder) === 0;
  }

  /** Ends a wait that brings nothing: the encoder sends too slowly. */
  function checkRefill(ahead: number): void {
    const nowMs = performance.now();
    if (refillFromMs === 0 && ahead > 0.5) refillFromMs = nowMs;
    if (refillFromMs > 0 && nowMs - refillFromMs > LONGEST_REFILL_MS) isRefilling = false;
  }

  function move(): void {
    const details = hls.latestLevelDetails;
    if (!isFollowing || details === null || !details.live || video.paused || video.seeking) return;
    if (!hasPlayed) return;
    const position = video.currentTime;
    const { buffered } = video;
    const ahead = buffered.length === 0 ? 0 : buffered.end(buffered.length - 1) - position;
    if (isRefilling) checkRefill(ahead);
    const start = broadcastStart(details);
    const { rate, jump } = liveStep(
      {
        position,
        // Its own latency is that of the last picture: before a jump.
        behind: details.edge + details.age - position,
        ahead,
        edge: details.edge,
        broadcastStart: start,
        isRefilling,
        rate: video.playbackRate,
      },
      target,
    );
    if (rate > 0) isRefilling = false;
    if (video.playbackRate !== rate) video.playbackRate = rate;
    const place = jump === "edge" ? hls.liveSyncPosition : jump;
    if (place !== null && place > position) video.currentTime = place + INTO_SEGMENT_SECONDS;
  }

  hls.on(events.LEVEL_UPDATED, (_event, { details }) => {
    const durations = ownSegments(details).map(({ duration }) => duration);
    const longest = durations.length > 0 ? Math.max(...durations) : null;
    const wanted = targetBehind(longest, details.targetduration);
    if (wanted !== target) {
      target = wanted;
      hls.targetLatency = wanted;
    }
    move();
  });
  hls.on(events.FRAG_BUFFERED, move);
  video.addEventListener("timeupdate", move);
  video.addEventListener("playing", () => {
    hasPlayed = true;
  });
  video.addEventListener("waiting", () => {
    const details = hls.latestLevelDetails;
    if (!hasPlayed || video.seeking || details === null || isRefilling) return;
    isRefilling = isFollowing && broadcastStart(details) !== null;
    refillFromMs = 0;
    move();
  });

  return {
    setFollowing(value) {
      isFollowing = value;
      isRefilling = false;
      hasPlayed = false;
      video.playbackRate = 1;
    },
    isBroadcast() {
      const fragments = hls.latestLevelDetails?.fragments ?? [];
      const later = fragments.filter(({ start, duration }) => video.currentTime < start + duration);
      return isOwn(later[0] ?? fragments[fragments.length - 1]);
    },
  };
}
