import { boxesIn, findBox, trackSpans, type TrackSpan } from "./mp4-boxes.ts";

/** What a joined file must know of a media segment before its bytes are sent. */
export type SegmentMeasure = {
  /** Size without its own type and index. */
  readonly bytes: number;
  /** Tracks in the order of the segment; times in units of each track. */
  readonly spans: readonly Pick<TrackSpan, "trackId" | "decodeTime" | "duration">[];
};

/** Boxes of a segment that a joined file does not need. */
const SEGMENT_HEADERS: readonly string[] = ["styp", "sidx"];

/**
 * Measures a segment by its beginning.
 *
 * @param beginning all before its media, at least.
 * @param size of the whole segment.
 * @returns null when the beginning is too short or damaged.
 */
export function measureSegment(beginning: Uint8Array, size: number): SegmentMeasure | null {
  const spans = trackSpans(beginning);
  if (spans.length === 0 || spans.some(({ samples }) => samples === 0)) return null;
  const left = [...boxesIn(beginning)]
    .filter(({ type }) => SEGMENT_HEADERS.includes(type))
    .reduce((sum, { start, end }) => sum + end - start, 0);
  return {
    bytes: size - left,
    spans: spans.map(({ trackId, decodeTime, duration }) => ({ trackId, decodeTime, duration })),
  };
}

/** Media segments of a recording that share one init file, in order. */
export type SegmentRun = {
  readonly init: Uint8Array;
  readonly segments: readonly SegmentMeasure[];
};

/** A file that is joined while it is read. */
export type IndexedFile = {
  readonly bytes: number;
  /**
   * Reads a part of it; holds one segment at a time.
   *
   * @param readSegment reads a whole segment by its place in the run.
   * @throws RangeError when a segment is not as it was measured.
   */
  read(
    range: { readonly first: number; readonly last: number },
    readSegment: (place: number) => Promise<Uint8Array>,
  ): AsyncGenerator<Uint8Array>;
};

/**
 * Joins segments to one fragmented MP4 with an index in front: a plain `<audio>` or `<video>` starts at once and seeks
 * by ranges, also on slow connections. Gaps between segments are closed.
 *
 * @throws RangeError when the init file is damaged, or the file exceeds what the index can describe.
 */
export function indexedFile({ init, segments }: SegmentRun): IndexedFile {
  const timescales = timescalesOf(init);
  const [mainTrack] = segments[0]?.spans ?? [];
  const timescale = timescales.get(mainTrack?.trackId ?? 0);
  if (!mainTrack || timescale === undefined) throw new RangeError("The init file has no track");
  const head = Buffer.concat([
    init,
    segmentIndex({ trackId: mainTrack.trackId, timescale, references: referencesOf(segments) }),
  ]);
  const times = startTimes(segments, timescales);
  const starts: number[] = [];
  let bytes = head.length;
  for (const segment of segments) {
    starts.push(bytes);
    bytes += segment.bytes;
  }
  return {
    bytes,
    async *read({ first, last }, readSegment) {
      if (first < head.length) yield head.subarray(first, last + 1);
      for (const [place, measure] of segments.entries()) {
        const start = starts[place] ?? 0;
        if (start + measure.bytes <= first) continue;
        if (start > last) return;
        const kept = withoutHeaders(startingAt(await readSegment(place), times[place] ?? []));
        if (kept.length !== measure.bytes) throw new RangeError(`Segment ${place} has changed`);
        yield kept.subarray(Math.max(0, first - start), last + 1 - start);
      }
    },
  };
}

/** A segment without its own type and index. */
function withoutHeaders(segment: Uint8Array): Uint8Array {
  const kept = [...boxesIn(segment)].filter(({ type }) => !SEGMENT_HEADERS.includes(type));
  return Buffer.concat(kept.map(({ start, end }) => segment.subarray(start, end)));
}

