import { array, assert, boolean, integer, property, record } from "fast-check";
import { describe, expect, it } from "vitest";
import { createTimeline, type LineupItem } from "#server/live/linear.domain.ts";
import { writeMediaPlaylist } from "@reign-tv/ingest/playlists/media-playlist.domain.ts";
import type { IndexEntry } from "@reign-tv/ingest/segments/segment-index.ts";
import type { Watched } from "./broadcast-watch.ts";
import { backPlaylist, edgePlaylist, firstNumbers, shiftAfter } from "./channel-playlist.domain.ts";

const EPOCH_MS = Date.parse("2026-01-01T00:00:00Z");

function item(id: string, ...segmentSeconds: number[]): LineupItem {
  const segmentsUs = segmentSeconds.map((seconds) => Math.round(seconds * 1_000_000));
  return { clip: { id, version: "v1" }, segmentsUs };
}

const TIMELINE = createTimeline([
  {
    startsAtUs: EPOCH_MS * 1_000,
    firstSequence: 0,
    firstItem: 0,
    items: [item("a", 4.8, 4.8), item("b", 4.8), item("c", 4.8, 4.8, 2.4)],
  },
]);

const PROGRAMME = { timeline: TIMELINE, size: "small", hasSound: true } as const;

function watched(fields: Partial<Watched> = {}): Watched {
  return {
    id: "7",
    channel: "english",
    server: "one",
    address: "http://10.0.0.1",
    via: "rtmp",
    startedAtMs: EPOCH_MS,
    isFresh: true,
    droppedAtMs: null,
    endedAtMs: null,
    isStopRequested: false,
    recordingProblem: null,
    first: null,
    onAirAtMs: null,
    shift: null,
    chapters: [],
    entries: [],
    ...fields,
  };
}

type Drawn = { durationMs: number; discontinuity: boolean };

function entriesFrom(startMs: number, drawn: readonly Drawn[]): IndexEntry[] {
  let atMs = startMs;
  let discontinuities = 0;
  return drawn.map(({ durationMs, discontinuity }, number) => {
    discontinuities += Number(discontinuity);
    const entry: IndexEntry = {
      number,
      startMs: atMs,
      durationSeconds: durationMs / 1_000,
      discontinuity,
      discontinuities,
      initId: 0,
      codecs: "avc1.4d401e,mp4a.40.2",
      audioCodec: "mp4a.40.2",
      width: 426,
      height: 240,
      frameRate: 25,
      videoBytes: 60_000,
      audioBytes: 8_000,
    };
    atMs += durationMs;
    return entry;
  });
}

const TWO_SECONDS = { durationMs: 2_000, discontinuity: false };

/** A channel with one broadcast, as servers see it: before, during and after. */
function channelWith(startMs: number, drawn: readonly Drawn[], earlier: readonly Watched[] = []) {
  const entries = entriesFrom(startMs, drawn);
  const onAirAtMs = startMs + (drawn[0]?.durationMs ?? 0);
  const started = watched({ id: String(earlier.length + 1), onAirAtMs, entries });
  const first = firstNumbers(earlier, started, PROGRAMME, onAirAtMs);
  const running = { ...started, first };
  const endMs = drawn.reduce((ms, { durationMs }) => ms + durationMs, startMs);
  const ended = {
    ...running,
    endedAtMs: endMs + 10_000,
    shift: shiftAfter(running, PROGRAMME, endMs + 10_000),
  };
  const at = (nowMs: number): readonly Watched[] => {
    if (nowMs < onAirAtMs) return earlier;
    if (nowMs >= ended.endedAtMs) return [...earlier, ended];
    const published = entries.filter((one) => one.startMs + one.durationSeconds * 1_000 <= nowMs);
    return [...earlier, { ...running, entries: published }];
  };
  return { at, endMs: ended.endedAtMs, ended };
}

/** A playlist of sound with the files of the picture. */
function asPicture(sound: string | null): string | null {
  return (
    sound &&
    sound
      .replaceAll("/sound/", "/")
      .replaceAll(".audio.m4s", ".m4s")
      .replaceAll(".audio.mp4", ".mp4")
  );
}

type Listed = { sequence: number; discontinuity: number; uri: string };

