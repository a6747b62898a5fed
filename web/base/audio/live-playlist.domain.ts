/**
 * Playlist of a channel's sound (HLS, fragmented MP4), and which of its segments to append next.
 */

/** One segment of sound. */
export type SoundSegment = {
  /** Media sequence number. */
  sequence: number;
  url: string;
  /** Address of its initialisation segment. */
  init: string;
  seconds: number;
  /** Its start by the server's clock, in milliseconds since the epoch; NaN when unknown. */
  atMs: number;
};

export type SoundPlaylist = {
  /** Longest of the newest segments, which is the interval at which the playlist changes. */
  segmentSeconds: number;
  /** Sequence number after the last segment, gaps included. */
  nextSequence: number;
  /** Oldest first, without gaps. */
  segments: readonly SoundSegment[];
  /** No further segment will come. */
  isEnded: boolean;
  /** The server holds the request for the next segment until it is there: a channel with broadcasts. */
  isHeld: boolean;
  /** End of the newest segment by the server's clock, in milliseconds since the epoch; NaN when unknown. */
  endMs: number;
};

const DATE_TAG = "#EXT-X-PROGRAM-DATE-TIME:";
/** A live listener starts with this many segments, and on a weak connection with this much sound. */
const START_SEGMENTS = 3;
const WEAK_START_S = 8;
/**
 * Distances of a listener to the end of the newest segment, in segments. One that is further behind than `fastFrom` plays
 * faster until it is close again; even further, it jumps.
 */
type Pace = { behind: number; fastFrom: number; fastUntil: number; jumpFrom: number };
const POLLED: Pace = { behind: 2.2, fastFrom: 4.5, fastUntil: 3.3, jumpFrom: 8 };
/**
 * No poll comes late: at most 6 s behind the encoder with segments of 2 s. When a broadcast follows the programme, whose
 * segments are longer, the rest of that is jumped.
 */
const HELD: Pace = { behind: 1.9, fastFrom: 2.2, fastUntil: 2, jumpFrom: 3 };
/** Pages load beside the sound. */
const WEAK: Pace = { behind: 4.4, fastFrom: 9, fastUntil: 6.6, jumpFrom: 16 };
const FAST_RATE = 1.05;
/** Another server's playlist may be this many segments older; an older one has started again. */
const STALE_SEGMENTS = 20;

/**
 * Parses a media playlist. Returns null for another text, or when a segment has no initialisation.
 *
 * @param base address of the playlist
 */
export function parseSoundPlaylist(text: string, base: string): SoundPlaylist | null {
  const lines = text.split(/\r?\n/);
  if (lines[0]?.trim() !== "#EXTM3U") return null;
  const targetSeconds = numberIn(lines, "#EXT-X-TARGETDURATION:");
  if (targetSeconds <= 0) return null;
  let sequence = numberIn(lines, "#EXT-X-MEDIA-SEQUENCE:");
  let init: string | null = null;
  let seconds = 0;
  let isGap = false;
  let endMs = Number.NaN;
  const segments: SoundSegment[] = [];
  for (const line of lines.map((raw) => raw.trim()).filter((whole) => whole !== "")) {
    if (line.startsWith("#")) {
      const map = /^#EXT-X-MAP:.*URI="([^"]+)"/.exec(line)?.[1];
      if (map !== undefined) init = addressOf(map, base);
      if (line.startsWith("#EXTINF:")) seconds = numberIn([line], "#EXTINF:");
      if (line === "#EXT-X-GAP") isGap = true;
      if (line.startsWith(DATE_TAG)) endMs = Date.parse(line.slice(DATE_TAG.length));
      continue;
    }
    const url = addressOf(line, base);
    if (init === null || url === null || seconds <= 0) return null;
    if (!isGap) segments.push({ sequence, url, init, seconds, atMs: endMs });
    sequence += 1;
    endMs += seconds * 1_000;
    seconds = 0;
    isGap = false;
  }
  const newest = segments.slice(-START_SEGMENTS).map((segment) => segment.seconds);
  return {
    // The target duration is that of another programme of the channel, too.
    segmentSeconds: newest.length === 0 ? targetSeconds : Math.max(...newest),
    nextSequence: sequence,
    segments,
    isEnded: lines.some((line) => line.trim() === "#EXT-X-ENDLIST"),
    isHeld: text.includes("CAN-BLOCK-RELOAD=YES"),
    endMs,
  };
}