/** Decode times of the tracks of each segment: the first follows without gaps, the others keep their distance to it. */
function startTimes(
  segments: readonly SegmentMeasure[],
  timescales: ReadonlyMap<number, number>,
): number[][] {
  const ends = new Map<number, number>();
  return segments.map(({ spans }) => {
    let shiftSeconds: number | null = null;
    return spans.map(({ trackId, decodeTime, duration }) => {
      const timescale = timescales.get(trackId) ?? 1;
      const end = ends.get(trackId) ?? 0;
      const wanted =
        shiftSeconds === null ? end : Math.round(decodeTime + shiftSeconds * timescale);
      const time = Math.max(end, wanted);
      shiftSeconds ??= (time - decodeTime) / timescale;
      ends.set(trackId, time + duration);
      return time;
    });
  });
}

/** A copy of a segment with other decode times of its tracks, in their order. */
function startingAt(segment: Uint8Array, times: readonly number[]): Uint8Array {
  const copy = segment.slice();
  const view = new DataView(copy.buffer, copy.byteOffset, copy.byteLength);
  const fragment = findBox(copy, ["moof"]);
  const tracks = fragment
    ? [...boxesIn(copy, fragment.content, fragment.end)].filter(({ type }) => type === "traf")
    : [];
  if (tracks.length !== times.length) throw new RangeError("A segment has other tracks");
  for (const [index, track] of tracks.entries()) {
    const box = [...boxesIn(copy, track.content, track.end)].find(({ type }) => type === "tfdt");
    const time = times[index];
    if (!box || time === undefined) throw new RangeError("A segment has no decode time");
    if (view.getUint8(box.content) === 1) view.setBigUint64(box.content + 4, BigInt(time));
    else view.setUint32(box.content + 4, time);
  }
  return copy;
}

/** Units per second of the tracks of an init file, by their ids. */
function timescalesOf(init: Uint8Array): ReadonlyMap<number, number> {
  const movie = findBox(init, ["moov"]);
  const view = new DataView(init.buffer, init.byteOffset, init.byteLength);
  const scales = new Map<number, number>();
  const valueAt = (track: Uint8Array, offset: number, path: readonly string[]) => {
    const box = findBox(track, path);
    if (!box) return null;
    const content = track.byteOffset - init.byteOffset + box.content;
    return view.getUint32(content + (view.getUint8(content) === 1 ? offset + 8 : offset));
  };
  for (const { type, content, end } of movie ? boxesIn(init, movie.content, movie.end) : []) {
    if (type !== "trak") continue;
    const track = init.subarray(content, end);
    const id = valueAt(track, 12, ["tkhd"]);
    const timescale = valueAt(track, 12, ["mdia", "mdhd"]);
    if (id !== null && timescale !== null) scales.set(id, timescale);
  }
  return scales;
}

/** Segments that one reference of the index covers: 10 s of the usual 2 s. */
const SEGMENTS_PER_REFERENCE = 5;

type Reference = { bytes: number; duration: number };

function referencesOf(segments: readonly SegmentMeasure[]): Reference[] {
  const references: Reference[] = [];
  for (const [place, { bytes, spans }] of segments.entries()) {
    if (place % SEGMENTS_PER_REFERENCE === 0) references.push({ bytes: 0, duration: 0 });
    const last = references.at(-1);
    if (!last) continue;
    last.bytes += bytes;
    last.duration += spans[0]?.duration ?? 0;
  }
  return references;
}

type SegmentIndex = {
  trackId: number;
  timescale: number;
  references: readonly Reference[];
};

const MAX_REFERENCES = 0xff_ff;
/** The highest bit of a size has another meaning. */
const MAX_REFERENCE_BYTES = 0x7f_ff_ff_ff;
/** Starts with a key frame, whose place is not further described. */
const STARTS_WITH_KEY_FRAME = 0x90_00_00_00;

/** A `sidx` box of version 0 (ISO 14496-12, 8.16.3), for times from zero on. */
function segmentIndex({ trackId, timescale, references }: SegmentIndex): Uint8Array {
  const isTooLarge = references.some(({ bytes }) => bytes > MAX_REFERENCE_BYTES);
  if (references.length > MAX_REFERENCES || isTooLarge) {
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
