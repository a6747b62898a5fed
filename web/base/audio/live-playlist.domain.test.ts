import { describe, expect, it } from "vitest";
import {
  keepUp,
  paceOf,
  parseSoundPlaylist,
  segmentsFrom,
  segmentsToAppend,
  type SoundPlaylist,
  startSeconds,
} from "./live-playlist.domain.ts";

const BASE = "https://church.example/live/english/audio.m3u8";

function text(lines: string, from = 7): string {
  return `#EXTM3U\r\n#EXT-X-VERSION:7\r\n#EXT-X-TARGETDURATION:5\r\n#EXT-X-MEDIA-SEQUENCE:${from}\r\n${lines}`;
}

/** Segments with the given numbers, of 4.8 s each. */
function playlist(...numbers: number[]): SoundPlaylist {
  const segments = numbers.map((sequence) => ({
    sequence,
    url: `${sequence}.m4s`,
    init: "init.mp4",
    seconds: 4.8,
    atMs: sequence * 4_800,
  }));
  return {
    segmentSeconds: 5,
    nextSequence: (numbers.at(-1) ?? -1) + 1,
    segments,
    isEnded: false,
    isHeld: false,
    endMs: Number.NaN,
  };
}

const appended = (...[list, last]: Parameters<typeof segmentsToAppend>) =>
  segmentsToAppend(list, last).map(({ sequence }) => sequence);

describe("a playlist", () => {
  it("has numbered segments with the address of their initialisation, across clips", () => {
    const parsed = parseSoundPlaylist(
      text(`#EXT-X-MAP:URI="/media/a/audio/init.mp4"
#EXT-X-PROGRAM-DATE-TIME:2026-11-26T10:00:00Z
#EXTINF:4.80000,
/media/a/audio/3.m4s
#EXT-X-DISCONTINUITY
#EXT-X-MAP:URI="/media/b/audio/init.mp4"
#EXTINF:2.5,
../b/0.m4s
`),
      BASE,
    );
    expect(parsed).toEqual({
      segmentSeconds: 4.8,
      nextSequence: 9,
      isEnded: false,
      isHeld: false,
      endMs: Date.parse("2026-11-26T10:00:07.300Z"),
      segments: [
        {
          sequence: 7,
          seconds: 4.8,
          url: "https://church.example/media/a/audio/3.m4s",
          init: "https://church.example/media/a/audio/init.mp4",
          atMs: Date.parse("2026-11-26T10:00:00Z"),
        },
        {
          sequence: 8,
          seconds: 2.5,
          url: "https://church.example/live/b/0.m4s",
          init: "https://church.example/media/b/audio/init.mp4",
          atMs: Date.parse("2026-11-26T10:00:04.800Z"),
        },
      ],
    });
  });

  it("changes as often as its newest segments, in a channel whose other programme has longer ones", () => {
    const map = '#EXT-X-MAP:URI="i.mp4"\n';
    const lines = [4.8, 2, 2, 2].map((seconds, index) => `#EXTINF:${seconds},\n${index}.m4s\n`);
    const whole = parseSoundPlaylist(text(map + lines.join("")), BASE);
    expect(whole?.segmentSeconds).toBe(2);
    const turning = parseSoundPlaylist(text(map + lines.slice(0, 3).join("")), BASE);
    expect(turning?.segmentSeconds).toBe(4.8);
    expect(parseSoundPlaylist(text(map), BASE)?.segmentSeconds).toBe(5);
  });

  it("numbers a gap and leaves it out, and has an end", () => {
    const parsed = parseSoundPlaylist(
      text(
        '#EXT-X-MAP:URI="i.mp4"\n#EXTINF:2,\n1.m4s\n#EXT-X-GAP\n#EXTINF:2,\n2.m4s\n#EXTINF:2,\n3.m4s\n#EXT-X-ENDLIST\n',
      ),
      BASE,
    );
    expect(parsed?.segments.map(({ sequence }) => sequence)).toEqual([7, 9]);
    expect(parsed?.isEnded).toBe(true);
  });

  it.each([
    ["a page", "<!doctype html><title>Sign in</title>"],
    ["nothing", ""],
    ["no target duration", "#EXTM3U\n#EXTINF:2,\n1.m4s"],
    ["a segment without initialisation", text("#EXTINF:2,\n1.m4s")],
    ["a segment without duration", text('#EXT-X-MAP:URI="i.mp4"\n1.m4s')],
    ["an address that is none", text('#EXT-X-MAP:URI="i.mp4"\n#EXTINF:2,\nhttps://[')],
  ])("is refused: %s", (_what, refused) => {
    expect(parseSoundPlaylist(refused, BASE)).toBeNull();
  });
});

