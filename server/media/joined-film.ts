import type { Film, MediaFile } from "./library.schema.ts";

/**
 * Joins films of one format (media/README.md) into one fragmented MP4 (ISO/IEC 14496-12), without encoding: the header
 * gets the sum of the durations, and each segment a later decode time.
 */

/** A file of its own, or one that is joined from others when it is read. */
export type LibraryFile = MediaFile & { readonly parts?: readonly MediaFile[] };

/** A film of its own, or a joined one. */
export type LibraryFilm = Film & LibraryFile;

const INDEX_HEAD_BYTES = 40;
const INDEX_ENTRY_BYTES = 12;

const CONTAINERS: ReadonlySet<string> = new Set(["moov", "trak", "mdia", "mvex", "moof", "traf"]);

/** Returns the data of a joined film, and where its segments will be. */
export function describeJoinedFilm(parts: readonly [Film, ...Film[]], media: string): LibraryFilm {
  const [{ width, height }] = parts;
  return { width, height, ...describeJoinedFile(parts, media) };
}

/** Returns the data of a joined film or its sound. */
export function describeJoinedFile(
  parts: readonly [MediaFile, ...MediaFile[]],
  media: string,
): LibraryFile {
  const [{ init, codecs }] = parts;
  const lengths = parts.flatMap((film) => film.segments);
  let offset = init.length + indexCount(parts[0]) * indexBytes(lengths.length);
  const segments = lengths.map(({ length, durationSeconds }) => {
    offset += length;
    return { offset: offset - length, length, durationSeconds };
  });
  const peakBitsPerSecond = Math.max(...parts.map((film) => film.peakBitsPerSecond));
  return { codecs, peakBitsPerSecond, media, init, segments, bytes: offset, parts };
}

/** Returns the length of films in seconds, without the rounding errors of a sum. */
export function secondsOf(films: readonly Pick<MediaFile, "segments">[]): number {
  const segments = films.flatMap((film) => film.segments);
  const seconds = segments.reduce((sum, segment) => sum + segment.durationSeconds, 0);
  return Math.round(seconds * 1000) / 1000;
}

/**
 * Returns the file of a joined film.
 *
 * @param files contents of its parts
 * @throws Error for files of another format
 */
export function joinFilms(
  { parts = [], bytes }: LibraryFile,
  files: readonly Uint8Array<ArrayBuffer>[],
): Uint8Array<ArrayBuffer> {
  const pieces = parts.map((film, index) => pieceOf(film, files[index] ?? new Uint8Array()));
  const [first] = pieces;
  if (!first) throw new Error("A joined film has parts");
  const init = new Uint8Array(first.init);
  const timescales = setDuration(init, secondsOf(parts));
  const segments = pieces.flatMap((piece) => piece.segments);
  let startSeconds = 0;
  let sequence = 0;
  for (const [index, film] of parts.entries()) {
    for (const segment of pieces[index]?.segments ?? []) {
      sequence += 1;
      delaySegment(segment, { sequence, startSeconds, timescales });
    }
    startSeconds = secondsOf(parts.slice(0, index + 1));
    if (film.init.length !== init.length) throw new Error(`${film.media} has another header`);
  }
  const whole = concat([init, ...joinIndexes(pieces), ...segments]);
  if (whole.length !== bytes) throw new Error(`A joined film has ${whole.length} bytes`);
  return whole;
}

type Piece = {
  init: Uint8Array<ArrayBuffer>;
  /** The index boxes, one for each track. */
  indexes: Uint8Array<ArrayBuffer>[];
  /** Copies of the segments. */
  segments: Uint8Array<ArrayBuffer>[];
};

function pieceOf(film: MediaFile, file: Uint8Array<ArrayBuffer>): Piece {
  const { init, segments } = film;
  const bytes = indexBytes(segments.length);
  return {
    init: file.subarray(init.offset, init.offset + init.length),
    indexes: Array.from({ length: indexCount(film) }, (_, index) =>
      file.subarray(init.length + index * bytes, init.length + (index + 1) * bytes),
    ),
    // A copy: `slice` of a Buffer shares its memory, and the file is read again.
    segments: segments.map(
      ({ offset, length }) => new Uint8Array(file.subarray(offset, offset + length)),
    ),
  };
}

