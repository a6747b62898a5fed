import { expect, it } from "vitest";
import { createTimeline } from "./linear.domain.ts";
import { livePlaylist, masterPlaylist } from "./live-playlist.domain.ts";

const EPOCH_MS = Date.parse("2026-01-01T00:00:00Z");

it("names clips, their starts and the breaks between them", () => {
  const timeline = createTimeline([
    {
      startsAtUs: EPOCH_MS * 1000,
      firstSequence: 40,
      firstItem: 7,
      items: [
        { clip: { id: "clip-a", version: "aa" }, segmentsUs: [4_800_000, 4_800_000] },
        { clip: { id: "clip-b", version: "bb" }, segmentsUs: [4_800_000, 3_200_000] },
      ],
    },
  ]);
  expect(livePlaylist(timeline, EPOCH_MS + 27_200)).toBe(`#EXTM3U
#EXT-X-VERSION:7
#EXT-X-INDEPENDENT-SEGMENTS
#EXT-X-TARGETDURATION:5
#EXT-X-MEDIA-SEQUENCE:40
#EXT-X-DISCONTINUITY-SEQUENCE:7
#EXT-X-MAP:URI="/media/clips/clip-a/init.mp4?v=aa"
#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00.000Z
#EXTINF:4.80000,
/media/clips/clip-a/0.m4s?v=aa
#EXTINF:4.80000,
/media/clips/clip-a/1.m4s?v=aa
#EXT-X-DISCONTINUITY
#EXT-X-MAP:URI="/media/clips/clip-b/init.mp4?v=bb"
#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:09.600Z
#EXTINF:4.80000,
/media/clips/clip-b/0.m4s?v=bb
#EXTINF:3.20000,
/media/clips/clip-b/1.m4s?v=bb
#EXT-X-DISCONTINUITY
#EXT-X-MAP:URI="/media/clips/clip-a/init.mp4?v=aa"
#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:17.600Z
#EXTINF:4.80000,
/media/clips/clip-a/0.m4s?v=aa
#EXTINF:4.80000,
/media/clips/clip-a/1.m4s?v=aa
`);
});

it("begins inside a clip without a break and with its true time", () => {
  const timeline = createTimeline([
    {
      startsAtUs: EPOCH_MS * 1000,
      firstSequence: 0,
      firstItem: 0,
      items: [
        { clip: { id: "clip-a", version: "aa" }, segmentsUs: Array.from({ length: 8 }, () => 4e6) },
      ],
    },
  ]);
  const lines = livePlaylist(timeline, EPOCH_MS + 28_000).split("\n");
  expect(lines).toContain("#EXT-X-MEDIA-SEQUENCE:1");
  expect(lines).toContain("#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:04.000Z");
  expect(lines).not.toContain("#EXT-X-DISCONTINUITY");
  expect(lines.filter((line) => line.startsWith("#EXTINF"))).toHaveLength(6);
});

it("lists every rendition in the master playlist, the smallest first", () => {
  expect(
    masterPlaylist([
      {
        name: "480p",
        size: "small",
        width: 854,
        height: 480,
        codecs: "avc1.4d401e,mp4a.40.2",
        peakBitsPerSecond: 123_456.7,
      },
      {
        name: "720p",
        size: "large",
        width: 1280,
        height: 720,
        codecs: "avc1.4d401f,mp4a.40.2",
        peakBitsPerSecond: 200_000,
      },
    ]),
  ).toBe(`#EXTM3U
#EXT-X-VERSION:7
#EXT-X-INDEPENDENT-SEGMENTS
#EXT-X-STREAM-INF:BANDWIDTH=123457,CODECS="avc1.4d401e,mp4a.40.2",RESOLUTION=854x480
480p.m3u8
#EXT-X-STREAM-INF:BANDWIDTH=200000,CODECS="avc1.4d401f,mp4a.40.2",RESOLUTION=1280x720
720p.m3u8
`);
});
