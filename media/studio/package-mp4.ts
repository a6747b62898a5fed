import { readFile, writeFile } from "node:fs/promises";

import { clipSeconds, segmentCount, type ClipSpec } from "./clips.ts";
import { type FilmSize, FRAMES_PER_SECOND, SEGMENT_SECONDS } from "./film-format.ts";
import { box, fullBox, pack, u16, u32, u64 } from "./mp4-boxes.ts";
import { type AacStream, type AvcStream, readAdts, readAnnexB } from "./elementary-streams.ts";
import { SAMPLE_RATE } from "./music.ts";

/**
 * Writes the clip, or its sound alone, as one fragmented MP4. ffmpeg's muxer cuts audio at
 * arbitrary frames and hides the encoder delay in an edit list; a linear channel needs 120 video
 * and 225 audio frames per segment, and timestamps from zero.
 *
 * Layout: ftyp, moov (together the init segment), a sidx per track, then moof and mdat per 4.8 s.
 * The duration in `mehd` and the index in `sidx` let a browser seek in the same file as a plain
 * source.
 */

const VIDEO_TIMESCALE = 12_800;
const PICTURE_TICKS = VIDEO_TIMESCALE / FRAMES_PER_SECOND;
const AAC_FRAME_SAMPLES = 1024;
const PICTURES_PER_SEGMENT = SEGMENT_SECONDS * FRAMES_PER_SECOND;
const AAC_FRAMES_PER_SEGMENT = (SEGMENT_SECONDS * SAMPLE_RATE) / AAC_FRAME_SAMPLES;
const VIDEO_TRACK = 1;
const AUDIO_TRACK = 2;
const MOVIE_TIMESCALE = 1000;
const NON_SYNC_SAMPLE = 0x01010000;
const SYNC_SAMPLE = 0x02000000;
const AUDIO_BITRATE = 20_000;
const UNITY_MATRIX = pack(
  ...[0x00010000, 0, 0, 0, 0x00010000, 0, 0, 0, 0x40000000].map((value) => u32(value)),
);

type Track = {
  id: number;
  timescale: number;
  durationTicks: number;
  /** Frame size in pixels; null for audio. */
  size: Pick<FilmSize, "width" | "height"> | null;
  sampleEntry: Buffer;
  samples: Buffer[];
  samplesPerSegment: number;
};

function movieHeader(seconds: number): Buffer {
  return fullBox(
    "mvhd",
    0,
    0,
    pack(u32(0), u32(0), u32(MOVIE_TIMESCALE), u32(Math.round(seconds * MOVIE_TIMESCALE))),
    pack(u32(0x00010000), u16(0x0100), Buffer.alloc(10), UNITY_MATRIX, Buffer.alloc(24)),
    u32(AUDIO_TRACK + 1),
  );
}

function trackHeader(track: Track, seconds: number): Buffer {
  const size = track.size ? [track.size.width, track.size.height] : [0, 0];
  return fullBox(
    "tkhd",
    0,
    3,
    pack(u32(0), u32(0), u32(track.id), u32(0), u32(Math.round(seconds * MOVIE_TIMESCALE))),
    pack(Buffer.alloc(8), u16(0), u16(0), u16(track.size ? 0 : 0x0100), u16(0), UNITY_MATRIX),
    pack(...size.map((pixels) => u32(pixels * 65_536))),
  );
}

function avcConfiguration(stream: AvcStream): Buffer {
  const head = Buffer.from([1, ...stream.sps.subarray(1, 4), 0xff, 0xe1]);
  return box(
    "avcC",
    pack(
      head,
      u16(stream.sps.length),
      stream.sps,
      Buffer.from([1]),
      u16(stream.pps.length),
      stream.pps,
    ),
  );
}