/** Each track has an index between the header and the first segment. */
function indexCount({ init, segments }: MediaFile): number {
  const gapBytes = (segments[0]?.offset ?? 0) - init.length;
  return Math.floor(gapBytes / indexBytes(segments.length));
}

function indexBytes(segmentCount: number): number {
  return INDEX_HEAD_BYTES + segmentCount * INDEX_ENTRY_BYTES;
}

/** Joins the entries of each index. Its distance from the first segment is the length of those that follow. */
function joinIndexes(pieces: readonly Piece[]): Uint8Array<ArrayBuffer>[] {
  const count = pieces.reduce((sum, piece) => sum + piece.segments.length, 0);
  const indexes = pieces[0]?.indexes ?? [];
  return indexes.map((_, index) => {
    const boxes = pieces.map((piece) => piece.indexes[index] ?? new Uint8Array());
    const head = new Uint8Array(boxes[0]?.subarray(0, INDEX_HEAD_BYTES) ?? []);
    const view = viewOf(head);
    if (nameAt(view, 0) !== "sidx") throw new Error("A film has no index");
    view.setUint32(0, indexBytes(count));
    view.setBigUint64(28, BigInt((indexes.length - 1 - index) * indexBytes(count)));
    view.setUint16(38, count);
    return concat([head, ...boxes.map((box) => box.subarray(INDEX_HEAD_BYTES))]);
  });
}

/** Sets the durations of a header. Returns the timescale of each track by its id. */
function setDuration(init: Uint8Array<ArrayBuffer>, seconds: number): ReadonlyMap<number, number> {
  const view = viewOf(init);
  const timescales = new Map<number, number>();
  let movieTimescale = 0;
  let track = 0;
  for (const { name, body } of boxesIn(view)) {
    // Each body begins with version and flags; mehd has version 1, the others 0.
    if (name === "mvhd") movieTimescale = view.getUint32(body + 12);
    if (name === "tkhd") track = view.getUint32(body + 12);
    if (name === "mdhd") timescales.set(track, view.getUint32(body + 12));
    const ticks = Math.round(seconds * (timescales.get(track) ?? movieTimescale));
    const movieTicks = Math.round(seconds * movieTimescale);
    if (name === "mvhd") view.setUint32(body + 16, movieTicks);
    if (name === "tkhd") view.setUint32(body + 20, movieTicks);
    if (name === "mdhd") view.setUint32(body + 16, ticks);
    if (name === "mehd") view.setBigUint64(body + 4, BigInt(movieTicks));
  }
  return timescales;
}

type SegmentTime = {
  sequence: number;
  startSeconds: number;
  timescales: ReadonlyMap<number, number>;
};

/** Numbers a segment and adds to its decode times. */
function delaySegment(segment: Uint8Array<ArrayBuffer>, time: SegmentTime): void {
  const view = viewOf(segment);
  let track = 0;
  for (const { name, body } of boxesIn(view)) {
    if (name === "mfhd") view.setUint32(body + 4, time.sequence);
    if (name === "tfhd") track = view.getUint32(body + 4);
    if (name !== "tfdt") continue;
    const ticks = Math.round(time.startSeconds * (time.timescales.get(track) ?? 0));
    view.setBigUint64(body + 4, view.getBigUint64(body + 4) + BigInt(ticks));
  }
}

/** Yields the boxes in order with the position of their content; enters those that hold others. */
function* boxesIn(view: DataView): Generator<{ name: string; body: number }> {
  let at = 0;
  while (at + 8 <= view.byteLength) {
    const name = nameAt(view, at);
    const length = view.getUint32(at);
    if (length < 8) throw new Error(`A film has a broken box at ${at}`);
    yield { name, body: at + 8 };
    at += CONTAINERS.has(name) ? 8 : length;
  }
}

function nameAt(view: DataView, at: number): string {
  if (at + 8 > view.byteLength) return "";
  return String.fromCharCode(...[4, 5, 6, 7].map((offset) => view.getUint8(at + offset)));
}

function viewOf(bytes: Uint8Array<ArrayBuffer>): DataView<ArrayBuffer> {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function concat(chunks: readonly Uint8Array<ArrayBuffer>[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