/** Returns the number of a tag; 0 without one. */
function numberIn(lines: readonly string[], tag: string): number {
  return (
    Number.parseFloat(lines.find((line) => line.startsWith(tag))?.slice(tag.length) ?? "") || 0
  );
}

function addressOf(reference: string, base: string): string | null {
  try {
    return new URL(reference, base).href;
  } catch {
    return null;
  }
}

/**
 * Returns the segments to append: at the start the newest ones, then those after the last one. A
 * listener whose next segment has left the playlist goes on with the newest ones, as does one
 * whose channel has started its numbers again.
 *
 * @param last sequence number of the last appended segment; null at the start
 */
export function segmentsToAppend(
  { segments, nextSequence, segmentSeconds }: SoundPlaylist,
  last: number | null,
  isWeak = false,
): readonly SoundSegment[] {
  const wanted = isWeak ? Math.ceil(WEAK_START_S / segmentSeconds) : 0;
  const newest = segments.slice(-Math.max(START_SEGMENTS, wanted));
  const oldest = segments[0]?.sequence ?? nextSequence;
  if (last === null || oldest > last + 1 || nextSequence < last - STALE_SEGMENTS) return newest;
  return segments.filter(({ sequence }) => sequence > last);
}

/**
 * Returns the segments from a moment on, and where to start within the first one, in seconds. Before the first segment
 * or in a gap it is the next one; after the last one, that.
 */
export function segmentsFrom(
  segments: readonly SoundSegment[],
  momentMs: number,
): { next: readonly SoundSegment[]; startAt: number } {
  const found = segments.findIndex(({ atMs, seconds }) => atMs + seconds * 1_000 > momentMs);
  const next = segments.slice(found < 0 ? -1 : found);
  const late = (momentMs - (next[0]?.atMs ?? momentMs)) / 1_000;
  return { next, startAt: found < 0 ? 0 : Math.max(0, late) };
}

/**
 * Returns where to start within appended segments, in seconds from their beginning. On a weak connection the sound
 * starts with the first of them, and the others are a reserve.
 *
 * @param atMs server's clock; NaN when unknown. The next segment comes the sooner the longer the newest
 *   one has been there.
 */
export function startSeconds(
  segments: readonly SoundSegment[],
  { segmentSeconds, endMs }: Pick<SoundPlaylist, "segmentSeconds" | "endMs">,
  pace: Pace,
  atMs: number,
): number {
  if (pace === WEAK) return 0;
  const total = segments.reduce((sum, { seconds }) => sum + seconds, 0);
  const isDated = pace === HELD && atMs > endMs;
  const age = isDated ? Math.min((atMs - endMs) / 1_000, segmentSeconds) : 0;
  return Math.max(0, total - segmentSeconds * pace.behind + age);
}

/** Returns the distances that a listener keeps. */
export function paceOf({ isHeld }: Pick<SoundPlaylist, "isHeld">, isWeak: boolean): Pace {
  if (isWeak) return WEAK;
  return isHeld ? HELD : POLLED;
}

/**
 * Decides how a listener keeps up with the channel: a playback rate, or a jump by some seconds.
 *
 * @param behind seconds between the listener and the end of the newest segment
 * @param isFast plays faster already
 */
export function keepUp(
  behind: number,
  segmentSeconds: number,
  isFast: boolean,
  pace: Pace,
): { rate: number; jump: number } {
  if (behind > segmentSeconds * pace.jumpFrom) {
    return { rate: 1, jump: behind - segmentSeconds * pace.behind };
  }
  const limit = segmentSeconds * (isFast ? pace.fastUntil : pace.fastFrom);
  return { rate: behind > limit ? FAST_RATE : 1, jump: 0 };
}