function videoSampleEntry(stream: AvcStream, { width, height }: FilmSize): Buffer {
  return box(
    "avc1",
    pack(Buffer.alloc(6), u16(1), Buffer.alloc(16), u16(width), u16(height)),
    pack(u32(0x00480000), u32(0x00480000), u32(0), u16(1), Buffer.alloc(32), u16(24), u16(0xffff)),
    avcConfiguration(stream),
    box("colr", pack(Buffer.from("nclx"), u16(1), u16(1), u16(1), Buffer.from([0]))),
  );
}

function audioSampleEntry(audioConfiguration: Buffer): Buffer {
  const specific = pack(Buffer.from([5, audioConfiguration.length]), audioConfiguration);
  const decoder = pack(
    Buffer.from([0x40, 0x15, 0, 0, 0]),
    u32(AUDIO_BITRATE),
    u32(AUDIO_BITRATE),
    specific,
  );
  const stream = pack(
    u16(AUDIO_TRACK),
    Buffer.from([0, 4, decoder.length]),
    decoder,
    Buffer.from([6, 1, 2]),
  );
  return box(
    "mp4a",
    pack(
      Buffer.alloc(6),
      u16(1),
      Buffer.alloc(8),
      u16(1),
      u16(16),
      u32(0),
      u32(SAMPLE_RATE * 65_536),
    ),
    fullBox("esds", 0, 0, Buffer.from([3, stream.length]), stream),
  );
}

function trackBox(track: Track, seconds: number): Buffer {
  const handler = track.size ? "vide" : "soun";
  const media = track.size
    ? fullBox("vmhd", 0, 1, Buffer.alloc(8))
    : fullBox("smhd", 0, 0, Buffer.alloc(4));
  const dataInformation = box("dinf", fullBox("dref", 0, 0, u32(1), fullBox("url ", 0, 1)));
  const emptyTables = pack(
    fullBox("stts", 0, 0, u32(0)),
    fullBox("stsc", 0, 0, u32(0)),
    fullBox("stsz", 0, 0, u32(0), u32(0)),
    fullBox("stco", 0, 0, u32(0)),
  );
  const samples = box("stbl", fullBox("stsd", 0, 0, u32(1), track.sampleEntry), emptyTables);
  return box(
    "trak",
    trackHeader(track, seconds),
    box(
      "mdia",
      fullBox(
        "mdhd",
        0,
        0,
        u32(0),
        u32(0),
        u32(track.timescale),
        u32(track.durationTicks),
        u16(0x55c4),
        u16(0),
      ),
      fullBox("hdlr", 0, 0, u32(0), Buffer.from(handler), Buffer.alloc(12), Buffer.from("Reign\0")),
      box("minf", media, dataInformation, samples),
    ),
  );
}

function trackDefaults(track: Track): Buffer {
  const sampleTicks = track.size ? PICTURE_TICKS : AAC_FRAME_SAMPLES;
  const flags = track.size ? NON_SYNC_SAMPLE : SYNC_SAMPLE;
  return fullBox("trex", 0, 0, u32(track.id), u32(1), u32(sampleTicks), u32(0), u32(flags));
}

/** Samples of a track in a segment. */
function samplesIn({ samples, samplesPerSegment }: Track, segment: number): Buffer[] {
  return samples.slice(segment * samplesPerSegment, (segment + 1) * samplesPerSegment);
}

function trackFragment(track: Track, segment: number, dataOffset: number): Buffer {
  const samples = samplesIn(track, segment);
  const ticks = Math.round(segment * SEGMENT_SECONDS * track.timescale);
  const sizes = pack(...samples.map((sample) => u32(sample.length)));
  // Flags: data offset and sizes; for video also the first frame as a sync sample.
  const run = track.size
    ? fullBox("trun", 0, 0x205, u32(samples.length), u32(dataOffset), u32(SYNC_SAMPLE), sizes)
    : fullBox("trun", 0, 0x201, u32(samples.length), u32(dataOffset), sizes);
  return box(
    "traf",
    fullBox("tfhd", 0, 0x020000, u32(track.id)),
    fullBox("tfdt", 1, 0, u64(ticks)),
    run,
  );
}

