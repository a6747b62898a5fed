import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { mediaFilesOf } from "#server/media/library.ts";
import type { Clip, Film, MediaFile } from "#server/media/library.schema.ts";

/** A media/ folder with invented bytes, for code that does not decode images or video. */
export type MediaFixture = {
  directory: string;
  clips: Clip[];
  /** Returns the byte at an offset of every clip file: the offset modulo 251. */
  byteAt(offset: number): number;
  remove(): Promise<void>;
};

const INIT_BYTES = 100;
const SEGMENT_BYTES = 1000;
const SOUND_SEGMENT_BYTES = SEGMENT_BYTES / 4;

/** Builds a clip with segments of these lengths in seconds. */
export function makeClip(
  id: string,
  segmentSeconds: readonly number[],
  changes: Partial<Clip> = {},
): Clip {
  return {
    id,
    category: "sermons",
    language: "en",
    title: `Title of ${id}`,
    description: "",
    reference: "Psalm 23:1",
    durationSeconds: segmentSeconds.reduce((sum, seconds) => sum + seconds, 0),
    width: 854,
    height: 480,
    publishedAt: "2026-10-04T10:00:00Z",
    bytes: INIT_BYTES + segmentSeconds.length * SEGMENT_BYTES,
    media: `clips/${id}.mp4`,
    poster: `posters/${id}.webp`,
    captions: [{ language: "en", label: "English", file: `captions/${id}.en.vtt` }],
    codecs: "avc1.4d401e,mp4a.40.2",
    peakBitsPerSecond: 120_000,
    init: { offset: 0, length: INIT_BYTES },
    segments: segmentSeconds.map((durationSeconds, index) => ({
      offset: INIT_BYTES + index * SEGMENT_BYTES,
      length: SEGMENT_BYTES,
      durationSeconds,
    })),
    ...changes,
  };
}

/** Builds the wide-screen rendition of a clip: the small one's length under another name. */
export function largeFilmOf(clip: Clip): Film {
  const { bytes, codecs, peakBitsPerSecond, init, segments } = clip;
  const media = `clips/${clip.id}.720p.mp4`;
  const size = { width: 1280, height: 720 };
  return {
    ...size,
    media,
    bytes,
    codecs,
    init,
    segments,
    peakBitsPerSecond: 2 * peakBitsPerSecond,
  };
}

/** Builds the sound of a clip: its own bytes, at a quarter of the rate. */
export function soundOf(clip: Clip): MediaFile {
  const { init, peakBitsPerSecond } = clip;
  const segments = clip.segments.map(({ durationSeconds }, index) => ({
    durationSeconds,
    offset: INIT_BYTES + index * SOUND_SEGMENT_BYTES,
    length: SOUND_SEGMENT_BYTES,
  }));
  const bytes = INIT_BYTES + segments.length * SOUND_SEGMENT_BYTES;
  const [media, codecs] = [`clips/${clip.id}.m4a`, "mp4a.40.2"];
  return { media, bytes, codecs, init, segments, peakBitsPerSecond: peakBitsPerSecond / 4 };
}

/** Writes a media/ folder into a temporary directory. */
export async function writeMediaFixture(
  clips: Clip[],
  lineups: Record<string, string[]>,
): Promise<MediaFixture> {
  const directory = await mkdtemp(join(tmpdir(), "reign-media-"));
  const byteAt = (offset: number) => offset % 251;
  async function write(path: string, content: string | Uint8Array): Promise<void> {
    await mkdir(dirname(join(directory, path)), { recursive: true });
    await writeFile(join(directory, path), content);
  }
  await write("library.json", JSON.stringify({ version: 1, clips }));
  await write("compilations.json", "[]");
  await write("lineups.json", JSON.stringify(lineups));
  for (const clip of clips) {
    for (const { media, bytes } of mediaFilesOf(clip)) {
      await write(
        media,
        Uint8Array.from({ length: bytes }, (_, offset) => byteAt(offset)),
      );
    }
    await write(clip.poster, "poster");
    for (const track of clip.captions) await write(track.file, "WEBVTT\n");
  }
  return {
    directory,
    clips,
    byteAt,
    remove: () => rm(directory, { recursive: true, force: true }),
  };
}
