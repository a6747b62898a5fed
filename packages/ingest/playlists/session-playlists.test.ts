import { expect, it } from "vitest";
import { entryOf, type IndexEntry } from "#ingest/segments/segment-index.ts";
import { channelPlaylist, FIRST_PERIOD } from "./channel-playlist.domain.ts";
import { targetDurationOf, writeMediaPlaylist } from "./media-playlist.domain.ts";
import {
  recordingPlaylist,
  type Rendition,
  sessionMasterPlaylist,
  sessionSource,
  windowPlaylist,
} from "./session-playlists.domain.ts";

const START_MS = Date.parse("2026-11-29T09:00:00Z");
const HOUR_S = 3_600;
const USUAL = new Uint8Array(500_000);
const LARGE = new Uint8Array(1_000_000);
const SOUND = new Uint8Array(16_000);

/** A session of segments of 2 s; with other parameters and a gap of 8 s before the third. */
function session(count: number): IndexEntry[] {
  const entries: IndexEntry[] = [];
  for (let number = 0; number < count; number++) {
    const isLater = number >= 2;
    const segment = {
      number,
      startMs: START_MS + number * 2_000 + (isLater ? 8_000 : 0),
      durationSeconds: 2,
      discontinuity: number === 2,
      initId: isLater ? 1 : 0,
      video: number === 3 ? LARGE : USUAL,
      audio: SOUND,
      codecs: "avc1.4d401f,mp4a.40.2",
      audioCodec: "mp4a.40.2",
      width: 1280,
      height: 720,
      frameRate: 25,
    };
    entries.push(entryOf(segment, entries.at(-1) ?? null));
  }
  return entries;
}

const playing = {
  rendition: "picture" as const,
  uriOf: (name: string) => `/s/${name}`,
  targetDuration: 2,
  hasEnded: false,
};

/** Playlist of a channel that has shown nothing but a session. */
function edge(entries: readonly IndexEntry[], rendition: Rendition = "picture") {
  const source = sessionSource(entries, rendition, playing.uriOf);
  const periods = [{ source, startMs: 0, numbers: FIRST_PERIOD }];
  return channelPlaylist({ periods, nowMs: START_MS, targetDuration: playing.targetDuration });
}

it("writes the edge with maps, breaks and times of the wall clock", () => {
  expect(writeMediaPlaylist(edge(session(4)))).toBe(`#EXTM3U
#EXT-X-VERSION:7
#EXT-X-INDEPENDENT-SEGMENTS
#EXT-X-TARGETDURATION:2
#EXT-X-MEDIA-SEQUENCE:0
#EXT-X-DISCONTINUITY-SEQUENCE:0
#EXT-X-MAP:URI="/s/init-0.mp4"
#EXT-X-PROGRAM-DATE-TIME:2026-11-29T09:00:00.000Z
#EXTINF:2.00000,
/s/0.m4s
#EXTINF:2.00000,
/s/1.m4s
#EXT-X-DISCONTINUITY
#EXT-X-MAP:URI="/s/init-1.mp4"
#EXT-X-PROGRAM-DATE-TIME:2026-11-29T09:00:12.000Z
#EXTINF:2.00000,
/s/2.m4s
#EXTINF:2.00000,
/s/3.m4s
`);
});

it("counts a discontinuity that has left the edge, also the one before its first segment", () => {
  const text = (count: number) => writeMediaPlaylist(edge(session(count)));
  expect(text(7)).toContain("#EXT-X-MEDIA-SEQUENCE:1\n#EXT-X-DISCONTINUITY-SEQUENCE:0\n");
  expect(text(7)).toContain("#EXT-X-DISCONTINUITY\n");
  expect(text(8)).toContain("#EXT-X-MEDIA-SEQUENCE:2\n#EXT-X-DISCONTINUITY-SEQUENCE:1\n");
  expect(text(8)).not.toContain("#EXT-X-DISCONTINUITY\n");
});

it("lists the sound with the same numbers", () => {
  const sound = edge(session(4), "sound");
  expect(sound.segments.map(({ uri, mapUri }) => [uri, mapUri])).toEqual([
    ["/s/0.audio.m4s", "/s/init-0.audio.mp4"],
    ["/s/1.audio.m4s", "/s/init-0.audio.mp4"],
    ["/s/2.audio.m4s", "/s/init-1.audio.mp4"],
    ["/s/3.audio.m4s", "/s/init-1.audio.mp4"],
  ]);
});

