/** Rules for a player at the live edge of a channel that turns from films to broadcasts and back. Times in seconds. */

/** Films need low latency least: more seconds absorb slow connections and servers. */
const FILM_TARGET_SECONDS = 15;
/**
 * Beyond a broadcast's longest segment, for one that comes late. With segments of 2 s, up to 2 s until the first answer
 * and 1 s in the encoder, the first picture is at most 8 s behind.
 */
const BROADCAST_RESERVE_SECONDS = 2.5;

/** A broadcast must have this much listed before a player leaves the film for it: two segments. */
const ENOUGH_TO_TURN_SECONDS = 3.5;
/** Beyond this excess over the target a player jumps to the live edge. */
const JUMP_EXCESS_SECONDS = 10;
/** Excess at which a player begins and ends to play faster. */
const FASTER_FROM_SECONDS = 0.75;
const FASTER_UNTIL_SECONDS = 0.25;
const FASTER_RATE = 1.05;
/** Buffer after a stall before playback continues, so that the next late segment is no stall. */
const REFILLED_SECONDS = 3;

/** State of a player that follows the live edge. */
export type LivePlace = {
  position: number;
  /** Distance to the live edge. */
  behind: number;
  /** Buffer after the position. */
  ahead: number;
  /** End of the playlist. */
  edge: number;
  /** Start of the broadcast that the playlist ends with; null when it ends with a film. */
  broadcastStart: number | null;
  /** The buffer ran empty during a broadcast. */
  isRefilling: boolean;
  rate: number;
};

export type LiveStep = {
  /** Playback rate; 0 waits. */
  rate: number;
  /** Position of a jump: a broadcast's start, or the live edge. */
  jump: number | "edge" | null;
};

/**
 * Returns the distance to the live edge that a player keeps.
 *
 * @param longestSegment of the broadcast at the edge; null when that is a film. The target duration is the films', too.
 */
export function targetBehind(longestSegment: number | null, targetDuration: number): number {
  return longestSegment === null
    ? Math.max(FILM_TARGET_SECONDS, 3 * targetDuration)
    : longestSegment + BROADCAST_RESERVE_SECONDS;
}

/** Returns what a player does to stay close to the live edge. */
export function liveStep(place: LivePlace, target: number): LiveStep {
  const { position, behind, ahead, edge, broadcastStart, isRefilling, rate } = place;
  if (broadcastStart !== null && position < broadcastStart) {
    const isEnough = edge - broadcastStart >= ENOUGH_TO_TURN_SECONDS;
    return { rate: 1, jump: isEnough ? broadcastStart : null };
  }
  if (isRefilling && ahead < REFILLED_SECONDS) return { rate: 0, jump: null };
  if (behind > target + JUMP_EXCESS_SECONDS) return { rate: 1, jump: "edge" };
  const limit = rate > 1 ? FASTER_UNTIL_SECONDS : FASTER_FROM_SECONDS;
  const isLate = broadcastStart !== null && behind > target + limit && ahead > REFILLED_SECONDS;
  return { rate: isLate ? FASTER_RATE : 1, jump: null };
}

/** A segment of a playlist; `programDateTime` in milliseconds since the epoch. */
export type DatedSegment = {
  readonly start: number;
  readonly duration: number;
  readonly programDateTime: number | null;
};

/**
 * Returns the position of an instant in a playlist. An instant in a gap between two segments is at the later one's
 * start; one before or after the playlist is at its first or last segment.
 */
export function positionAt(segments: readonly DatedSegment[], atMs: number): number {
  let found = 0;
  for (const { start, duration, programDateTime } of segments) {
    found = start;
    if (programDateTime === null) continue;
    const into = (atMs - programDateTime) / 1000;
    if (into < duration) return start + Math.max(0, into);
  }
  return found;
}
