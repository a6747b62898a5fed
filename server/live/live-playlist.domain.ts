import { clipInitUrl, clipSegmentUrl, type RenditionSize } from "#server/media/media-urls.ts";
import { type Timeline, windowAt } from "./linear.domain.ts";

/** 28.8 s of 4.8 s segments. */
export const LIVE_WINDOW_SEGMENTS = 6;

/** Constant over the life of a channel (RFC 8216, 6.2.1). Lineups with longer segments are rejected at start. */
export const LIVE_TARGET_SECONDS = 5;

const US_PER_MS = 1000;
const US_PER_SECOND = 1_000_000;

/** The sliding media playlist of a lineup channel at an instant, in one of its sizes. */
export function livePlaylist(
  timeline: Timeline,
  nowMs: number,
  size: RenditionSize = "small",
): string {
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
        `#EXT-X-MAP:URI="${clipInitUrl(segment.clip, size)}"`,
        `#EXT-X-PROGRAM-DATE-TIME:${new Date(segment.startsAtUs / US_PER_MS).toISOString()}`,
      );
    }
    lines.push(
      `#EXTINF:${(segment.durationUs / US_PER_SECOND).toFixed(5)},`,
      clipSegmentUrl(segment.clip, segment.index, size),
    );
  }
  return `${lines.join("\n")}\n`;
}

/** Attributes of a rendition in the master playlist. */
export type Rendition = {
  /** Name in the URL, for example "480p". */
  name: string;
  size: RenditionSize;
  width: number;
  height: number;
  codecs: string;
  peakBitsPerSecond: number;
};

/**
 * The master playlist of a channel, with relative URLs. Players choose by screen size and bandwidth, and start with the
 * first rendition if they know neither.
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
