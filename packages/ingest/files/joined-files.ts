import { boxesIn, findBox, timescaleOf, trackSpans } from "./mp4-boxes.ts";

/** Media segments of a recording that share one init file, in order. */
export type SegmentRun = {
  readonly init: Uint8Array;
  /** Reads the segments one after the other. */
  readonly segments: () => AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
};

/** Boxes of a segment that a joined file does not need. */
const SEGMENT_HEADERS: readonly string[] = ["styp", "sidx"];

/** A segment without its own type and index. */
function withoutHeaders(segment: Uint8Array): Uint8Array[] {
  return [...boxesIn(segment)]
    .filter(({ type }) => !SEGMENT_HEADERS.includes(type))
    .map(({ start, end }) => segment.subarray(start, end));
}

/**
 * Joins segments to one fragmented MP4: picture and sound as they were broadcast. It plays from its start, and has no
 * index to seek by.
 */
export async function* joinedFile({ init, segments }: SegmentRun): AsyncGenerator<Uint8Array> {
  yield init;
  for await (const segment of segments()) yield* withoutHeaders(segment);
}

/** Segments that one reference of the index covers: 10 s of the usual 2 s. */
const SEGMENTS_PER_REFERENCE = 5;

type Reference = { bytes: number; duration: number };

/**
 * Joins segments of sound to one file with an index in front: a plain `<audio>` starts at once and seeks by ranges,
 * also on slow connections. Gaps between segments are closed. Reads the segments twice, and holds one at a time.
 *
 * @throws RangeError when the init file or a segment is damaged, or the file exceeds what the index can describe.
 */
export async function* indexedSoundFile(run: SegmentRun): AsyncGenerator<Uint8Array> {
  const timescale = timescaleOf(run.init);
  if (timescale === null) throw new RangeError("The init file has no track");
  const references: Reference[] = [];
  let count = 0;
  for await (const segment of run.segments()) {
    const [span] = trackSpans(segment);
    if (!span) throw new RangeError(`Segment ${count} has no samples`);
    if (count++ % SEGMENTS_PER_REFERENCE === 0) references.push({ bytes: 0, duration: 0 });
    const last = references.at(-1);
    if (!last) continue;
    last.bytes += withoutHeaders(segment).reduce((sum, { length }) => sum + length, 0);
    last.duration += span.duration;
  }
  yield run.init;
  yield segmentIndex({ trackId: trackIdOf(run.init), timescale, references });
  let time = 0;
  for await (const segment of run.segments()) {
    yield* withoutHeaders(startingAt(segment, time));
    time += trackSpans(segment)[0]?.duration ?? 0;
  }
}

/** A copy of a segment of one track, with another decode time. */
function startingAt(segment: Uint8Array, time: number): Uint8Array {
  const box = findBox(segment, ["moof", "traf", "tfdt"]);
  if (!box) throw new RangeError("A segment has no decode time");
  const copy = segment.slice();
  const view = new DataView(copy.buffer);
  if (view.getUint8(box.content) === 1) view.setBigUint64(box.content + 4, BigInt(time));
  else view.setUint32(box.content + 4, time);
  return copy;
}

function trackIdOf(init: Uint8Array): number {
  const header = findBox(init, ["moov", "trak", "tkhd"]);
  if (!header) throw new RangeError("The init file has no track");
  const view = new DataView(init.buffer, init.byteOffset);
  return view.getUint32(header.content + (view.getUint8(header.content) === 1 ? 20 : 12));
}

type SegmentIndex = {
  trackId: number;
  timescale: number;
  references: readonly Reference[];
};

const MAX_REFERENCES = 0xff_ff;
/** Starts with a key frame, whose place is not further described. */
const STARTS_WITH_KEY_FRAME = 0x90_00_00_00;

/** A `sidx` box of version 0 (ISO 14496-12, 8.16.3), for times from zero on. */
function segmentIndex({ trackId, timescale, references }: SegmentIndex): Uint8Array {
  if (references.length > MAX_REFERENCES) {
    throw new RangeError("The recording is too long for one index");
  }
  const header = [trackId, timescale, 0, 0, references.length];
  const entries = references.flatMap(({ bytes, duration }) => [
    bytes,
    duration,
    STARTS_WITH_KEY_FRAME,
  ]);
  const words = [...header, ...entries];
  const box = new Uint8Array(12 + words.length * 4);
  const view = new DataView(box.buffer);
  view.setUint32(0, box.length);
  box.set([0x73, 0x69, 0x64, 0x78], 4);
  for (const [index, word] of words.entries()) view.setUint32(12 + index * 4, word);
  return box;
}
