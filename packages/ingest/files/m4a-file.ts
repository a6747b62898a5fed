import { createReadStream, createWriteStream } from "node:fs";
import { open, rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import {
  EncodedAudioPacketSource,
  EncodedPacketSink,
  FilePathSource,
  FilePathTarget,
  Input,
  MP4,
  Mp4OutputFormat,
  Output,
} from "mediabunny";
import { boxesIn, findBox } from "./mp4-boxes.ts";

/**
 * Copies the sound of a fragmented file into an `.m4a` with its index in front, for downloads and podcasts. Memory does
 * not grow with the length.
 *
 * @param source path of a fragmented MP4 with sound.
 * @param target path of the file to write; an incomplete one is left behind on an error.
 * @throws Error when the source has no AAC, or a disk fails.
 */
export async function writeM4a(source: string, target: string): Promise<void> {
  using input = new Input({ source: new FilePathSource(source), formats: [MP4] });
  const track = await input.getPrimaryAudioTrack();
  const decoderConfig = await track?.getDecoderConfig();
  if (!track || !decoderConfig || !decoderConfig.codec.startsWith("mp4a.40.")) {
    throw new Error("The recording has no AAC sound");
  }
  const sink = new EncodedPacketSink(track);
  // The reserved space fits when the packets are counted first; reading only their headers is quick.
  let count = 0;
  for await (const _ of sink.packets(undefined, undefined, { metadataOnly: true })) count++;
  const draft = `${target}.draft`;
  const output = new Output({
    format: new Mp4OutputFormat({ fastStart: "reserve" }),
    target: new FilePathTarget(draft),
  });
  const packets = new EncodedAudioPacketSource("aac");
  output.addAudioTrack(packets, { maximumPacketCount: count });
  try {
    await output.start();
    for await (const packet of sink.packets()) await packets.add(packet, { decoderConfig });
    packets.close();
    await output.finalize();
    await withoutFreeSpace(draft, target);
  } finally {
    if (output.state !== "finalized") await output.cancel();
    await rm(draft, { force: true });
  }
}

/** Holds what precedes the media of seven hours. A longer recording keeps its free space. */
const MAX_HEAD_BYTES = 40 * 1024 * 1024;

/** Copies a file without the space that was reserved before its media: megabytes an hour. */
async function withoutFreeSpace(source: string, target: string): Promise<void> {
  const head = await readHead(source);
  const boxes = [...boxesIn(head)];
  const free = boxes.find(({ type }) => type === "free");
  const size = free ? free.end - free.start : 0;
  moveChunks(head, -size);
  const kept = boxes
    .filter(({ type }) => type !== "free")
    .map(({ start, end }) => head.subarray(start, end));
  const media = createReadStream(source, { start: boxes.at(-1)?.end ?? 0 });
  await pipeline(
    Readable.from(
      (async function* () {
        yield* kept;
        yield* media;
      })(),
    ),
    createWriteStream(target),
  );
}

/** Reads the boxes before the media. */
async function readHead(path: string): Promise<Uint8Array> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const bytes = new Uint8Array(Math.min(size, MAX_HEAD_BYTES));
    await file.read(bytes, 0, bytes.length, 0);
    const boxes = [...boxesIn(bytes)].filter(({ type }) => type !== "mdat");
    return bytes.subarray(0, boxes.at(-1)?.end ?? 0);
  } finally {
    await file.close();
  }
}

/** Moves the places of the media in the file by a number of bytes. */
function moveChunks(head: Uint8Array, by: number): void {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  for (const type of ["stco", "co64"]) {
    const box = findBox(head, ["moov", "trak", "mdia", "minf", "stbl", type]);
    if (!box) continue;
    const count = view.getUint32(box.content + 4);
    for (let index = 0; index < count; index++) {
      if (type === "stco") {
        const at = box.content + 8 + index * 4;
        view.setUint32(at, view.getUint32(at) + by);
      } else {
        const at = box.content + 8 + index * 8;
        view.setBigUint64(at, view.getBigUint64(at) + BigInt(by));
      }
    }
  }
}
