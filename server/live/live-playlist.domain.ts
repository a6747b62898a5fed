import {
  channelPlaylist,
  FIRST_PERIOD,
} from "@reign-tv/ingest/playlists/channel-playlist.domain.ts";
import { writeMediaPlaylist } from "@reign-tv/ingest/playlists/media-playlist.domain.ts";
import type { ClipRendition, RenditionSize } from "#server/media/media-urls.ts";
import type { LineupItem, Timeline } from "./linear.domain.ts";
import { linearSource } from "./linear-source.domain.ts";
import { StartError } from "@reign-tv/kit/start-error.ts";
import { secondsOf } from "#server/media/joined-film.ts";
import type { MediaLibrary, LibraryClip } from "#server/media/library.ts";
import type { Film, MediaFile } from "#server/media/library.schema.ts";

/** Constant over the life of a channel (RFC 8216, 6.2.1). Lineups with longer segments are rejected at start. */
export const LIVE_TARGET_SECONDS = 5;

const US_PER_SECOND = 1_000_000;

/** The sliding media playlist of a lineup channel at an instant, in one of its sizes or as sound alone. */
export function livePlaylist(
  timeline: Timeline,
  nowMs: number,
  rendition: ClipRendition = "small",
): string {
  const period = { source: linearSource(timeline, rendition), startMs: 0, numbers: FIRST_PERIOD };
  return writeMediaPlaylist(
    channelPlaylist({ periods: [period], nowMs, targetDuration: LIVE_TARGET_SECONDS }),
  );
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

/** What a channel plays, in kilobits per second on average. */
export type DataRates = {
  /** The picture with its sound, in the usual size. */
  picture: number;
  /** The sound alone; null without one. */
  sound: number | null;
};

/** A lineup of the library, ready for a channel. */
export type Lineup = { items: LineupItem[]; renditions: Rendition[]; rates: DataRates };

/**
 * Builds a channel's lineup from the library.
 *
 * @throws StartError with every problem in one message: an unknown lineup, clips with differing codecs or sizes,
 *   segments longer than the channel's target duration.
 */
export function lineupOf(library: MediaLibrary, lineupId: string): Lineup {
  const ids = library.lineups[lineupId] ?? [];
  const clips = ids.map((id) => library.clips.get(id)).filter((clip) => clip !== undefined);
  const [first] = clips;
  if (!first) {
    throw new StartError(
      `Line-up "${lineupId}" does not exist; media/lineups.json has: ${Object.keys(library.lineups).join(", ")}`,
    );
  }
  const problems = clips.flatMap((clip) => clipProblems(clip, first));
  if (problems.length > 0) {
    throw new StartError(`Line-up "${lineupId}" cannot be played:\n${problems.join("\n")}`);
  }
  return {
    items: clips.map((clip) => ({
      clip: { id: clip.id, version: clip.version },
      segmentsUs: clip.segments.map((segment) =>
        Math.round(segment.durationSeconds * US_PER_SECOND),
      ),
    })),
    renditions: [
      ...renditionOf(clips, "small"),
      ...otherRendition(clips, "large"),
      ...otherRendition(clips, "tiny"),
    ],
    rates: { picture: averageRate(clips), sound: soundRate(clips) },
  };
}

/** A rendition that every clip has. */
function otherRendition(clips: readonly LibraryClip[], size: "tiny" | "large"): Rendition[] {
  const films = clips.map((clip) => clip[size]).filter((file) => file !== undefined);
  const isComplete = films.length === clips.length && films.every((file) => isLike(file, films[0]));
  return isComplete ? renditionOf(films, size) : [];
}

function soundRate(clips: readonly LibraryClip[]): number | null {
  const files = clips.map(({ sound }) => sound).filter((file) => file !== undefined);
  const isComplete =
    files.length === clips.length && files.every(({ codecs }) => codecs === files[0]?.codecs);
  return isComplete ? averageRate(files) : null;
}

/** Kilobits per second of files that play one after the other. */
function averageRate(files: readonly MediaFile[]): number {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  return Math.ceil((bytes * 8) / 1000 / secondsOf(files));
}

function renditionOf(files: readonly Film[], size: Rendition["size"]): Rendition[] {
  const [first] = files;
  if (!first) return [];
  const { width, height, codecs } = first;
  const peakBitsPerSecond = Math.max(...files.map((file) => file.peakBitsPerSecond));
  return [{ name: `${height}p`, size, width, height, codecs, peakBitsPerSecond }];
}

/** Returns true if one playlist can join two video files. */
function isLike(file: Film, other: Film | undefined): boolean {
  return (
    file.codecs === other?.codecs && file.width === other.width && file.height === other.height
  );
}

function clipProblems(clip: LibraryClip, first: LibraryClip): string[] {
  const problems: string[] = [];
  if (!isLike(clip, first)) {
    problems.push(`  ${clip.id}: codecs or size differ from those of ${first.id}`);
  }
  // RFC 8216, 4.3.3.1: a segment's length, rounded, may not exceed the target.
  const longest = Math.max(...clip.segments.map((segment) => segment.durationSeconds));
  if (Math.round(longest) > LIVE_TARGET_SECONDS) {
    problems.push(
      `  ${clip.id}: a segment of ${longest} s, at most ${LIVE_TARGET_SECONDS} s allowed`,
    );
  }
  return problems;
}
