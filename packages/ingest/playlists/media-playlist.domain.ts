/** Segments of a playlist at the live edge. */
export const EDGE_SEGMENTS = 6;

/** A segment as a playlist lists it. */
export type ListedSegment = {
  readonly uri: string;
  /** Its init file; null for a gap. */
  readonly mapUri: string | null;
  readonly durationSeconds: number;
  /** Wall clock of its start; milliseconds since the epoch. */
  readonly startMs: number;
  /** Discontinuities up to its start, by any origin: a change from one segment to the next is one. */
  readonly discontinuities: number;
};

export type MediaPlaylist = {
  /** Number of the first segment. */
  readonly firstSequence: number;
  readonly segments: readonly ListedSegment[];
  /** Seconds; the same over the life of a playlist (RFC 8216, 6.2.1). */
  readonly targetDuration: number;
  /** True when no segment will follow. */
  readonly hasEnded: boolean;
  /** Offers delta updates: worth it for a playlist of many segments. */
  readonly canSkip: boolean;
  /** Holds the answer to `_HLS_msn` until there is that segment: players get each at once, not by their next poll. */
  readonly canBlock?: boolean;
};

/** A delta update holds the segments of so many target durations (RFC 8216bis, 4.4.3.8: at least six). */
const SKIP_TARGETS = 6;

/**
 * Writes a media playlist.
 *
 * @param isDelta the client asked with `_HLS_skip=YES` and has the segments before.
 */
export function writeMediaPlaylist(playlist: MediaPlaylist, isDelta = false): string {
  const { segments, targetDuration, canSkip, firstSequence } = playlist;
  const skipSeconds = SKIP_TARGETS * targetDuration;
  const skipped = isDelta && canSkip && !playlist.hasEnded ? skippable(segments, skipSeconds) : 0;
  const hasGap = segments.some(({ mapUri }) => mapUri === null);
  // EXT-X-SKIP needs 9, EXT-X-GAP 8.
  const version = canSkip ? 9 : 7 + Number(hasGap);
  const lines = [
    "#EXTM3U",
    `#EXT-X-VERSION:${version}`,
    "#EXT-X-INDEPENDENT-SEGMENTS",
    `#EXT-X-TARGETDURATION:${targetDuration}`,
    `#EXT-X-MEDIA-SEQUENCE:${firstSequence}`,
    // The discontinuity before the first segment has left the playlist.
    `#EXT-X-DISCONTINUITY-SEQUENCE:${segments[0]?.discontinuities ?? 0}`,
  ];
  const offers = [
    ...(playlist.canBlock ? ["CAN-BLOCK-RELOAD=YES"] : []),
    ...(canSkip ? [`CAN-SKIP-UNTIL=${skipSeconds.toFixed(1)}`] : []),
  ];
  if (offers.length > 0 && !playlist.hasEnded) {
    lines.push(`#EXT-X-SERVER-CONTROL:${offers.join(",")}`);
  }
  if (skipped > 0) lines.push(`#EXT-X-SKIP:SKIPPED-SEGMENTS=${skipped}`);
  lines.push(...segmentLines(segments, skipped));
  if (playlist.hasEnded) lines.push("#EXT-X-ENDLIST");
  return `${lines.join("\n")}\n`;
}

/** Lines of the segments after those that are skipped. */
function segmentLines(segments: readonly ListedSegment[], skipped: number): string[] {
  const lines: string[] = [];
  const before = segments.slice(0, skipped);
  let mapUri = before.findLast((segment) => segment.mapUri !== null)?.mapUri ?? null;
  let previous = before.at(-1) ?? null;
  for (const [index, segment] of segments.slice(skipped).entries()) {
    const isBreak = previous !== null && segment.discontinuities !== previous.discontinuities;
    previous = segment;
    if (isBreak) lines.push("#EXT-X-DISCONTINUITY");
    if (segment.mapUri !== null && (isBreak || segment.mapUri !== mapUri)) {
      mapUri = segment.mapUri;
      lines.push(`#EXT-X-MAP:URI="${mapUri}"`);
    }
    if (index === 0 || isBreak) lines.push(dateTag(segment.startMs));
    if (segment.mapUri === null) lines.push("#EXT-X-GAP");
    lines.push(`#EXTINF:${segment.durationSeconds.toFixed(5)},`, segment.uri);
  }
  return lines;
}

function dateTag(ms: number): string {
  return `#EXT-X-PROGRAM-DATE-TIME:${new Date(Math.round(ms)).toISOString()}`;
}

/** Number of segments that end before the span that a delta update holds. */
function skippable(segments: readonly ListedSegment[], seconds: number): number {
  let span = 0;
  for (let index = segments.length - 1; index >= 0; index--) {
    span += segments[index]?.durationSeconds ?? 0;
    if (span > seconds) return index;
  }
  return 0;
}

/** Key frames farther apart than this make long segments. */
const MAX_SHORT_SECONDS = 4;
const LONG_SECONDS = 10;

/**
 * Target duration of a broadcast by its first two segments, in whole seconds: it may not change later. Above 4 s the
 * encoder's key frames are irregular, and the longest segment counts.
 */
export function targetDurationOf(firstDurations: readonly number[]): number {
  const longest = Math.max(1, ...firstDurations);
  return longest <= MAX_SHORT_SECONDS ? Math.ceil(longest) : LONG_SECONDS;
}

/** Target duration of a finished recording. */
export function longestDuration(segments: readonly ListedSegment[]): number {
  return segments.reduce(
    (longest, segment) => Math.max(longest, Math.round(segment.durationSeconds)),
    1,
  );
}