function listedIn(playlist: string | null): Listed[] {
  let sequence = Number(/MEDIA-SEQUENCE:(\d+)/.exec(playlist ?? "")?.[1]);
  let discontinuity = Number(/DISCONTINUITY-SEQUENCE:(\d+)/.exec(playlist ?? "")?.[1]);
  const listed: Listed[] = [];
  for (const line of (playlist ?? "").split("\n")) {
    if (line === "#EXT-X-DISCONTINUITY") discontinuity += 1;
    if (line.startsWith("/")) listed.push({ sequence: sequence++, discontinuity, uri: line });
  }
  return listed;
}

function playlistOf(
  broadcasts: readonly Watched[],
  nowMs: number,
  rendition: "picture" | "sound" = "picture",
): string | null {
  const playlist = edgePlaylist(broadcasts, PROGRAMME, rendition, nowMs);
  return playlist && writeMediaPlaylist(playlist);
}

describe("the playlist of a channel with broadcasts", () => {
  it("goes from the programme to the broadcast and back, at segments' borders", () => {
    const { at } = channelWith(
      EPOCH_MS + 30_000,
      Array.from({ length: 8 }, () => TWO_SECONDS),
    );
    const urisAt = (seconds: number): string[] =>
      listedIn(playlistOf(at(EPOCH_MS + seconds * 1_000), EPOCH_MS + seconds * 1_000)).map(
        ({ uri }) => uri.replace(/^\/(?:media|live)\/(?:english\/)?/, ""),
      );
    expect(urisAt(31).every((uri) => !uri.includes("1-"))).toBe(true);
    // Players wait at the server for what comes next, which may be the broadcast.
    expect(playlistOf([], EPOCH_MS + 31_000)).toContain("CAN-BLOCK-RELOAD=YES");
    const joining = urisAt(36);
    expect(joining.slice(-3)).toEqual(["1-mjuohs00/0.m4s", "1-mjuohs00/1.m4s", "1-mjuohs00/2.m4s"]);
    expect(joining[2]).not.toContain("1-mjuohs00");
    expect(urisAt(46).every((uri) => uri.startsWith("1-mjuohs00/"))).toBe(true);
    // After ten seconds of grace the programme is there with what has played since.
    const after = urisAt(57);
    expect(after.filter((uri) => uri.startsWith("1-")).length).toBeGreaterThan(0);
    expect(after.at(-1)).not.toContain("1-mjuohs00");
  });

  it("gives each segment one number that never changes, over any broadcasts", () => {
    const drawn = array(
      record({ durationMs: integer({ min: 400, max: 10_000 }), discontinuity: boolean() }),
      {
        minLength: 1,
        maxLength: 12,
      },
    );
    assert(
      property(
        array(record({ pauseMs: integer({ min: 0, max: 60_000 }), drawn }), {
          minLength: 1,
          maxLength: 3,
        }),
        (all) => {
          const numbers = new Map<string, Listed>();
          const bySequence = new Map<number, string>();
          let earlier: readonly Watched[] = [];
          let nowMs = EPOCH_MS + 60_000;
          for (const one of all) {
            const { at, endMs, ended } = channelWith(nowMs + one.pauseMs, one.drawn, earlier);
            for (; nowMs < endMs + 12_000; nowMs += 1_700) {
              const picture = playlistOf(at(nowMs), nowMs);
              const sound = playlistOf(at(nowMs), nowMs, "sound");
              expect(asPicture(sound)).toBe(picture);
              for (const segment of listedIn(picture)) {
                const key = `${segment.uri}@${segment.sequence}`;
                // A clip comes again after a loop, so that only the number tells its showings apart.
                expect(bySequence.get(segment.sequence) ?? segment.uri).toBe(segment.uri);
                expect(numbers.get(key)?.discontinuity ?? segment.discontinuity).toBe(
                  segment.discontinuity,
                );
                bySequence.set(segment.sequence, segment.uri);
                numbers.set(key, segment);
              }
            }
            earlier = [...earlier, ended];
          }
        },
      ),
      { numRuns: 40 },
    );
  });

  it("lists only broadcasts as sound when the lineup has none, with the same numbers", () => {
    const { at } = channelWith(EPOCH_MS + 30_000, [TWO_SECONDS, TWO_SECONDS, TWO_SECONDS]);
    const nowMs = EPOCH_MS + 35_000;
    const programme = { ...PROGRAMME, hasSound: false };
    const playlist = edgePlaylist(at(nowMs), programme, "sound", nowMs);
    expect(playlist?.segments.map(({ uri }) => uri)).toEqual([
      "/live/english/1-mjuohs00/0.audio.m4s",
      "/live/english/1-mjuohs00/1.audio.m4s",
    ]);
    const whole = edgePlaylist(at(nowMs), PROGRAMME, "sound", nowMs);
    expect(playlist?.firstSequence).toBe((whole?.firstSequence ?? 0) + 4);
  });

  it("has the broadcast alone without a lineup, and the sound alone in a list of its own", () => {
    const entries = entriesFrom(EPOCH_MS, [TWO_SECONDS, TWO_SECONDS]);
    const started = watched({ entries });
    const running = { ...started, first: firstNumbers([], started, null, EPOCH_MS) };
    const textOf = (broadcasts: readonly Watched[], rendition: "picture" | "sound") => {
      const playlist = edgePlaylist(broadcasts, null, rendition, EPOCH_MS);
      return playlist && writeMediaPlaylist(playlist);
    };
    expect(textOf([running], "picture")).toBe(
      [
        "#EXTM3U",
        "#EXT-X-VERSION:7",
        "#EXT-X-INDEPENDENT-SEGMENTS",
        "#EXT-X-TARGETDURATION:2",
        "#EXT-X-MEDIA-SEQUENCE:0",
        "#EXT-X-DISCONTINUITY-SEQUENCE:0",
        "#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES",
        '#EXT-X-MAP:URI="/live/english/7-mjuohs00/init-0.mp4"',
        "#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00.000Z",
        "#EXTINF:2.00000,",
        "/live/english/7-mjuohs00/0.m4s",
        "#EXTINF:2.00000,",
        "/live/english/7-mjuohs00/1.m4s",
        "",
      ].join("\n"),
    );
    expect(listedIn(textOf([running], "sound")).map(({ uri }) => uri)).toEqual([
      "/live/english/7-mjuohs00/0.audio.m4s",
      "/live/english/7-mjuohs00/1.audio.m4s",
    ]);
    const ended = { ...running, endedAtMs: EPOCH_MS, shift: shiftAfter(running, null, EPOCH_MS) };
    const held = "#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES\n";
    expect(textOf([ended], "picture")).toBe(textOf([running], "picture")?.replace(held, ""));
    const next = watched({ id: "8", entries });
    expect(firstNumbers([ended], next, null, EPOCH_MS).sequence).toBe(2);
  });

  it("continues after a broadcast that is too old for any playlist", () => {
    const { ended } = channelWith(EPOCH_MS + 30_000, [TWO_SECONDS, TWO_SECONDS]);
    const nowMs = EPOCH_MS + 3_600_000;
    expect(playlistOf([{ ...ended, entries: [] }], nowMs)).toBe(playlistOf([ended], nowMs));
  });

  it("lists two hours of a broadcast", () => {
    const entries = entriesFrom(
      EPOCH_MS,
      Array.from({ length: 3_700 }, () => TWO_SECONDS),
    );
    const running = watched({ first: { sequence: 50, discontinuity: 3 }, entries });
    const playlist = backPlaylist(running, "picture");
    expect(listedIn(writeMediaPlaylist(playlist))).toHaveLength(3_600);
    expect(writeMediaPlaylist(playlist, true)).toContain("#EXT-X-SKIP:SKIPPED-SEGMENTS=3593");
  });

  it("lists after a full disk only what is still in memory", () => {
    const entries = entriesFrom(
      EPOCH_MS,
      Array.from({ length: 100 }, () => TWO_SECONDS),
    );
    const listed = (stored: number) => {
      const passing = entries.map((entry) => ({ ...entry, isPassing: entry.number >= stored }));
      const running = watched({ first: { sequence: 50, discontinuity: 3 }, entries: passing });
      return listedIn(writeMediaPlaylist(backPlaylist(running, "picture")));
    };
    expect(listed(100)).toHaveLength(100);
    expect(listed(70)).toHaveLength(100);
    expect(listed(69)).toHaveLength(30);
  });
});
