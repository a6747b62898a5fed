import { clipInitAddress, clipSegmentAddress, type FilmSize } from "#server/media/media-urls.ts";
import { type Timeline, windowAt } from "./linear.domain.ts";

/** Segments in a playlist: 28.8 s of 4.8 s segments. */
export const LIVE_WINDOW_SEGMENTS = 6;

/**
 * Constant over the life of a channel, as RFC 8216 (6.2.1) demands of a live playlist; line-ups with
 * longer segments are refused at start.
 */
export const LIVE_TARGET_SECONDS = 5;

const US_PER_MS = 1000;
const US_PER_SECOND = 1_000_000;

/** The sliding media playlist of a linear channel at an instant, in one of its sizes. */
export function livePlaylist(timeline: Timeline, nowMs: number, size: FilmSize = "small"): string {
  const window = windowAt(timeline, nowMs, LIVE_WINDOW_SEGMENTS);
  const [first] = window;
  const lines = [
    "#EXTM3U",
    "#EXT-X-VERSION:7",
    "#EXT-X-INDEPENDENT-SEGMENTS",
    `#EXT-X-TARGETDURATION:${LIVE_TARGET_SECONDS}`,
    `#EXT-X-MEDIA-SEQUENCE:${first?.sequence ?? 0}`,
    `#EXT-X-DISCONTINUITY-SEQUENCE:${first?.item ?? 0}`,
  ];
  let item: number | null = null;
  for (const segment of window) {
    if (segment.item !== item) {
      if (item !== null) lines.push("#EXT-X-DISCONTINUITY");
      item = segment.item;
      lines.push(
        `#EXT-X-MAP:URI="${clipInitAddress(segment.clip, size)}"`,
        `#EXT-X-PROGRAM-DATE-TIME:${new Date(segment.startsAtUs / US_PER_MS).toISOString()}`,
      );
    }
    lines.push(
      `#EXTINF:${(segment.durationUs / US_PER_SECOND).toFixed(5)},`,
      clipSegmentAddress(segment.clip, segment.index, size),
    );
  }
  return `${lines.join("\n")}\n`;
}

/** What a master playlist says of a rendition. */
export type Rendition = {
  /** Name in the address, for example "480p". */
  name: string;
  size: FilmSize;
  width: number;
  height: number;
  codecs: string;
  peakBitsPerSecond: number;
};

/**
 * The master playlist of a channel; the renditions' addresses are relative to it. Players choose by the
 * size of their picture and what the line carries, and start with the first one where they know neither.
 */
export function masterPlaylist(renditions: readonly Rendition[]): string {
  return [
    "#EXTM3U",
    "#EXT-X-VERSION:7",
    "#EXT-X-INDEPENDENT-SEGMENTS",
    ...renditions.flatMap((rendition) => [streamLine(rendition), `${rendition.name}.m3u8`]),
    "",
  ].join("\n");
}

function streamLine({ peakBitsPerSecond, codecs, width, height }: Rendition): string {
  const attributes = [
    `BANDWIDTH=${Math.ceil(peakBitsPerSecond)}`,
    `CODECS="${codecs}"`,
    `RESOLUTION=${width}x${height}`,
  ];
  return `#EXT-X-STREAM-INF:${attributes.join(",")}`;
}
