import type { SegmentSource } from "./channel-playlist.domain.ts";
import { endMsOf, fileNames, type IndexEntry } from "#ingest/segments/segment-index.ts";
import {
  type ListedSegment,
  longestDuration,
  type MediaPlaylist,
} from "./media-playlist.domain.ts";

export type Rendition = "picture" | "sound";

/**
 * Lists a session's segments, picture with sound or sound alone. Both have the same numbers and discontinuities.
 *
 * @param uriOf address of a media file by its name.
 */
function listSegments(
  entries: readonly IndexEntry[],
  rendition: Rendition,
  uriOf: (name: string) => string,
): ListedSegment[] {
  return entries.map((entry) => listSegment(entry, rendition, uriOf));
}

function listSegment(
  entry: IndexEntry,
  rendition: Rendition,
  uriOf: (name: string) => string,
): ListedSegment {
  const { number, initId, durationSeconds, startMs, discontinuities } = entry;
  const isPicture = rendition === "picture";
  const isGap = (isPicture ? entry.videoBytes : entry.audioBytes) === null;
  const map = isPicture ? fileNames.init(initId) : fileNames.audioInit(initId);
  return {
    uri: uriOf(isPicture ? fileNames.video(number) : fileNames.audio(number)),
    mapUri: isGap ? null : uriOf(map),
    durationSeconds,
    startMs,
    discontinuities,
  };
}

/**
 * A session as a source of a channel's playlist. It starts with the session's first segment, and all of its index is
 * published: end its period after the last segment is stored.
 */
export function sessionSource(
  entries: readonly IndexEntry[],
  rendition: Rendition,
  uriOf: (name: string) => string,
): SegmentSource {
  const first = entries[0]?.number ?? 0;
  return {
    startAt: () => first,
    publishedAt: () => first + entries.length,
    segment(number) {
      const entry = entries[number - first];
      return entry ? listSegment(entry, rendition, uriOf) : null;
    },
  };
}

type SessionPlaylist = {
  /** Segments that can be loaded, without a gap in their numbers. */
  entries: readonly IndexEntry[];
  rendition: Rendition;
  uriOf: (name: string) => string;
  targetDuration: number;
  hasEnded: boolean;
};

/** The playlist for seeking back, over the last `windowSeconds`. It offers delta updates. */
export function windowPlaylist(session: SessionPlaylist, windowSeconds: number): MediaPlaylist {
  const last = session.entries.at(-1);
  const sinceMs = last ? endMsOf(last) - windowSeconds * 1000 : 0;
  const entries = session.entries.filter((entry) => endMsOf(entry) > sinceMs);
  return playlistOf(session, entries, true);
}

/** The playlist of a finished recording. */
export function recordingPlaylist(
  session: Omit<SessionPlaylist, "targetDuration" | "hasEnded">,
): MediaPlaylist {
  const segments = listSegments(session.entries, session.rendition, session.uriOf);
  const targetDuration = longestDuration(segments);
  return playlistOf({ ...session, targetDuration, hasEnded: true }, session.entries, false);
}

function playlistOf(
  { rendition, uriOf, targetDuration, hasEnded }: SessionPlaylist,
  entries: readonly IndexEntry[],
  canSkip: boolean,
): MediaPlaylist {
  return {
    firstSequence: entries[0]?.number ?? 0,
    segments: listSegments(entries, rendition, uriOf),
    targetDuration,
    hasEnded,
    canSkip,
  };
}

/** Bits per second of some segments: of the largest one, and on average. */
type MeasuredRate = { readonly peak: number; readonly average: number };

/** Measures a rendition by the sizes of its segments; null when none has it. */
export function measuredRate(
  entries: readonly IndexEntry[],
  rendition: Rendition,
): MeasuredRate | null {
  let peak = 0;
  let bytes = 0;
  let seconds = 0;
  for (const { videoBytes, audioBytes, durationSeconds } of entries) {
    const size = rendition === "picture" ? videoBytes : audioBytes;
    if (size === null) continue;
    peak = Math.max(peak, (size * 8) / durationSeconds);
    bytes += size;
    seconds += durationSeconds;
  }
  return seconds === 0
    ? null
    : { peak: Math.ceil(peak), average: Math.ceil((bytes * 8) / seconds) };
}

type MasterPlaylist = {
  entries: readonly IndexEntry[];
  pictureUri: string;
  soundUri: string;
};

/** The master playlist of a session: the picture where there is one, and the sound alone. */
export function sessionMasterPlaylist({ entries, pictureUri, soundUri }: MasterPlaylist): string {
  const picture = entries.findLast(({ videoBytes }) => videoBytes !== null);
  const sound = entries.findLast(({ audioBytes }) => audioBytes !== null);
  const pictureRate = measuredRate(entries, "picture");
  const soundRate = measuredRate(entries, "sound");
  const lines = ["#EXTM3U", "#EXT-X-VERSION:7", "#EXT-X-INDEPENDENT-SEGMENTS"];
  if (picture && pictureRate) {
    const { width, height, frameRate, codecs } = picture;
    const size = width === null || height === null ? [] : [`RESOLUTION=${width}x${height}`];
    const rate = frameRate === null ? [] : [`FRAME-RATE=${frameRate.toFixed(3)}`];
    lines.push(streamLine(pictureRate, codecs, [...size, ...rate]), pictureUri);
  }
  if (sound?.audioCodec && soundRate) {
    lines.push(streamLine(soundRate, sound.audioCodec, []), soundUri);
  }
  return `${lines.join("\n")}\n`;
}

function streamLine(
  { peak, average }: MeasuredRate,
  codecs: string,
  others: readonly string[],
): string {
  const attributes = [
    `BANDWIDTH=${peak}`,
    `AVERAGE-BANDWIDTH=${average}`,
    `CODECS="${codecs}"`,
    ...others,
  ];
  return `#EXT-X-STREAM-INF:${attributes.join(",")}`;
}
