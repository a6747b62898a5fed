import type { SegmentSource } from "@reign-tv/ingest/playlists/channel-playlist.domain.ts";
import { clipInitUrl, type ClipRendition, clipSegmentUrl } from "#server/media/media-urls.ts";
import { segmentAt, sequenceAt, type Timeline } from "./linear.domain.ts";

/** Segments that a returning programme lists at once, so that players that have played all of a service go on. */
const LEAD_SEGMENTS = 2;

const US_PER_MS = 1000;
const US_PER_SECOND = 1_000_000;

/** A lineup as a source of a channel's playlist, with the numbers and discontinuities of its own playlist. */
export function linearSource(timeline: Timeline, rendition: ClipRendition): SegmentSource {
  return {
    startAt: (ms) => Math.max(0, sequenceAt(timeline, ms) - LEAD_SEGMENTS),
    publishedAt: (ms) => sequenceAt(timeline, ms),
    segment(number) {
      const segment = segmentAt(timeline, number);
      return (
        segment && {
          uri: clipSegmentUrl(segment.clip, segment.index, rendition),
          mapUri: clipInitUrl(segment.clip, rendition),
          durationSeconds: segment.durationUs / US_PER_SECOND,
          startMs: segment.startsAtUs / US_PER_MS,
          discontinuities: segment.item,
        }
      );
    },
  };
}
