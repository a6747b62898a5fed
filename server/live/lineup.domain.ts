import { StartError } from "#server/kit/start-error.ts";
import type { MediaLibrary, LibraryClip } from "#server/media/library.ts";
import type { Film } from "#shared/videos/library.ts";
import type { LineupItem } from "./linear.domain.ts";
import { LIVE_TARGET_SECONDS, type Rendition } from "./live-playlist.domain.ts";

const US_PER_SECOND = 1_000_000;

/** A lineup of the library, ready for a channel. */
export type Lineup = { items: LineupItem[]; renditions: Rendition[] };

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
    renditions: renditionsOf(clips),
  };
}

/** The small rendition, and the large one if every clip has it. */
function renditionsOf(clips: readonly LibraryClip[]): Rendition[] {
  const large = clips.map((clip) => clip.large).filter((file) => file !== undefined);
  const isComplete = large.length === clips.length && large.every((file) => isLike(file, large[0]));
  return [...renditionOf(clips, "small"), ...(isComplete ? renditionOf(large, "large") : [])];
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
