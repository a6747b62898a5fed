import { clipInitAddress, clipSegmentAddress } from "./media-urls.ts";
import type { LibraryClip } from "./library.ts";

/** HLS playlist of one clip, with an end (RFC 8216, 4.3.3.5). */
export function clipPlaylist(clip: LibraryClip): string {
  const longest = Math.max(...clip.segments.map((segment) => segment.durationSeconds));
  return [
    "#EXTM3U",
    "#EXT-X-VERSION:7",
    "#EXT-X-INDEPENDENT-SEGMENTS",
    "#EXT-X-PLAYLIST-TYPE:VOD",
    `#EXT-X-TARGETDURATION:${Math.round(longest)}`,
    "#EXT-X-MEDIA-SEQUENCE:0",
    `#EXT-X-MAP:URI="${clipInitAddress(clip)}"`,
    ...clip.segments.flatMap((segment, index) => [
      `#EXTINF:${segment.durationSeconds.toFixed(5)},`,
      clipSegmentAddress(clip, index),
    ]),
    "#EXT-X-ENDLIST",
    "",
  ].join("\n");
}
