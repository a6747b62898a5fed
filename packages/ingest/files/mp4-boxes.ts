/** A box of an MP4 file; offsets in its bytes. */
export type Mp4Box = {
  readonly type: string;
  readonly start: number;
  /** Start of the content, after the header. */
  readonly content: number;
  readonly end: number;
};

/** Boxes between two offsets. Ends at the first that does not fit. */
export function* boxesIn(bytes: Uint8Array, start = 0, end = bytes.length): Generator<Mp4Box> {
  const view = viewOf(bytes);
  for (let position = start; position + 8 <= end;) {
    const size = view.getUint32(position);
    const isLarge = size === 1 && position + 16 <= end;
    const length = isLarge ? Number(view.getBigUint64(position + 8)) : size;
    const content = position + (isLarge ? 16 : 8);
    if (position + length > end || content > position + length) return;
    const type = String.fromCharCode(...bytes.subarray(position + 4, position + 8));
    yield { type, start: position, content, end: position + length };
    position += length;
  }
}

/** First box at a path of types, for example ["moov", "trak"]. */
export function findBox(bytes: Uint8Array, path: readonly string[]): Mp4Box | null {
  let range = { content: 0, end: bytes.length };
  let found: Mp4Box | null = null;
  for (const type of path) {
    found = [...boxesIn(bytes, range.content, range.end)].find((box) => box.type === type) ?? null;
    if (!found) return null;
    range = found;
  }
  return found;
}

/** Units per second of the first track of an init file; null when it has none. */
export function timescaleOf(init: Uint8Array): number | null {
  const box = findBox(init, ["moov", "trak", "mdia", "mdhd"]);
  if (!box) return null;
  const view = viewOf(init);
  return view.getUint32(box.content + (view.getUint8(box.content) === 1 ? 20 : 12));
}

/** Clears the creation and modification times of an init file, so that the same parameters give the same bytes. */
export function clearTimes(init: Uint8Array): void {
  const view = viewOf(init);
  const clearIn = (box: Mp4Box): void => {
    if (box.type === "moov" || box.type === "trak" || box.type === "mdia") {
      for (const inner of boxesIn(init, box.content, box.end)) clearIn(inner);
    } else if (box.type === "mvhd" || box.type === "tkhd" || box.type === "mdhd") {
      const bytes = view.getUint8(box.content) === 1 ? 16 : 8;
      init.fill(0, box.content + 4, box.content + 4 + bytes);
    }
  };
  for (const box of boxesIn(init)) clearIn(box);
}

/** Span of one track in a fragment, in units of the track's time scale. */
export type TrackSpan = {
  readonly trackId: number;
  readonly decodeTime: number;
  readonly duration: number;
  readonly samples: number;
};

/** Spans of the tracks in the first fragment of a media segment. */
export function trackSpans(media: Uint8Array): TrackSpan[] {
  const moof = findBox(media, ["moof"]);
  if (!moof) return [];
  const fragments = [...boxesIn(media, moof.content, moof.end)].filter(
    ({ type }) => type === "traf",
  );
  return fragments.flatMap((traf) => trackSpan(media, traf) ?? []);
}

function trackSpan(media: Uint8Array, traf: Mp4Box): TrackSpan | null {
  const boxes = [...boxesIn(media, traf.content, traf.end)];
  const of = (type: string) => boxes.find((box) => box.type === type);
  const header = of("tfhd");
  const time = of("tfdt");
  const runs = boxes.filter(({ type }) => type === "trun");
  if (!header || !time) return null;
  const view = viewOf(media);
  const defaults = defaultDuration(view, header);
  const spans = runs.map((run) => runSpan(view, run, defaults));
  const isLong = view.getUint8(time.content) === 1;
  return {
    trackId: view.getUint32(header.content + 4),
    decodeTime: isLong
      ? Number(view.getBigUint64(time.content + 4))
      : view.getUint32(time.content + 4),
    duration: spans.reduce((total, { duration }) => total + duration, 0),
    samples: spans.reduce((total, { samples }) => total + samples, 0),
  };
}

/** Sample duration of a tfhd box, which optional fields precede. */
function defaultDuration(view: DataView, { content }: Mp4Box): number {
  const flags = view.getUint32(content) & 0xff_ff_ff;
  if ((flags & 8) === 0) return 0;
  return view.getUint32(content + 8 + ((flags & 1) === 0 ? 0 : 8) + ((flags & 2) === 0 ? 0 : 4));
}

function runSpan(
  view: DataView,
  { content }: Mp4Box,
  defaults: number,
): { samples: number; duration: number } {
  const flags = view.getUint32(content) & 0xff_ff_ff;
  const samples = view.getUint32(content + 4);
  if ((flags & 0x1_00) === 0) return { samples, duration: samples * defaults };
  const fields = [0x1_00, 0x2_00, 0x4_00, 0x8_00].filter((flag) => (flags & flag) !== 0).length;
  let position = content + 8 + ((flags & 1) === 0 ? 0 : 4) + ((flags & 4) === 0 ? 0 : 4);
  let duration = 0;
  for (let index = 0; index < samples; index++) {
    duration += view.getUint32(position);
    position += fields * 4;
  }
  return { samples, duration };
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