it("lists a segment without a picture as a gap", () => {
  const [first, second, ...rest] = session(4);
  if (!first || !second) throw new Error("no entries");
  const entries = [first, { ...second, videoBytes: null }, ...rest];
  const lines = writeMediaPlaylist(edge(entries)).split("\n");
  expect(lines[1]).toBe("#EXT-X-VERSION:8");
  expect(lines[lines.indexOf("/s/1.m4s") - 2]).toBe("#EXT-X-GAP");
});

it("lists two hours, and updates of them with the last segments alone", () => {
  const playlist = windowPlaylist({ ...playing, entries: session(4_000) }, 2 * HOUR_S);
  expect(playlist.segments).toHaveLength(3_600);
  const whole = writeMediaPlaylist(playlist);
  expect(whole).toContain("#EXT-X-SERVER-CONTROL:CAN-SKIP-UNTIL=12.0\n");
  expect(whole).not.toContain("EXT-X-SKIP");
  const delta = writeMediaPlaylist(playlist, true);
  expect(delta).toContain("#EXT-X-SKIP:SKIPPED-SEGMENTS=3593\n");
  expect(delta.length).toBeLessThan(600);
  // A client that adds the update to what it has gets the whole.
  expect(whole.endsWith(delta.slice(delta.indexOf("#EXTINF")))).toBe(true);
});

it("does not abbreviate a playlist that ends, or that is short", () => {
  const ended = { ...playing, entries: session(40), hasEnded: true };
  expect(writeMediaPlaylist(windowPlaylist(ended, HOUR_S), true)).toContain("/s/0.m4s");
  const short = windowPlaylist({ ...playing, entries: session(6) }, HOUR_S);
  expect(writeMediaPlaylist(short, true)).toBe(writeMediaPlaylist(short));
});

it("lists a finished recording to its end, with a target that fits the longest segment", () => {
  const entries = session(12).map((entry) =>
    entry.number === 5 ? { ...entry, durationSeconds: 8.32 } : entry,
  );
  const text = writeMediaPlaylist(recordingPlaylist({ ...playing, entries }));
  expect(text).toContain("#EXT-X-TARGETDURATION:8\n");
  expect(text.endsWith("/s/11.m4s\n#EXT-X-ENDLIST\n")).toBe(true);
  expect(writeMediaPlaylist(recordingPlaylist({ ...playing, entries: [] }))).toContain("ENDLIST");
});

it("describes picture and sound with measured rates", () => {
  expect(
    sessionMasterPlaylist({
      entries: session(4),
      pictureUri: "picture.m3u8",
      soundUri: "sound.m3u8",
    }),
  ).toBe(`#EXTM3U
#EXT-X-VERSION:7
#EXT-X-INDEPENDENT-SEGMENTS
#EXT-X-STREAM-INF:BANDWIDTH=4000000,AVERAGE-BANDWIDTH=2500000,CODECS="avc1.4d401f,mp4a.40.2",RESOLUTION=1280x720,FRAME-RATE=25.000
picture.m3u8
#EXT-X-STREAM-INF:BANDWIDTH=64000,AVERAGE-BANDWIDTH=64000,CODECS="mp4a.40.2"
sound.m3u8
`);
});

it("describes the sound alone for an encoder without picture", () => {
  const entries = session(2).map((entry) => ({ ...entry, videoBytes: null }));
  const text = sessionMasterPlaylist({ entries, pictureUri: "p", soundUri: "s" });
  expect(text.match(/STREAM-INF/g)).toHaveLength(1);
});

it.each([
  [[2, 2], 2],
  [[2.04, 2.5], 3],
  [[4, 3.9], 4],
  [[8.3, 2], 10],
  [[0.5], 1],
])("takes the target of the segments %j as %i s", (durations, target) => {
  expect(targetDurationOf(durations)).toBe(target);
});

it("is a source of a channel's playlist, with the numbers of the session", () => {
  const source = sessionSource(session(30).slice(10), "sound", playing.uriOf);
  expect([source.startAt(0), source.publishedAt(0)]).toEqual([10, 30]);
  expect(source.segment(10)).toMatchObject({ uri: "/s/10.audio.m4s", discontinuities: 1 });
  expect([source.segment(9), source.segment(30)]).toEqual([null, null]);
});
