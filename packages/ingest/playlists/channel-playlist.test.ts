import { array, assert, integer, property, record } from "fast-check";
import { expect, it } from "vitest";
import {
  channelPlaylist,
  type Period,
  FIRST_PERIOD,
  numbersAfter,
  type SegmentSource,
} from "./channel-playlist.domain.ts";
import { type MediaPlaylist, writeMediaPlaylist } from "./media-playlist.domain.ts";

/** A programme of clips with three segments of 4 s each, computed from the clock. */
const LINEAR: SegmentSource = {
  startAt: (ms) => Math.max(0, Math.floor(ms / 4_000) - 2),
  publishedAt: (ms) => Math.floor(ms / 4_000),
  segment: (number) => ({
    uri: `l${number}`,
    mapUri: `clip${Math.floor(number / 3)}`,
    durationSeconds: 4,
    startMs: number * 4_000,
    discontinuities: Math.floor(number / 3),
  }),
};

/** A service of segments of 2 s that begins 2 s before its period, with a break before every fifth. */
function service(name: string, startMs: number, endMs: number): SegmentSource {
  const count = (ms: number) => Math.floor((Math.min(ms, endMs) - startMs) / 2_000) + 1;
  return {
    startAt: () => 0,
    publishedAt: count,
    segment: (number) =>
      number >= count(endMs)
        ? null
        : {
            uri: `${name}${number}`,
            mapUri: `${name}.init`,
            durationSeconds: 2,
            startMs: startMs - 2_000 + number * 2_000,
            discontinuities: Math.floor(number / 5),
          },
  };
}

const LINEAR_PERIOD: Period = { source: LINEAR, startMs: 0, numbers: FIRST_PERIOD };

function follow(
  periods: [Period, ...Period[]],
  source: SegmentSource,
  startMs: number,
): [Period, ...Period[]] {
  return [...periods, { source, startMs, numbers: numbersAfter(periods, source, startMs) }];
}

function at(periods: readonly Period[], nowMs: number): MediaPlaylist {
  return channelPlaylist({ periods, nowMs, targetDuration: 5 });
}

const uris = ({ segments }: MediaPlaylist) => segments.map(({ uri }) => uri).join(" ");

it("turns to a service and back at segment boundaries, with a discontinuity each", () => {
  const toService = follow([LINEAR_PERIOD], service("s", 100_000, 120_000), 100_000);
  const back = follow(toService, LINEAR, 121_000);
  expect(uris(at(back, 99_000))).toBe("l18 l19 l20 l21 l22 l23");
  expect(uris(at(back, 100_000))).toBe("l20 l21 l22 l23 l24 s0");
  expect(uris(at(back, 104_500))).toBe("l22 l23 l24 s0 s1 s2");
  expect(uris(at(back, 120_000))).toBe("s5 s6 s7 s8 s9 s10");
  // Two segments of the programme at once, so that players have something to go on with.
  expect(uris(at(back, 121_000))).toBe("s7 s8 s9 s10 l28 l29");
  expect(uris(at(back, 124_500))).toBe("s8 s9 s10 l28 l29 l30");
  expect(writeMediaPlaylist(at(back, 121_000))).toBe(`#EXTM3U
#EXT-X-VERSION:7
#EXT-X-INDEPENDENT-SEGMENTS
#EXT-X-TARGETDURATION:5
#EXT-X-MEDIA-SEQUENCE:32
#EXT-X-DISCONTINUITY-SEQUENCE:10
#EXT-X-MAP:URI="s.init"
#EXT-X-PROGRAM-DATE-TIME:1970-01-01T00:01:52.000Z
#EXTINF:2.00000,
s7
#EXTINF:2.00000,
s8
#EXTINF:2.00000,
s9
#EXT-X-DISCONTINUITY
#EXT-X-MAP:URI="s.init"
#EXT-X-PROGRAM-DATE-TIME:1970-01-01T00:01:58.000Z
#EXTINF:2.00000,
s10
#EXT-X-DISCONTINUITY
#EXT-X-MAP:URI="clip9"
#EXT-X-PROGRAM-DATE-TIME:1970-01-01T00:01:52.000Z
#EXTINF:4.00000,
l28
#EXTINF:4.00000,
l29
`);
});

it("keeps the numbers of the programme until the first service", () => {
  const text = writeMediaPlaylist(at([LINEAR_PERIOD], 99_000));
  expect(text).toContain("#EXT-X-MEDIA-SEQUENCE:18\n#EXT-X-DISCONTINUITY-SEQUENCE:6\n");
});

it("gives the numbers of a period without a segment to the next one", () => {
  const empty: SegmentSource = { startAt: () => 0, publishedAt: () => 0, segment: () => null };
  const periods = follow(follow([LINEAR_PERIOD], empty, 100_000), LINEAR, 110_000);
  const { firstSequence, segments } = at(periods, 114_000);
  expect(uris(at(periods, 114_000))).toBe("l22 l23 l24 l25 l26 l27");
  expect(firstSequence).toBe(22);
  expect(segments.map(({ discontinuities }) => discontinuities)).toEqual([7, 7, 8, 9, 9, 10]);
});

it("writes the same text when older periods and their recordings are gone", () => {
  const first = service("s", 100_000, 120_000);
  const periods = follow(follow([LINEAR_PERIOD], first, 100_000), LINEAR, 121_000);
  const whole = writeMediaPlaylist(at(periods, 400_000));
  expect(writeMediaPlaylist(at(periods.slice(2), 400_000))).toBe(whole);
});

it("lists no segment before one that is lost", () => {
  const lost = {
    ...LINEAR,
    segment: (number: number) => (number === 22 ? null : LINEAR.segment(number)),
  };
  const playlist = at([{ ...LINEAR_PERIOD, source: lost }], 100_000);
  expect(uris(playlist)).toBe("l23 l24");
  expect(playlist.firstSequence).toBe(23);
});

it("gives each segment one number and one discontinuity for all time", () => {
  const step = record({
    restMs: integer({ min: 10_000, max: 60_000 }),
    lastMs: integer({ min: 10_000, max: 60_000 }),
  });
  assert(
    property(
      array(step, { minLength: 1, maxLength: 4 }),
      integer({ min: 500, max: 5_000 }),
      (steps, pollMs) => {
        let periods: [Period, ...Period[]] = [LINEAR_PERIOD];
        let ms = 60_000;
        for (const [index, { restMs, lastMs }] of steps.entries()) {
          ms += restMs;
          periods = follow(periods, service(`s${index}-`, ms, ms + lastMs), ms);
          ms += lastMs + 1;
          periods = follow(periods, LINEAR, ms);
        }
        const seen = new Map<number, string>();
        let end = 0;
        for (let nowMs = 50_000; nowMs < ms + 60_000; nowMs += pollMs) {
          const playlist = at(periods, nowMs);
          expect(playlist.segments).toHaveLength(6);
          expect(playlist.firstSequence + 6).toBeGreaterThanOrEqual(end);
          end = playlist.firstSequence + 6;
          for (const [index, { uri, discontinuities }] of playlist.segments.entries()) {
            const number = playlist.firstSequence + index;
            const text = `${uri} ${discontinuities}`;
            expect(seen.get(number) ?? text).toBe(text);
            seen.set(number, text);
          }
        }
        const numbers = [...seen.keys()];
        expect(Math.max(...numbers) - Math.min(...numbers) + 1).toBe(numbers.length);
      },
    ),
    { numRuns: 50 },
  );
});