describe("the next segments", () => {
  it("are the newest three at the start", () => {
    expect(appended(playlist(4, 5, 6, 7, 8, 9), null)).toEqual([7, 8, 9]);
    expect(appended(playlist(0), null)).toEqual([0]);
  });

  it("follow the last one", () => {
    expect(appended(playlist(4, 5, 6, 7), 5)).toEqual([6, 7]);
    expect(appended(playlist(4, 5, 6, 7), 7)).toEqual([]);
  });

  it("are the newest three after a long pause, and when the numbers start again", () => {
    expect(appended(playlist(40, 41, 42, 43, 44, 45), 7)).toEqual([43, 44, 45]);
    expect(appended(playlist(0, 1, 2, 3), 5_000)).toEqual([1, 2, 3]);
  });

  it("are of eight seconds on a weak connection", () => {
    const short = { ...playlist(4, 5, 6, 7, 8, 9, 10), segmentSeconds: 2 };
    expect(segmentsToAppend(short, null, true).map(({ sequence }) => sequence)).toEqual([
      7, 8, 9, 10,
    ]);
    expect(segmentsToAppend({ ...short, segmentSeconds: 5 }, null, true)).toHaveLength(3);
  });

  it("are absent from another server's older playlist", () => {
    expect(appended(playlist(1, 2, 3, 4), 6)).toEqual([]);
  });
});

it.each([
  ["within a segment", 5 * 4_800 + 1_200, [5, 7], 1.2],
  ["before the first", 0, [4, 5, 7], 0],
  ["in a gap", 6 * 4_800 + 100, [7], 0],
  ["after the last", 99_000, [7], 0],
])("a moment of the past is %s", (_what, atMs, sequences, startAt) => {
  const found = segmentsFrom(playlist(4, 5, 7).segments, atMs);
  expect(found.next.map(({ sequence }) => sequence)).toEqual(sequences);
  expect(found.startAt).toBeCloseTo(startAt);
});

const POLLED = paceOf({ isHeld: false }, false);
const HELD = paceOf({ isHeld: true }, false);

it("a listener starts about two segments behind, within what is appended first", () => {
  const three = playlist(1, 2, 3);
  expect(startSeconds(three.segments, three, POLLED, Number.NaN)).toBeCloseTo(3.4);
  expect(startSeconds(three.segments.slice(2), three, POLLED, Number.NaN)).toBe(0);
});

it.each([
  ["a second after the newest segment", 1_000, 5.9],
  ["long after it", 60_000, 9.9],
  ["by a clock that is behind", -1_000, 4.9],
  ["at an unknown instant", Number.NaN, 4.9],
])(
  "a listener of a broadcast starts the closer, the sooner a segment comes: %s",
  (_what, sinceMs, start) => {
    const three = { ...playlist(1, 2, 3), endMs: 10_000 };
    expect(startSeconds(three.segments, three, HELD, 10_000 + sinceMs)).toBeCloseTo(start);
  },
);

it.each([
  [12, false, 1, 0],
  [23, false, 1.05, 0],
  [18, true, 1.05, 0],
  [16, true, 1, 0],
  [41, false, 1, 30],
])("%d s behind, fast already: %s, it plays at %d and jumps %d s", (behind, isFast, rate, jump) => {
  expect(keepUp(behind, 5, isFast, POLLED)).toEqual({ rate, jump });
});

it.each([
  [40, 1, 0],
  [46, 1.05, 0],
  [81, 1, 59],
])("%d s behind on a weak connection, it plays at %d and jumps %d s", (behind, rate, jump) => {
  expect(keepUp(behind, 5, false, paceOf({ isHeld: true }, true))).toEqual({ rate, jump });
});

it.each([
  [4.3, false, 1, 0],
  [4.5, false, 1.05, 0],
  [4.1, true, 1.05, 0],
  [3.9, true, 1, 0],
  [9.8, false, 1, 6],
])(
  "%d s behind in a broadcast, fast already: %s, it plays at %d and jumps %d s",
  (behind, isFast, rate, jump) => {
    expect(keepUp(behind, 2, isFast, HELD)).toEqual({ rate, jump: expect.closeTo(jump) });
  },
);