function mediaSegment(tracks: readonly Track[], segment: number): Buffer {
  const data = tracks.map((track) => pack(...samplesIn(track, segment)));
  const build = (moofLength: number): Buffer => {
    let offset = moofLength + 8;
    const fragments = tracks.map((track, index) => {
      const fragment = trackFragment(track, segment, offset);
      offset += data[index]?.length ?? 0;
      return fragment;
    });
    return box("moof", fullBox("mfhd", 0, 0, u32(segment + 1)), ...fragments);
  };
  // The offsets depend on the length of the box, but not the length on the offsets.
  const moof = build(build(0).length);
  return pack(moof, box("mdat", ...data));
}

/** Segment index of one track; `gapBytes` is the distance from this box to the first segment. */
function segmentIndex(track: Track, segmentBytes: number[], gapBytes: number): Buffer {
  const ticks = Math.round(SEGMENT_SECONDS * track.timescale);
  const references = segmentBytes.map((bytes) => pack(u32(bytes), u32(ticks), u32(0x90000000)));
  return fullBox(
    "sidx",
    1,
    0,
    pack(
      u32(track.id),
      u32(track.timescale),
      u64(0),
      u64(gapBytes),
      u16(0),
      u16(references.length),
    ),
    ...references,
  );
}

function videoTrack(stream: AvcStream, size: FilmSize, seconds: number): Track {
  return {
    id: VIDEO_TRACK,
    timescale: VIDEO_TIMESCALE,
    durationTicks: Math.round(seconds * VIDEO_TIMESCALE),
    size,
    sampleEntry: videoSampleEntry(stream, size),
    samples: stream.pictures,
    samplesPerSegment: PICTURES_PER_SEGMENT,
  };
}

function audioTrack(stream: AacStream, segments: number, seconds: number): Track {
  return {
    id: AUDIO_TRACK,
    timescale: SAMPLE_RATE,
    durationTicks: Math.round(seconds * SAMPLE_RATE),
    size: null,
    sampleEntry: audioSampleEntry(stream.configuration),
    // The encoder delay adds one AAC frame of silence.
    samples: stream.frames.slice(0, segments * AAC_FRAMES_PER_SEGMENT),
    samplesPerSegment: AAC_FRAMES_PER_SEGMENT,
  };
}

/**
 * Packages the encoded music of a clip, with its video if one is given.
 *
 * @throws Error when the number of frames does not match the clip.
 */
export async function packageClip(files: {
  clip: ClipSpec;
  audioFile: string;
  video?: { size: FilmSize; file: string };
  outputFile: string;
}): Promise<void> {
  const { clip, video } = files;
  const seconds = clipSeconds(clip);
  const segments = segmentCount(clip);
  const aac = readAdts(await readFile(files.audioFile));
  const tracks = [audioTrack(aac, segments, seconds)];
  if (video) {
    tracks.unshift(videoTrack(readAnnexB(await readFile(video.file)), video.size, seconds));
  }
  for (const { id, samples, samplesPerSegment } of tracks) {
    if (samples.length !== segments * samplesPerSegment) {
      throw new Error(`${clip.id}: ${samples.length} frames in track ${id}`);
    }
  }
  const init = pack(
    box("ftyp", pack(Buffer.from("iso6"), u32(1), Buffer.from("iso6cmfcmp41"))),
    box(
      "moov",
      movieHeader(seconds),
      ...tracks.map((track) => trackBox(track, seconds)),
      box(
        "mvex",
        fullBox("mehd", 1, 0, u64(Math.round(seconds * MOVIE_TIMESCALE))),
        ...tracks.map(trackDefaults),
      ),
    ),
  );
  const bodies = Array.from({ length: segments }, (_, index) => mediaSegment(tracks, index));
  const sizes = bodies.map((body) => body.length);
  let indexes: Buffer = Buffer.alloc(0);
  for (const track of tracks.toReversed()) {
    indexes = pack(segmentIndex(track, sizes, indexes.length), indexes);
  }
  await writeFile(files.outputFile, pack(init, indexes, ...bodies));
}
